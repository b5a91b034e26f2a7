/** Layers that a line may be wrapped in, and the payloads inside; a record's format is their names joined, outermost first. */
export const layerNames = [
  'text',
  'klog',
  'klog-json',
  'klog-damaged',
  'klog-file-header',
  'journald-short',
  'journald-full',
  'journald-iso',
  'journald-json',
  'journald-export',
  'journald-marker',
  'syslog',
  'syslog-5424',
  'syslog-iso',
  'forwarder',
  'cri',
  'docker-json',
  'docker-timestamps',
  'docker-desktop',
  'json-envelope',
  'json-member',
  'csv',
  'stamp-line',
  'logrus',
  'logrus-terminal',
  'zap',
  'calico',
  'open-vswitch',
  'event-row',
  'condition-row',
  'bracketed',
  'redis',
  'dated',
  'kmsg',
  'unstamped',
  'go-log',
  'kernel',
  'minikube',
  'talos',
  'prefixed',
  'escaped',
  'pasted',
  'ansi',
  'byte-order-mark',
  'flag-notice',
  'go-crash',
] as const;
export type LayerName = (typeof layerNames)[number];

/** How far a line is known: `none` is a line that is no log line, `wrapped` has a wrapper but no payload that we know. */
export type HeadKind = 'none' | 'wrapped' | 'payload';

/**
 * What one line says about itself. One object is used for all lines, filled anew for each: this is the hot path. Places are into
 * `bytes`, which is the line's own buffer or, under an escaping wrapper, a decoded copy.
 */
export class LineHead {
  kind: HeadKind = 'none';
  /** Names of the layers, outermost first, as a number of `FormatNames`. */
  format = 0;
  bytes: Uint8Array = new Uint8Array(0);
  /** The payload: all that stands inside the wrappers. */
  from = 0;
  to = 0;

  /** The wrapper's stamp: month 0 when it has none; `outerYear` 0 when it has no year. Microseconds of the day. */
  outerYear = 0;
  outerMonth = 0;
  outerDay = 0;
  outerClock = 0;
  /** Microseconds east of UTC of the wrapper's stamp; NaN when it tells no zone. */
  outerZone = NaN;

  /** The payload's own yearless stamp, klog's: month 0 when it has none. */
  month = 0;
  day = 0;
  clock = 0;
  /** The payload's stamp when it is absolute (µs since 1970), else NaN. */
  instant = NaN;

  severity = 0;
  /** klog's pid, or that of the wrapper; `outerPid` is the wrapper's alone. -1: not told. */
  pid = -1;
  outerPid = -1;
  /** A number that lines of one writer (host, program, pid of the wrapper) share; 0 without a wrapper that names it. */
  writer = 0;
  /** Index into `programs`. */
  program = 0;
  /** True when no wrapper names the program: the form of the line lets it be guessed. */
  guessed = false;
  /** True when the wrapper says that the text goes on in the next line (a container runtime splits at 16 KiB). */
  partial = false;
  /** `kubelet.go:2515`, without a directory. */
  siteFrom = 0;
  siteTo = 0;
  /** What follows the payload's header. */
  bodyFrom = 0;
  /** True for klog's `"message" key=value`, JSON and logrus. */
  structured = false;
  /** The message between its quotes. */
  messageFrom = 0;
  messageTo = 0;

  reset(bytes: Uint8Array, from: number, to: number): void {
    this.kind = 'none';
    this.format = 0;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.outerYear = 0;
    this.outerMonth = 0;
    this.outerDay = 0;
    this.outerClock = 0;
    this.outerZone = NaN;
    this.month = 0;
    this.day = 0;
    this.clock = 0;
    this.instant = NaN;
    this.severity = 0;
    this.pid = -1;
    this.outerPid = -1;
    this.writer = 0;
    this.program = 0;
    this.guessed = false;
    this.partial = false;
    this.siteFrom = 0;
    this.siteTo = 0;
    this.bodyFrom = from;
    this.structured = false;
    this.messageFrom = 0;
    this.messageTo = 0;
  }
}
