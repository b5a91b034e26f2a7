export function sourceLine(
  file: string,
  _message: string,
  _minor: number,
): { file: string; line: number } {
  return { file, line: 1 };
}
