// What a line of a log is, as far as its begin tells: for folding and hovers, which ask for many lines at once and no engine.

/** Further along a line nobody looks, and lines may be a megabyte long. */
const LOOKED_AT = 500;

const klog =
  /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ ([\w./?-]+:\d+)\] ?("(?:[^"\\]|\\.)*"?|[^"]{0,40})/;
const json = /^\{"ts":.*?"caller":"([^"]+)".*?"msg":("[^"]*"?)/;
const logfmt = /^time=\S+ level=(\w+) msg=("[^"\\]{0,40})/;
/** What journald, syslog and container runtimes put before a line. */
const wrapper = /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/;

export interface LogLine {
  /** The same for lines that say the same, whatever their values; undefined for a line that no one else repeats. */
  readonly key: string | undefined;
  /** Where severity, time, place and message end. */
  readonly messageEnd: number;
}

/** Undefined for a line that belongs to the one above it: a dump, a stack, a broken message. */
export function readLogLine(line: string): LogLine | undefined {
  const begin = line.slice(0, LOOKED_AT);
  const match = klog.exec(begin) ?? json.exec(begin) ?? logfmt.exec(begin);
  if (match !== null)
    return {
      key: `${match[1] ?? ''} ${match[2] ?? ''}`,
      messageEnd: match.index + match[0].length,
    };
  return wrapper.test(begin) ? { key: undefined, messageEnd: 0 } : undefined;
}
