// Where the kubelet kept a journal, its channels and its work queue are drawn as they were: no line of a log tells that.
import { formatDuration } from '../../src/base/time.ts';
import type { ChannelRow, MachineView } from '../../src/protocol/machineApi.ts';
import type { MachinePage, MachinePart } from '../../src/protocol/pageApi.ts';
import { t } from '../shared/l10n.ts';

type Part = MachinePage['parts'][number];
type Named = Part['values'][number];

/** The channel that each source fills is drawn nowhere: the part of that name is the source itself. */
const channels: Readonly<Record<string, MachinePart>> = {
  updates: 'configCh',
  plegCh: 'plegCh',
  syncCh: 'syncCh',
  probeCh: 'probeCh',
  housekeepingCh: 'housekeepingCh',
};

export function withHeld(page: MachinePage, held: MachineView): MachinePage {
  const rows = new Map(held.parts.channels?.channels.map((row) => [channels[row.channel], row]));
  const parts = page.parts.map((part) => {
    const row = rows.get(part.part);
    if (row !== undefined) return replaced(part, channelValues(row));
    return part.part === 'workQueue' && held.parts.workQueue !== undefined
      ? { ...part, values: queueValues(held) }
      : part;
  });
  return { ...page, parts };
}

/** The first value is the one that the drawing has room for. */
function replaced(part: Part, values: readonly Named[]): Part {
  const names = new Set(values.map(({ name }) => name));
  return { ...part, values: [...values, ...part.values.filter(({ name }) => !names.has(name))] };
}

function seen(name: string, text: string): Named {
  return { name, value: { text, known: 'seen', provedBy: [] } };
}

function channelValues({ waiting, capacity, items, full }: ChannelRow): readonly Named[] {
  const room = capacity === 0 ? String(waiting) : t('{0} of {1}', waiting, capacity);
  return [
    seen('holds', full ? t('{0}, full', room) : room),
    ...items.slice(0, 3).map(({ text }, index) => seen(t('waiting {0}', index + 1), text)),
  ];
}

function queueValues({ at, parts }: MachineView): readonly Named[] {
  const { total = 0, due = [] } = parts.workQueue ?? {};
  const [first] = due;
  return [
    seen('due', total === 1 ? t('1 pod') : t('{0} pods', total)),
    ...(first === undefined
      ? []
      : [
          seen(
            'next',
            first.due <= at
              ? t('{0}, now', first.pod.name)
              : t('{0}, in {1}', first.pod.name, formatDuration(first.due - at)),
          ),
        ]),
  ];
}
