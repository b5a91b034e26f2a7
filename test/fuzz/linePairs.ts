// Lines of one character, or of a pair of them, again and again, as someone writes them who knows what is looked for; and every command of the
// terminal that reads a file, with such a line in it.

/** A file stands for `LOG`, what is written for `OUT`, a short honest log for `OTHER`. */
export const lineCommands: readonly string[] = [
  'summary LOG',
  'summary LOG --format json',
  ...['text', 'json', 'sarif', 'markdown'].map((format) => `findings LOG --format ${format}`),
  'findings LOG --redact',
  'findings OTHER --rules LOG',
  'pod LOG default/web-1 --redact',
  'latencies LOG',
  'why LOG default/web-1',
  'why LOG --line 1 --redact',
  'whose LOG --lines 1',
  'whose LOG default/web-1',
  'state LOG --redact',
  'state LOG --overdue',
  'timeline LOG --redact',
  'timeline LOG --format json',
  'workers LOG',
  'grep LOG sev>=I',
  'grep LOG err~"(a|b)+c" --format json',
  'simulate LOG',
  'test-rules LOG',
  'case save LOG --out OUT',
  'case save LOG --out OUT --redact',
  'compare LOG OTHER',
  'compare LOG --at 09:34:10 --redact',
  'goroutines LOG',
  'sample /metrics LOG',
  'sample /pods LOG',
];

/**
 * Of pairs: one command for each way in which a text is read, and the longest of the ways in which it is written. The other formats write
 * what these write, by the same encoders, of which each sees every single sign.
 */
export const pairCommands: readonly string[] = lineCommands.filter((command) =>
  /^(?:summary LOG$|findings LOG --redact|findings LOG --format markdown|findings OTHER|pod|why LOG --line|whose LOG --lines|state LOG --redact|timeline LOG --redact|grep LOG err|simulate|test-rules|case save .* --redact|compare LOG OTHER|goroutines|sample .metrics)/.test(
    command,
  ),
);

/** Commands of which no file is read: what they are sent is the matter of other tests. */
export const asksOthers: readonly string[] = ['fleet', 'dap', 'mcp', 'completion', 'help'];

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
const beyond = ['\t', '\r', '\0', '\u001b', '\u202e', '\ufeff', 'é', '漢', '😀'];
const quotes = Array.from('"\'`\\');
const signs = [...quotes, ...Array.from('/(){}[]<>=:;,.|&%#@ -_0aA\t')];
const words = [
  'k=',
  'ab/',
  'a.b.',
  'https://',
  'ip-1',
  'node ',
  'password=',
  ':://',
  '\\"',
  '-----BEGIN ',
];

/** Two that neither open nor close a text are the same line in either order. */
const pairs = signs.flatMap((one, i) =>
  signs
    .filter((two, k) => k > i || (k < i && (quotes.includes(one) || quotes.includes(two))))
    .map((two) => one + two),
);

const single: readonly string[] = [
  ...new Set([...printable, ...beyond, ...words, ...beyond.map((sign) => `"${sign}`)]),
];

export const lineForms = ['quoted', 'printf', 'bare', 'json'] as const;
export type LineForm = (typeof lineForms)[number];

export interface LineTry {
  readonly command: string;
  readonly text: string;
  readonly form: LineForm;
}

/** Commands whose file is no log. */
const ownReader = /^(?:findings OTHER|simulate|test-rules|goroutines|sample)/;

/** All that is walked: signs and words in every form through every command; pairs as a kubelet quotes them, and bare where the file is no log. */
export const lineTries: readonly LineTry[] = [
  ...single.flatMap((text) =>
    (['quoted', 'bare', 'json'] as const).flatMap((form) =>
      lineCommands.map((command) => ({ command, text, form })),
    ),
  ),
  ...pairs.flatMap((text) =>
    pairCommands.map((command) => ({
      command,
      text,
      form: ownReader.test(command) ? ('bare' as const) : ('quoted' as const),
    })),
  ),
];

/**
 * One text of each kind that an expression goes on over, with the length that matters from the start: what overflows the stack of an expression does
 * so with some four megabytes and is quick with one.
 */
export const wholeTries: readonly LineTry[] = [
  ...Array.from('aD0.-/ "\\=:({é\0'),
  ...['/A', 'a.', '\\"', 'a=', 'a,', 'a:', 'a ', 'ip-1'],
].flatMap((text) =>
  pairCommands.flatMap((command) =>
    (ownReader.test(command) ? (['bare'] as const) : (['quoted', 'printf'] as const)).map(
      (form) => ({ command, text, form }),
    ),
  ),
);

/** A line that repeats a text until it is so many bytes long: alone, as words that a kubelet prints, or as an error that it quotes, in text or in JSON. */
export function lineOf(text: string, size: number, form: LineForm): string {
  // As JSON a sign may take six bytes.
  const one = form === 'json' ? JSON.stringify(text).slice(1, -1) : text;
  const again = one.repeat(Math.ceil(size / Buffer.byteLength(one)));
  if (form === 'bare') return `${again}\n`;
  if (form === 'printf')
    return `E1121 09:34:10.754055   26449 kuberuntime_manager.go:866] ${again}\n`;
  if (form === 'json')
    return `{"ts":1795253650754.055,"caller":"kuberuntime/kuberuntime_sandbox.go:72","msg":"Failed to create sandbox for pod","pod":{"name":"web-1","namespace":"default"},"err":"${again}"}\n`;
  const head =
    'E1121 09:34:10.754055   26449 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" pod="default/web-1" err="rpc error: code = Unknown desc = failed to setup network for sandbox: plugin type=\\"x\\" failed (add): ';
  return `${head}${again}"\n`;
}
