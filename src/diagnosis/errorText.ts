// The error that a line tells, without what wraps it.

export function isError(body: string): boolean {
  return /\berr(?:or)?="|desc = |rror: /.test(body);
}

/** What the deepest layer said: a chain of wrapped errors carries its cause at its end. */
export function innermostOf(body: string): string | undefined {
  if (!isError(body)) return undefined;
  const at = Math.max(
    body.lastIndexOf('desc = ') + 7,
    body.indexOf(' err="') + 6,
    body.indexOf(' error="') + 8,
    body.indexOf('rror: ') + 6,
  );
  const text = body
    .slice(at)
    .replace(/(?<!\bplugin type="[^"]*)"+(?: \w+=.*)?$/s, '')
    .trim();
  return text === '' ? undefined : text;
}
