// The answer to a question: its first sentence is the answer, the others say how it came to it, each with its lines.
import { html, type TemplateResult } from 'lit';
import type { AnswerRow } from '../../src/protocol/askApi.ts';
import { icons } from '../shared/icons.ts';
import { iconButton, knownTag, lineLink, type GoTo } from '../shared/parts.ts';
import { t } from '../shared/l10n.ts';

export function answerBox(answer: AnswerRow, goTo: GoTo, close: () => void): TemplateResult {
  return html`<section class="kd-answer" aria-label=${t('Answer')}>
    <h2>${answer.question}</h2>
    ${iconButton(t('Close'), icons.close, close)}
    <ol>
      ${answer.sentences.map(
        ({ text, known, proof }) =>
          html`<li>
            ${text}${knownTag(known)}
            ${proof.map(
              ({ input, file, line, text: words }) =>
                html`<span class="kd-proof" title=${words}
                  >${lineLink(`${baseName(file)}:${line}`, input, goTo)}</span
                >`,
            )}
          </li>`,
      )}
    </ol>
  </section>`;
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
