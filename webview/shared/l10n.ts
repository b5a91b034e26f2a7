// The texts of a page in the language of the person. They come with the page itself, so that a text is there before any of the
// page's own code has run, and a table of texts may be a constant. What the engine says of a log is English, as the log is.
import { config, t } from '@vscode/l10n';

/** The extension puts its bundle in here when the editor's language is not English (src/extension/panels/page.ts). */
const texts = typeof document === 'undefined' ? null : document.querySelector('#kd-texts');
if (texts?.textContent) config({ contents: texts.textContent });

export { t };

/** A text with values that are more than words: `rich('since {0}', clock(time))`. Each language has them where it wants them. */
export function rich(text: string, ...values: readonly unknown[]): readonly unknown[] {
  return t(text)
    .split(/\{(\d)\}/)
    .map((part, index) => (index % 2 === 0 ? part : values[Number(part)]));
}
