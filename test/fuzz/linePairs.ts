// Lines of one pair of characters again and again, as someone writes them who knows what is looked for.
export const lineCommands: readonly string[] = [
  'findings --redact',
  'case save --redact',
  'timeline --redact',
  'state --redact',
  'findings --format sarif',
  'findings --format markdown',
  'summary',
  'grep sev>=I --format json',
  'workers',
  'why --line 1 --redact',
  'case save',
];

const marks = Array.from('=:@/"\\.-_,; {}[]()<>&%$#!?*+|~^\'`\t');
const letters = ['a', 'A', 'f', '1', 'é'];
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

/** Single ones, each with a letter, then all. */
export const linePairs: readonly string[] = [
  ...new Set([
    ...marks,
    ...letters,
    ...words,
    ...letters.flatMap((letter) => marks.map((mark) => letter + mark)),
    ...[...marks, ...letters].flatMap((one) => [...marks, ...letters].map((two) => one + two)),
  ]),
];

/** A line of a kubelet that quotes the pair so often that it is so many bytes long. */
export function lineOf(pair: string, size: number): string {
  const head =
    'E1121 09:34:10.754055   26449 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" pod="default/web-1" err="rpc error: code = Unknown desc = failed to setup network for sandbox: plugin type=\\"x\\" failed (add): ';
  return `${head}${pair.repeat(Math.ceil((size - head.length) / Buffer.byteLength(pair)))}"\n`;
}
