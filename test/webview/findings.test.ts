// @vitest-environment happy-dom
// The findings page on made-up findings: what hangs on what, what is found by a filter, what keys and clicks do.
import { afterEach, expect, test } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { micros, SECOND } from '../../src/base/time.ts';
import { ChannelError } from '../../src/protocol/channel.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import type { FindingAttempt, FindingRow, RelatedFinding } from '../../src/protocol/rows.ts';
import { groupsOf, type Group } from '../../webview/findings/groups.ts';
import { FindingsPage, type PageClient } from '../../webview/findings/page.ts';
import { freshState, readState } from '../../webview/findings/state.ts';
import { wordsOf } from '../../src/protocol/lineWords.ts';
import { spanText, subtitleOf } from '../../webview/findings/words.ts';
import { sessionInfo } from '../support/rowSamples.ts';

customElements.define('kd-findings', FindingsPage);

const at = (seconds: number) => micros(1_795_253_640_000_000 + seconds * SECOND);

function finding(key: string, rest: Partial<FindingRow> = {}): FindingRow {
  return {
    id: key,
    key,
    title: `Title of ${key}`,
    severity: 'high',
    confidence: 0.9,
    podKey: undefined,
    pod: undefined,
    node: undefined,
    spread: undefined,
    began: at(0),
    first: at(0),
    last: at(40),
    ended: undefined,
    spans: [{ from: rest.began ?? at(0), to: rest.ended, isQuiet: false }],
    count: 5,
    period: 10 * SECOND,
    explanation: 'It cannot go on.',
    causedBy: undefined,
    overdue: undefined,
    evidence: [],
    checks: [],
    remedy: [],
    ruledOut: [],
    references: [],
    label: `high: Title of ${key}`,
    ...rest,
  };
}

const rows: readonly FindingRow[] = [
  finding('runtime-hangs', {
    evidence: [
      {
        input: { source: sourceId(0), offset: 512 },
        role: 'cause',
        at: at(1),
        text: 'E1121 09:34:01.000000     100 log.go:32] "ListPodSandbox failed" err="<img src=x onerror=alert(1)>"',
      },
    ],
    checks: [{ text: 'Is it alive?', command: 'crictl info' }],
    remedy: [{ text: 'Restart it', risk: 'containers may die' }],
    ruledOut: [{ id: 'disk-slow', why: 'no call returned at all' }],
    references: ['https://example.com/1', 'javascript:alert(1)'],
  }),
  finding('pleg-unhealthy', { causedBy: 'runtime-hangs', severity: 'critical' }),
  finding('kill-late', { causedBy: 'pleg-unhealthy', pod: 'default/web-1', severity: 'medium' }),
  finding('image-gone', { pod: 'shop/cart', severity: 'medium' }),
  finding('orphan', { severity: 'info' }),
];

function shape(groups: readonly Group[]): string {
  const tree = (branches: Group['branches']): string =>
    branches
      .map(({ item, children }) =>
        children.length === 0 ? item.id : `${item.id}(${tree(children)})`,
      )
      .join(' ');
  return groups.map(({ name, branches }) => `${name}: ${tree(branches)}`).join('; ');
}

const harmless = 'Harmless, or undecidable from this log: orphan';

test.each([
  ['cause', '', `: runtime-hangs(pleg-unhealthy(kill-late)) image-gone; ${harmless}`],
  [
    'severity',
    '',
    `High: runtime-hangs; Critical: pleg-unhealthy; Medium: kill-late image-gone; ${harmless}`,
  ],
  [
    'pod',
    '',
    `The node: runtime-hangs pleg-unhealthy; default/web-1: kill-late; shop/cart: image-gone; ${harmless}`,
  ],
  ['cause', 'kill-late', ': runtime-hangs(pleg-unhealthy(kill-late))'],
  ['cause', 'runtime-hangs', ': runtime-hangs'],
  ['pod', 'nothing of the kind', ''],
] as const)('by %s, of which “%s” is left by a filter', (grouping, left, expected) => {
  const matching = left === '' ? undefined : new Set([left]);
  expect(shape(groupsOf(rows, grouping, matching))).toBe(expected);
});

test('what it says of a finding', () => {
  expect(subtitleOf(finding('x', { pod: 'default/web-1' }), at(50))).toBe(
    'default/web-1 · 5 × · for 50 s',
  );
  expect(subtitleOf(finding('x', { count: 1, ended: at(20) }), at(50))).toBe('ended 30 s ago');
  const quiet = finding('x', {
    ended: at(20),
    spans: [{ from: at(0), to: at(20), isQuiet: true }],
  });
  expect(subtitleOf(quiet, at(50))).toBe('5 × · last seen 30 s ago');
  expect(spanText(finding('x', { first: at(5) }))).toBe(
    'Began 09:34:00.000, its first line is of 09:34:05.000, still ongoing at the end of the log; 5 times until 09:34:40.000, ~10 s apart.',
  );
  expect(wordsOf('E1121 09:34:01.000000     100 log.go:32] "A \\"b\\"" err="c"')).toBe(
    'A \\"b\\" err="c"',
  );
});

test.each([[undefined], ['x'], [{ grouping: 'colour', filter: 3, selected: null }]])(
  'a state kept as %j is a fresh one',
  (kept) => {
    expect(readState(kept)).toEqual(freshState);
  },
);

/** As the engine has it, with a line for each attempt. */
function relatedTo(row: FindingRow, all: readonly FindingRow[]): RelatedFinding {
  const shown = row.evidence.map(({ at: time, text, ...evidence }, index) => ({
    ...{ number: index + 1, at: time, began: undefined, ending: undefined },
    lines: [{ ...evidence, at: time ?? at(0), text, said: wordsOf(text) }],
  }));
  return {
    ...{ row, explanation: row.explanation, rootError: undefined, blocks: [] },
    attempts: { total: shown.length, shown },
    cause: all.find(({ key }) => key === row.causedBy),
    consequences: all.filter(({ causedBy }) => causedBy === row.key),
  };
}

interface Opened {
  readonly page: FindingsPage;
  readonly calls: unknown[][];
  readonly answers: Record<string, unknown>;
  tell(event: HostEvent): void;
}

async function open(
  target?: string,
  found = rows,
  many?: Record<string, unknown>,
): Promise<Opened> {
  const calls: unknown[][] = [];
  const listeners: ((event: HostEvent) => void)[] = [];
  const answers: Record<string, unknown> = {
    session: sessionInfo,
    findingBriefs: { revision: 1, total: found.length, rows: found },
    ...many,
  };
  const whole = ([key]: unknown[]): RelatedFinding | undefined => {
    const row = found.find((each) => each.key === key);
    return row && relatedTo(row, found);
  };
  const client = {
    call: (method: string, args: unknown[]) => {
      calls.push([method, ...args]);
      const own = method in answers || method !== 'finding';
      return Promise.resolve(own ? answers[method] : whole(args));
    },
    onEvent: (listener: (event: HostEvent) => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  } as unknown as PageClient;
  const page = new FindingsPage(client, freshState, () => undefined, target);
  document.body.append(page);
  await page.begin();
  await page.updateComplete;
  return {
    page,
    calls,
    answers,
    tell(event) {
      for (const listener of listeners) listener(event);
    },
  };
}

afterEach(() => {
  document.body.replaceChildren();
});

function shown({ page }: Opened, selector: string): readonly string[] {
  return [...page.renderRoot.querySelectorAll(selector)].map((element) =>
    element.textContent.replace(/\s+/g, ' ').trim(),
  );
}

test('shows the first finding in full; text of the log is only text', async () => {
  const opened = await open();
  expect(shown(opened, '.kd-details h2')).toEqual(['Title of runtime-hangs']);
  expect(shown(opened, '.kd-message')[0] ?? '').toContain('<img src=x onerror=alert(1)>');
  expect(opened.page.renderRoot.querySelector('img')).toBeNull();
  const links = [...opened.page.renderRoot.querySelectorAll('a')].map((link) =>
    link.getAttribute('href'),
  );
  expect(links).toEqual(['https://example.com/1']);
  expect(shown(opened, '.kd-risk')).toEqual(['Risk: containers may die']);
});

test('what follows stands one level below its cause', async () => {
  const opened = await open();
  const cards = [...opened.page.renderRoot.querySelectorAll('.kd-card')];
  expect(
    cards.map(
      (card) =>
        `${card.getAttribute('aria-level') ?? ''} ${card.querySelector('.kd-title')?.textContent ?? ''}`,
    ),
  ).toEqual([
    '1 Title of runtime-hangs',
    '2 Title of pleg-unhealthy',
    '3 Title of kill-late',
    '1 Title of image-gone',
  ]);
});

test('what is harmless is shown when asked for', async () => {
  const opened = await open();
  expect(shown(opened, '.kd-fold')).toEqual(['1 × Harmless, or undecidable from this log']);
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-fold')?.click();
  await opened.page.updateComplete;
  expect(shown(opened, '.kd-title').at(-1)).toBe('Title of orphan');
  const direct = await open('orphan');
  expect(shown(direct, '.kd-details h2')).toEqual(['Title of orphan']);
});

test('keys walk through the tree, and a line goes to the log', async () => {
  const opened = await open();
  const press = async (key: string): Promise<void> => {
    opened.page.renderRoot
      .querySelector('.kd-tree')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await opened.page.updateComplete;
  };
  await press('ArrowDown');
  expect(shown(opened, '.kd-details h2')).toEqual(['Title of pleg-unhealthy']);
  await press('End');
  await press('ArrowDown');
  expect(shown(opened, '.kd-details h2')).toEqual(['Title of image-gone']);
  await press('Home');
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-lines button')?.click();
  const input = { source: 0, offset: 512 };
  expect(opened.calls.slice(-2)).toEqual([
    ['seek', { kind: 'input', input }],
    ['openLog', input],
  ]);
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-command vscode-button')?.click();
  expect(opened.calls.at(-1)).toEqual(['copy', 'crictl info']);
});

test('is opened for one finding, and shows another when told', async () => {
  const opened = await open('kill-late');
  expect(shown(opened, '.kd-details h2')).toEqual(['Title of kill-late']);
  expect(shown(opened, '.kd-details .kd-link')).toEqual(['Title of pleg-unhealthy']);
  opened.tell({ kind: 'show', target: 'image-gone' });
  await expect.poll(() => shown(opened, '.kd-details h2')).toEqual(['Title of image-gone']);
});

test('what a filter leaves is asked of the engine, and a kept filter that is none any more is let go', async () => {
  const opened = await open();
  const field = opened.page.renderRoot.querySelector('kd-filter-field');
  opened.answers['findingBriefs'] = {
    revision: 1,
    total: 5,
    rows,
    matching: ['image-gone', 'orphan'],
  };
  field?.dispatchEvent(new CustomEvent('kd-filter', { detail: 'sev>=W or orphan' }));
  await expect
    .poll(() => shown(opened, '.kd-title'))
    .toEqual(['Title of image-gone', 'Title of orphan']);
  const query = { start: 0, count: 1_000, text: 'sev>=W or orphan' };
  const asked = () => opened.calls.filter(([method]) => method === 'findingBriefs');
  expect(asked().at(-1)).toEqual(['findingBriefs', query]);
  opened.answers['findingBriefs'] = Promise.reject(new ChannelError('no filter', 'bad-filter'));
  opened.tell({ kind: 'changed', revision: 2 });
  await expect.poll(() => asked().at(-1)).toEqual(['findingBriefs', { start: 0, count: 1_000 }]);
});

test('as a table they are sorted by the engine, and a click on one shows it', async () => {
  const opened = await open();
  const press = (text: string): void => {
    const buttons = [...opened.page.renderRoot.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.includes(text))?.click();
  };
  const sorted = (): readonly (string | null)[] =>
    [...opened.page.renderRoot.querySelectorAll('[aria-sort]')].map((heading) =>
      heading.getAttribute('aria-sort'),
    );
  const asked = (): unknown => opened.calls.findLast(([method]) => method === 'findingBriefs')?.[1];
  press('As a table');
  const range = { start: 0, count: 50 };
  await expect.poll(asked).toEqual({ ...range, by: 'severity', order: 'down' });
  await expect.poll(sorted).toEqual(['descending']);
  press('Times');
  await expect.poll(asked).toEqual({ ...range, by: 'count', order: 'down' });
  press('Times');
  await expect.poll(asked).toEqual({ ...range, by: 'count', order: 'up' });
  await expect.poll(sorted).toEqual(['ascending']);
  press('Title of image-gone');
  await expect.poll(() => shown(opened, '.kd-details h2')).toEqual(['Title of image-gone']);
  expect(shown(opened, 'tr.kd-current .kd-link')).toEqual(['Title of image-gone']);
});

test('however many there are, one question brings a list of them', async () => {
  const opened = await open(undefined, rows, {
    findingBriefs: { revision: 1, total: 9_205, rows },
  });
  expect(opened.calls.filter(([method]) => method === 'findingBriefs').length).toBe(1);
});

test('says that nothing is wrong', async () => {
  const opened = await open(undefined, []);
  expect(shown(opened, '.kd-empty')).toEqual(['No problems found in this log.']);
});

test('says that a log tells nothing of a kubelet', async () => {
  const session = { ...sessionInfo, withoutKubelet: ['etcd'] };
  const opened = await open(undefined, [], { session });
  expect(shown(opened, '.kd-empty')).toEqual([
    'No line in this log tells what a kubelet did: others wrote it (etcd).',
  ]);
});

test('many findings stand by what they are, and unfold part by part', async () => {
  const kind = { id: 'crash', title: 'Container … crashes', severity: 'high', open: 3 } as const;
  const opened = await open(undefined, [], {
    session: { ...sessionInfo, findings: { ...sessionInfo.findings, high: 9_000 } },
    findingKinds: [
      { ...kind, total: 1_976, pods: 1_976, first: 'crash 1' },
      { ...kind, id: 'one', title: 'One alone', total: 1, pods: 1, first: 'one 1', open: 1 },
      { ...kind, id: 'quiet', severity: 'info', title: 'Quiet', total: 4, pods: 2, first: 'q 1' },
    ],
    findingBriefs: { revision: 1, total: 1_976, rows: [finding('crash 1'), finding('crash 2')] },
    finding: rows[0] && relatedTo(rows[0], []),
  });
  expect(opened.calls.map(([method]) => method)).toEqual(['session', 'findingKinds', 'finding']);
  expect(shown(opened, '.kd-card')).toEqual([
    '▸Container … crashes high 1,976 pods · 3 here at the cursor',
    'One alone high here at the cursor',
  ]);
  expect(shown(opened, '.kd-fold')).toEqual(['4 × Harmless, or undecidable from this log']);
  expect(shown(opened, '.kd-details h2')).toEqual(['Title of runtime-hangs']);
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-card')?.click();
  await expect.poll(() => shown(opened, '.kd-title').length).toBe(4);
  expect(opened.calls).toContainEqual(['findingBriefs', { start: 0, count: 20, kind: 'crash' }]);
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-more button')?.click();
  await expect.poll(() => shown(opened, '.kd-title').length).toBe(6);
  expect(opened.calls.at(-1)).toEqual(['findingBriefs', { start: 2, count: 20, kind: 'crash' }]);
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-card')?.click();
  await expect.poll(() => shown(opened, '.kd-title').length).toBe(2);
});

const attempt = (number: number | undefined, lines = 2): FindingAttempt => ({
  number,
  at: at(number ?? 0),
  began: number === 7 ? { at: at(3), known: 'inferred', input: undefined } : undefined,
  ending: `${'x'.repeat(200)} ends with no such file or directory`,
  lines: Array.from({ length: lines }, (_, index) => ({
    input: { source: sourceId(0), offset: 512 * (number ?? 0) + index },
    role: 'cause',
    at: at(number ?? 0),
    text: `E1121 log.go:32] line ${index}`,
    said: `line ${index}`,
  })),
});

test('the root error, what it blocks and what to do stand above the lines, which stand by attempt', async () => {
  const [row = finding('x')] = rows;
  const related: RelatedFinding = {
    ...relatedTo(row, rows),
    rootError: 'no such file or directory',
    blocks: ['default/web-1 stays in Terminating'],
    attempts: { total: 1_978, shown: [...[1, 2, 3].map((number) => attempt(number)), attempt(7)] },
  };
  const opened = await open(undefined, rows, { finding: related });
  expect(shown(opened, '.kd-details h3')).toEqual([
    'Root error',
    'What it blocks',
    'What to do',
    'Check on the node',
    'Evidence',
    'Ruled out',
    'References',
  ]);
  expect(shown(opened, '.kd-root code')).toEqual(['no such file or directory']);
  const attempts = [...opened.page.renderRoot.querySelectorAll<HTMLDetailsElement>('.kd-attempt')];
  expect(attempts.map(({ open: isOpen }) => isOpen)).toEqual([true, false, false, true]);
  expect(shown(opened, '.kd-between > summary')).toEqual(['1,976 attempts between']);
  const heads = shown(opened, '.kd-attempt summary');
  expect(heads[0]).toMatch(/^Attempt 1 09:34:01.000 x{200} ends with no such file or directory$/);
  expect(heads[1]).toMatch(/^Attempt 2 09:34:02.000 x{40}…x+ ends with no such file or directory$/);
  expect(heads[3]).toMatch(/^Attempt 7 09:34:07.000 failed after 4 s≈ inferred x/);
  opened.page.renderRoot.querySelector<HTMLElement>('.kd-between p button')?.click();
  await expect
    .poll(() => opened.calls.at(-1))
    .toEqual(['finding', 'runtime-hangs', { between: 220 }]);
});

test('lines that show no attempt stand alone', async () => {
  const [row = finding('x')] = rows;
  const shownAttempts = [attempt(undefined, 1), attempt(undefined, 1), attempt(undefined, 1)];
  const related = { ...relatedTo(row, []), attempts: { total: 3, shown: shownAttempts } };
  const opened = await open(undefined, rows, { finding: related });
  expect(shown(opened, '.kd-attempt')).toEqual([]);
  expect(shown(opened, '.kd-between > summary')).toEqual(['1 between']);
  expect(shown(opened, '.kd-message')).toHaveLength(3);
});

test('a finding beyond the rows at hand is shown when it is asked for', async () => {
  const beyond = relatedTo(finding('beyond'), []);
  const opened = await open('beyond', rows, { finding: beyond });
  expect(shown(opened, '.kd-details h2')).toEqual(['Title of beyond']);
});
