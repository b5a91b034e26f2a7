// An answer as a list to pick from: one item a sentence, each leading to the line that proves it. Plain data, nothing of VS Code.
import { l10n } from 'vscode';
import type { InputId } from '../../base/input.ts';
import type { AnswerRow } from '../../protocol/askApi.ts';

export interface AnswerItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string | undefined;
  readonly input: InputId | undefined;
}

/** About what fits in the width of a quick pick. */
const WIDTH = 90;

/** Labels are cut by the list, not wrapped: what is longer goes on in the line below. */
export function answerItems({ sentences }: AnswerRow): AnswerItem[] {
  return sentences.map(({ text, known, proof }) => {
    const [first] = proof;
    const [label, rest] = broken(text);
    const place = first === undefined ? '' : l10n.t('line {0}', first.line);
    return {
      label: plain(label),
      description:
        known === 'seen' ? place : [known, place].filter((part) => part !== '').join(', '),
      detail: rest === '' ? first?.text : rest,
      input: first?.input,
    };
  });
}

function broken(text: string): [string, string] {
  if (text.length <= WIDTH) return [text, ''];
  const space = text.lastIndexOf(' ', WIDTH);
  const end = space < WIDTH / 2 ? WIDTH : space;
  return [text.slice(0, end), text.slice(end).trimStart()];
}

/** Labels show `$(name)` as an icon; a log's text must not. */
export function plain(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/** The answer to be pasted elsewhere. */
export function answerCopy({ question, sentences }: AnswerRow): string {
  const lines = sentences.map(({ text, known, proof }) => {
    const places = proof.map(({ file, line }) => `${file}:${line}`).join(', ');
    const how = [known === 'seen' ? '' : known, places].filter((part) => part !== '').join('; ');
    return `- ${text}${how === '' ? '' : ` [${how}]`}`;
  });
  return `${question}\n${lines.join('\n')}\n`;
}
