/** A mistake of ours: what a person is told, and what those need who mend it. */
interface Bug {
  readonly message: string;
  readonly stack: string;
}

/** What nobody throws on purpose. A sentence that was meant to be read comes as a plain `Error`, or as one of our own. */
const mistakes: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AssertionError',
]);

/** Undefined for what was thrown to be read. */
export function bugIn(thrown: unknown): Bug | undefined {
  const isOurs = !(thrown instanceof Error) || mistakes.has(thrown.name);
  if (!isOurs) return undefined;
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return {
    message: 'This is a bug in Kubelet Debugger.',
    stack,
  };
}
