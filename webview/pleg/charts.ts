// The two charts of the page, one above the other on one axis of time: relists against the limit of three minutes, events by kind.
import uPlot from 'uplot';
import { toDisposable, type Disposable } from '../../src/base/disposable.ts';
import { MILLISECOND, MINUTE, SECOND } from '../../src/base/time.ts';
import type { PlegPage } from '../../src/protocol/pageApi.ts';
import { onThemeChange, readTheme, type Theme } from '../shared/theme.ts';
import { ticks, type Tick } from '../shared/timeScale.ts';
import { hatch, spanOf } from './shade.ts';
import { t } from '../shared/l10n.ts';

/** Below and above, nobody cares for the difference. */
const LEAST = 10 * MILLISECOND;
const MOST = 15 * MINUTE;
const LIMIT = 3 * MINUTE;

/** Where a length of time stands: a relist takes milliseconds or minutes, so the axis grows by powers of ten. */
function heightOf(length: number): number {
  return Math.log10(Math.min(MOST, Math.max(LEAST, length)));
}

const levels = new Map([
  [heightOf(LEAST), '≤ 10 ms'],
  [heightOf(100 * MILLISECOND), '100 ms'],
  [heightOf(SECOND), '1 s'],
  [heightOf(10 * SECOND), '10 s'],
  [heightOf(MINUTE), '1 min'],
  [heightOf(LIMIT), '3 min'],
  [heightOf(10 * MINUTE), '10 min'],
]);

const eventColors: Readonly<Record<string, string>> = {
  ContainerStarted: 'charts.green',
  ContainerDied: 'kubeletWorker.terminating',
  ContainerRemoved: 'charts.purple',
  ContainerChanged: 'charts.yellow',
  PodSync: 'charts.blue',
};

export class PlegCharts implements Disposable {
  private readonly relistHost: HTMLElement;
  private readonly eventHost: HTMLElement;
  private readonly pick: (time: number) => void;
  private readonly watching: Disposable[];
  private plots: uPlot[] = [];
  private page: PlegPage | undefined;
  private shape = '';

  constructor(relistHost: HTMLElement, eventHost: HTMLElement, pick: (time: number) => void) {
    this.relistHost = relistHost;
    this.eventHost = eventHost;
    this.pick = pick;
    const resizing = new ResizeObserver(() => {
      for (const plot of this.plots) plot.setSize({ width: this.width, height: plot.height });
    });
    resizing.observe(eventHost);
    this.watching = [
      onThemeChange(() => {
        this.make();
      }),
      toDisposable(() => {
        resizing.disconnect();
      }),
    ];
  }

  private get width(): number {
    return Math.max(200, this.eventHost.clientWidth);
  }

  /** Charts are made again only when their data changed; for a move of the cursor they are drawn again as they are. */
  show(page: PlegPage): void {
    this.page = page;
    const shape = JSON.stringify([
      page.from,
      page.to,
      page.relists,
      page.ages,
      page.kinds.map(({ parts }) => parts),
    ]);
    if (shape === this.shape) for (const plot of this.plots) plot.redraw(false);
    else {
      this.shape = shape;
      this.make();
    }
  }

  private make(): void {
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    const { page } = this;
    if (page === undefined) return;
    const theme = readTheme();
    const sync = uPlot.sync('pleg');
    const common = this.common(theme, sync.key);
    this.plots = [
      new uPlot(relistOptions(common, theme), relistData(page), this.relistHost),
      new uPlot(eventOptions(common, theme, page), eventData(page), this.eventHost),
    ];
  }

  private common(theme: Theme, key: string): Common {
    return {
      width: this.width,
      page: () => this.page,
      sync: key,
      onReady: (plot) => {
        plot.over.addEventListener('dblclick', (event) => {
          this.pick(plot.posToVal(event.offsetX, 'x'));
        });
      },
      axis: {
        stroke: theme.color('descriptionForeground'),
        grid: {
          // Where lines are to be few and strong, the axes are enough.
          show: !theme.highContrast,
          stroke: theme.color('editorIndentGuide.background1', 'panel.border'),
          width: 1,
        },
        ticks: { show: false },
        font: `11px ${theme.font}`,
      },
      shade: (plot) => {
        if (this.page !== undefined) shade(plot, this.page, theme);
      },
      mark: (plot) => {
        if (this.page !== undefined) cursorLine(plot, this.page.at, theme);
      },
    };
  }

  dispose(): void {
    for (const each of [
      ...this.watching,
      ...this.plots.map((plot) => ({
        dispose: () => {
          plot.destroy();
        },
      })),
    ])
      each.dispose();
  }
}

interface Common {
  readonly width: number;
  readonly sync: string;
  readonly axis: uPlot.Axis;
  readonly page: () => PlegPage | undefined;
  readonly onReady: (plot: uPlot) => void;
  readonly shade: (plot: uPlot) => void;
  readonly mark: (plot: uPlot) => void;
}

function baseOptions(common: Common, height: number): Omit<uPlot.Options, 'series'> {
  const { width, sync, axis, onReady, shade: below, mark } = common;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { sync: { key: sync }, y: false, drag: { x: true, y: false } },
    padding: [8, 12, 0, 0],
    scales: { x: { time: false, range: (_, least, most) => [least, most] } },
    hooks: { ready: [onReady], drawClear: [below], draw: [mark] },
    axes: [
      {
        ...axis,
        splits: (plot, _, from, to) => roundTimes(plot, from, to).map(({ time }) => time),
        values: (plot) => {
          const { min = 0, max = 0 } = plot.scales['x'] ?? {};
          return roundTimes(plot, min, max).map(({ text }) => text);
        },
        size: 26,
      },
    ],
  };
}

function roundTimes(plot: uPlot, from: number, to: number): readonly Tick[] {
  return ticks({ from, to }, plot.bbox.width / devicePixelRatio, 90);
}

function relistOptions(common: Common, theme: Theme): uPlot.Options {
  const base = baseOptions(common, 230);
  return {
    ...base,
    scales: { ...base.scales, y: { range: [heightOf(LEAST), heightOf(MOST)] } },
    axes: [
      ...(base.axes ?? []),
      {
        ...common.axis,
        size: 64,
        splits: () => [...levels.keys()],
        values: (_, splits) => splits.map((level) => levels.get(level) ?? ''),
      },
    ],
    series: [
      {},
      {
        label: t('between relists'),
        stroke: theme.color('charts.blue'),
        width: 1.5,
        points: { show: false },
        ...steppedPath(-1),
      },
      {
        label: t('a relist took'),
        stroke: theme.color('charts.green'),
        dash: [4, 3],
        width: 1.5,
        points: { show: false },
        ...steppedPath(1),
      },
      {
        label: t('age of the last relist, as the sync loop reports it'),
        stroke: theme.color('charts.red', 'errorForeground'),
        width: 2,
        points: { size: 5 },
      },
    ],
    hooks: {
      ...base.hooks,
      draw: [
        (plot: uPlot) => {
          limitLine(plot, theme);
        },
        ...(base.hooks?.draw ?? []),
      ].filter((hook) => hook !== undefined),
    },
  };
}

/** `1`: a value holds until the next point; `-1`: it holds since the point before. */
function steppedPath(align: 1 | -1): Pick<uPlot.Series, 'paths'> {
  const paths = uPlot.paths.stepped?.({ align });
  return paths === undefined ? {} : { paths };
}

/** One column of x for all series: where a series says nothing, null. */
function relistData({ from, to, relists, ages }: PlegPage): uPlot.AlignedData {
  type Row = [number, number | null, number | null, number | null];
  const height = (length: number | undefined): number | null =>
    length === undefined ? null : heightOf(length);
  const rows: Row[] = [
    [from, null, null, null],
    ...relists.map(({ at, interval, duration }): Row => [
      at,
      height(interval),
      height(duration),
      null,
    ]),
    ...ages.map(({ at, age }): Row => [at, null, null, height(age)]),
    [to, null, null, null],
  ];
  rows.sort((a, b) => a[0] - b[0]);
  // A gap between two points of one series is no gap in time: the other series' points are skipped.
  const column = (index: 1 | 2 | 3): (number | null | undefined)[] =>
    rows.map((row) => row[index] ?? undefined);
  return [rows.map(([at]) => at), column(1), column(2), column(3)];
}

function eventOptions(common: Common, theme: Theme, page: PlegPage): uPlot.Options {
  const base = baseOptions(common, 130);
  const bars = uPlot.paths.bars?.({ size: [0.9, 24], align: 1 });
  return {
    ...base,
    scales: { ...base.scales, y: { range: (_, __, most) => [0, Math.max(1, most) * 1.1] } },
    axes: [
      ...(base.axes ?? []),
      {
        ...common.axis,
        size: 64,
        values: (_, splits) => splits.map((n) => (Number.isInteger(n) ? String(n) : '')),
      },
    ],
    series: [
      {},
      ...page.kinds.toReversed().map(({ type }) => ({
        label: type,
        fill: theme.color(eventColors[type] ?? 'charts.blue'),
        stroke: theme.color(eventColors[type] ?? 'charts.blue'),
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
  };
}

/** Stacked: the highest is drawn first, the others before it. */
function eventData({ from, to, step, kinds }: PlegPage): uPlot.AlignedData {
  const times = Array.from({ length: kinds[0]?.parts.length ?? 2 }, (_, i) => from + i * step);
  let below = times.map(() => 0);
  const stacked = kinds.map(({ parts }) => {
    below = below.map((sum, i) => sum + (parts[i] ?? 0));
    return below.map((sum, i) => (parts[i] === 0 ? null : sum));
  });
  return [[...times, to], ...stacked.toReversed().map((column) => [...column, null])];
}

/** What lies below the curves: stalls in a tone, blind stretches hatched. */
function shade(plot: uPlot, page: PlegPage, theme: Theme): void {
  const { ctx, bbox } = plot;
  ctx.save();
  for (const { from, to } of page.blind) {
    const [left, width] = spanOf(plot, from, to);
    hatch(ctx, left, bbox.top, width, bbox.height, theme.color('descriptionForeground'));
  }
  ctx.fillStyle = theme.color('charts.red', 'errorForeground');
  ctx.strokeStyle = ctx.fillStyle;
  for (const { from, to } of page.stalls) {
    const [left, width] = spanOf(plot, from, to);
    ctx.globalAlpha = theme.highContrast ? 0 : 0.12;
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.globalAlpha = theme.highContrast ? 1 : 0.5;
    ctx.strokeRect(left, bbox.top, width, bbox.height);
  }
  ctx.restore();
}

function limitLine(plot: uPlot, theme: Theme): void {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(heightOf(LIMIT), 'y', true);
  ctx.save();
  ctx.strokeStyle = theme.color('editorWarning.foreground');
  ctx.fillStyle = ctx.strokeStyle;
  ctx.setLineDash([6, 4]);
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.font = `${11 * devicePixelRatio}px ${theme.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.fillText(t('unhealthy after 3 min'), bbox.left + 6 * devicePixelRatio, y - 2);
  ctx.restore();
}

function cursorLine(plot: uPlot, at: number, theme: Theme): void {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(at, 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.save();
  ctx.strokeStyle = theme.color('kubelet.cursor');
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
