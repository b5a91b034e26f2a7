// axe-core's verdict on the accessibility of a page's frame.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame } from 'playwright-core';

const source = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** One sentence for each rule that the frame breaks. */
export async function accessibilityProblems(
  frame: Frame,
  options: axe.RunOptions = {},
): Promise<string[]> {
  // A script tag would be stopped by the page's CSP; evaluate() is not.
  await frame.evaluate(source);
  const { violations } = await frame.evaluate(
    (given) => {
      // A webview's body lets the editor's colour shine through, from another document than axe can see.
      document.body.style.background ||= 'var(--vscode-editor-background)';
      // The import is a type; the value is what the source above has defined.
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      return engine.run(document, { resultTypes: ['violations'], ...given });
    },
    { ...options },
  );
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact ?? 'unknown'}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}
