// What failing calls hold up, which plug-in they are of, and what they may leave on the node.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { LeftoverRow, NetworkPage, PluginRow } from '../../src/protocol/pageApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { knownMark, lineLink, section, severityMark, type GoTo } from '../shared/parts.ts';
import { shortId } from '../shared/shortId.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

interface Actions {
  readonly goTo: GoTo;
  readonly showPod: (podKey: string) => void;
}

export function blockedList(
  { blocked, at }: NetworkPage,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (blocked.length === 0) return nothing;
  return section(
    t('Blocked'),
    html`<ul class="kd-held">
      ${blocked.map(
        ({ text, since, input, podKey }) =>
          html`<li>
            ${severityMark('error')}
            ${
              podKey === undefined
                ? lineLink(inWords(text), input, actions.goTo)
                : html`<button
                    class="kd-link"
                    @click=${() => {
                      actions.showPod(podKey);
                    }}
                  >
                    ${inWords(text)}
                  </button>`
            }
            <span class="kd-note">${rich('for {0}', formatDuration(at - since))}</span>
          </li>`,
      )}
    </ul>`,
    { count: blocked.length },
  );
}

export function pluginTable({ plugins }: NetworkPage, goTo: GoTo): TemplateResult | typeof nothing {
  if (plugins.length === 0) return nothing;
  return section(
    t('By plugin'),
    dataTable<PluginRow>({
      label: t('Calls by plugin'),
      rows: plugins,
      columns: [
        {
          name: t('Plugin'),
          look: 'fit',
          value: ({ plugin }) => plugin,
          cell: ({ plugin }) => plugin ?? html`<span class="kd-quiet">${t('not named')}</span>`,
        },
        {
          name: t('Call'),
          look: 'fit',
          value: ({ command }) => command,
          cell: ({ command }) => command,
        },
        { name: t('Calls'), look: 'end', value: ({ calls }) => calls, cell: ({ calls }) => calls },
        {
          name: t('Failing'),
          look: 'end',
          value: ({ failing }) => failing,
          cell: ({ failing }) =>
            failing === 0 ? 0 : html`<span class="kd-error">${failing}</span>`,
        },
        {
          name: t('Failed attempts'),
          look: 'end',
          value: ({ failures }) => failures,
          cell: ({ failures }) => failures,
        },
        {
          name: t('Longest'),
          look: 'end',
          value: ({ longest }) => longest,
          cell: ({ longest, isLeast }) => longestText(longest, isLeast),
        },
        {
          name: t('Last error'),
          value: ({ lastError }) => lastError,
          cell: ({ lastError, input }) =>
            lastError === undefined
              ? nothing
              : lineLink(html`<span class="kd-log">${lastError}</span>`, input, goTo, 'plain'),
        },
      ],
    }),
  );
}

function longestText(longest: number | undefined, isLeast: boolean): TemplateResult {
  if (longest === undefined) return html`<span class="kd-quiet">${t('unknown')}</span>`;
  const text = formatDuration(longest);
  return html`<span class="kd-number">${isLeast ? t('at least {0}', text) : text}</span>`;
}

/** Sandboxes of one pod, or of pods that no line names, with one reason. */
interface Leftovers {
  readonly first: LeftoverRow;
  readonly all: readonly LeftoverRow[];
}

function alike(leftovers: readonly LeftoverRow[]): readonly Leftovers[] {
  const groups = new Map<string, LeftoverRow[]>();
  for (const row of leftovers) {
    const key = `${row.pod} ${row.why}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all }];
  });
}

export function leftoverTable(
  { leftovers }: NetworkPage,
  { goTo, showPod }: Actions,
): TemplateResult | typeof nothing {
  if (leftovers.length === 0) return nothing;
  return section(
    t('Possible leaks on the node'),
    dataTable<Leftovers>({
      label: t('Possible leaks of failed teardowns'),
      rows: alike(leftovers),
      columns: [
        {
          name: t('Pod'),
          value: ({ first: { pod } }) => inWords(pod),
          cell: ({ first: { pod, podKey } }) =>
            podKey === undefined
              ? html`<span class="kd-quiet">${inWords(pod)}</span>`
              : html`<button
                  class="kd-link"
                  @click=${() => {
                    showPod(podKey);
                  }}
                >
                  ${pod}
                </button>`,
        },
        {
          name: t('Sandboxes'),
          first: 'down',
          value: ({ all }) => all.length,
          cell: ({ all }) =>
            html`<span class="kd-ids"
              >${all.map(({ sandboxId, provedBy }) =>
                lineLink(
                  html`<span class="kd-mono"
                    >${sandboxId === undefined ? t('unknown') : shortId(sandboxId)}</span
                  >`,
                  provedBy[0],
                  goTo,
                ),
              )}</span
            >`,
        },
        {
          name: t('What'),
          value: ({ first: { what } }) => inWords(what),
          cell: ({ first: { what, known } }) => html`${inWords(what)}${knownMark(known)}`,
        },
        {
          name: t('Why'),
          value: ({ first: { why } }) => inWords(why),
          cell: ({ first: { why } }) => inWords(why),
        },
      ],
    }),
    { count: leftovers.length },
  );
}
