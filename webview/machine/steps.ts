// The room of the steps: the journal of the kubelet, part by part; a step shows what was held right after it.
import { html, nothing, type TemplateResult } from 'lit';
import type { MachineStep } from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { button, clock, section } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';
import { goLink, podLink, type Actions, type Answer } from './parts.ts';

export interface StepTurning {
  readonly page: number;
  readonly turn: (start: number) => void;
}

export function stepsRoom(
  answer: Answer,
  actions: Actions,
  { page, turn }: StepTurning,
): TemplateResult {
  const { steps, held } = answer;
  if (steps === undefined || steps.why !== undefined)
    return section(
      t('What the kubelet did'),
      html`<p class="kd-note">
        ${steps?.why === undefined ? t('Unknown: nobody looked inside this kubelet.') : t('Unknown: {0}.', inWords(steps.why))}
      </p>`,
    );
  const { rows, start, total, atCursor } = steps;
  const last = start + rows.length;
  return section(
    t('What the kubelet did'),
    total === 0
      ? html`<p class="kd-note">${t('It has done nothing yet.')}</p>`
      : html`${dataTable<MachineStep>({
            label: t('Steps of the kubelet'),
            rows,
            rowClass: ({ step }) =>
              step === held.step
                ? 'kd-current'
                : rows.length > 0 && isLater(rows, step, start, atCursor)
                  ? 'kd-future'
                  : '',
            columns: [
              {
                name: t('Time'),
                look: 'fit',
                cell: ({ at, step }) =>
                  html`<button
                    class="kd-link"
                    title=${t('Show the kubelet right after this step')}
                    @click=${() => {
                      actions.showStep(step);
                    }}
                  >
                    ${clock(at)}
                  </button>`,
              },
              { name: t('Part'), look: 'fit', cell: ({ part }) => part },
              { name: t('Step'), cell: ({ text }) => text },
              {
                name: t('Pod'),
                cell: ({ pod }) => (pod === undefined ? nothing : podLink(pod, actions)),
              },
              { name: t('Code'), look: 'fit', cell: ({ go }) => goLink(go, actions) },
            ],
          })}
          <p>
            ${
              start <= 0
                ? nothing
                : button(t('Earlier'), () => {
                    turn(Math.max(0, start - page));
                  })
            }
            ${
              last >= total
                ? nothing
                : button(t('Later'), () => {
                    turn(start + page);
                  })
            }
            <span class="kd-note"
              >${rich('{0}–{1} of {2}', (start + 1).toLocaleString('en'), last.toLocaleString('en'), total.toLocaleString('en'))}</span
            >
          </p>`,
    { count: total },
  );
}

function isLater(
  rows: readonly MachineStep[],
  step: number,
  start: number,
  atCursor: number,
): boolean {
  return start + rows.findIndex((row) => row.step === step) > atCursor;
}
