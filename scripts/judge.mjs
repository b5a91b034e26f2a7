// How a part of `npm test` went, from its exit code and its output. Whatever is not clearly good is bad.

const counts = /^(\d+) passed, (\d+) failed$/;

/**
 * @param {{ step?: boolean }} part
 * @param {number} code its exit code
 * @param {string} output all it has printed
 * @returns {{ passed: number, failed: number, broken?: string }} `broken` says what is wrong beside failed tests
 */
export function judge(part, code, output) {
  if (part.step)
    return code === 0
      ? { passed: 0, failed: 0 }
      : { passed: 0, failed: 1, broken: `ended with ${code}` };
  const [, passed, failed] = (counts.exec(output.trimEnd().split('\n').at(-1)) ?? []).map(Number);
  if (passed === undefined || failed === undefined)
    return { passed: 0, failed: 1, broken: `ended with ${code} and told no counts` };
  if (passed + failed === 0) return { passed: 0, failed: 1, broken: 'ran no test' };
  if (code !== 0 && failed === 0)
    return { passed, failed: 1, broken: `ended with ${code} though no test failed` };
  return { passed, failed };
}
