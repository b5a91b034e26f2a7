// Text in a hover or a tooltip is Markdown, and is shown as it is. VS Code's own `appendText` glues all words together, so that a line
// that is too long breaks inside of a word.

/** Markdown that reads as the text: every sign that could mean something is escaped, an address is no link, each line is a paragraph. */
export function asMarkdown(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/[!-/:-@[-`{-~]/g, '\\$&')
        .replace(/^[ \t]+/, (run) => HARD_SPACE.repeat(run.length))
        .replace(/[ \t]{2,}/g, (run) => ` ${HARD_SPACE.repeat(run.length - 1)}`),
    )
    .join('\n\n');
}

/** Several, or one at a line's begin, would mean something or be left out. */
const HARD_SPACE = '&nbsp;';
