// The chart with what belongs to it while it is shown: minimap, tooltip, and the zoom that takes a few frames.
import { assert } from '../../src/base/assert.ts';
import { DisposableStore, type Disposable } from '../../src/base/disposable.ts';
import type { CounterName } from '../../src/protocol/rows.ts';
import { Chart, type ChartEvents } from './chart.ts';
import { Pointers } from './pointers.ts';
import { groupKey } from './arrange.ts';
import { valueAt } from './counters.ts';
import { counterTitles, groupLines, valueLines } from './counterWords.ts';
import { groupTitle, laneTitle } from './describe.ts';
import { isLarge, layOut, type Layout, type PlacedGroup } from './layout.ts';
import { COLUMNS, Minimap } from './minimap.ts';
import type { TimelineModel, View } from './model.ts';
import { windowOf } from './scene.ts';
import { Tip } from './tip.ts';
import type { Tools } from './tools.ts';
import { Zoomer } from './zoomer.ts';

export type StageEvents = Pick<
  ChartEvents,
  'onView' | 'onPick' | 'onGo' | 'onFold' | 'onCarry' | 'onOpen' | 'onMenu'
>;

export class Stage implements Disposable {
  readonly chart: Chart;
  readonly zoomer: Zoomer;
  readonly minimap: Minimap;
  private readonly model: TimelineModel;
  private readonly tools: Tools;
  private readonly tip: Tip;
  private readonly store = new DisposableStore();
  private overviewOf = '';

  constructor(
    root: ParentNode,
    model: TimelineModel,
    tools: Tools,
    calm: boolean,
    events: StageEvents,
  ) {
    this.model = model;
    this.tools = tools;
    const host = elementOf(root, '.kd-chart', HTMLElement);
    this.tip = new Tip(elementOf(host, '.kd-tip', HTMLElement), model.client);
    const chartEvents: ChartEvents = {
      ...events,
      onView: () => {
        this.minimap.alignTo(this.chart.labelWidth);
        events.onView();
      },
      onHover: (item, lane, x, y) => {
        const onLabel = item === undefined && x < this.chart.labelWidth;
        const heading = this.chart.groupAtY(y);
        host.title = !onLabel ? '' : heading === undefined ? laneTitle(lane) : groupTitle(heading);
        if (heading !== undefined && !onLabel) this.showGroup(heading, x, y, host);
        else if (lane?.counter === undefined || onLabel) void this.tip.show(item, lane, x, y, host);
        else this.showCounter(lane.counter, x, y, host);
      },
      onRange: (range) => void tools.setRange(range),
    };
    const base = elementOf(host, '.kd-base', HTMLCanvasElement);
    const over = elementOf(host, '.kd-over', HTMLCanvasElement);
    this.chart = this.store.add(new Chart(host, base, over, chartEvents));
    this.store.add(new Pointers(host, this.chart, chartEvents));
    this.zoomer = this.store.add(new Zoomer(this.chart, calm));
    this.minimap = this.store.add(this.mapOf(elementOf(root, '.kd-map', HTMLCanvasElement)));
    this.chart.setMarks(tools.marks);
    this.chart.setRange(tools.range);
    this.feed();
  }

  private showCounter(counter: CounterName, x: number, y: number, host: HTMLElement): void {
    const { chart, model, tip } = this;
    const steps = model.counters.of(counter);
    const time = chart.timeAt(x);
    const value = steps && valueAt(steps, time);
    const told = { title: counterTitles[counter], lines: valueLines(counter, value), value };
    tip.showValue(told, time, { x, y, host });
  }

  private showGroup(group: PlacedGroup, x: number, y: number, host: HTMLElement): void {
    const { chart, model, tip } = this;
    const steps = isLarge(group)
      ? model.groups.of(groupKey(chart.grouping, group.name))
      : undefined;
    const time = chart.timeAt(x);
    const value = steps && valueAt(steps, time);
    if (value === undefined) void tip.show(undefined, undefined, x, y, host);
    else
      tip.showValue(
        { title: groupTitle(group), lines: groupLines(value), value: undefined },
        time,
        { x, y, host },
      );
  }

  private mapOf(canvas: HTMLCanvasElement): Minimap {
    const { chart, tools, model } = this;
    return new Minimap(
      canvas,
      () => {
        const { all, window, range, marks } = chart;
        const hits = tools.finder.columns;
        return { all, window, range, marks, hits, cursor: model.cursor?.time };
      },
      (window) => {
        chart.setWindow(window);
      },
    );
  }

  /** What the model knows, to the chart. */
  feed(): void {
    const { chart, tools, model } = this;
    chart.all = tools.all;
    void this.askOverview();
    chart.items = model.items;
    chart.counters = model.counters;
    chart.groups = model.groups;
    chart.grouping = tools.grouping;
    chart.selectedPod = model.cursor?.selectedPod;
    chart.alignment = tools.comparison?.alignment;
    chart.setLayout(this.layout());
    chart.setCursor(model.cursor?.time);
  }

  /** Lanes as they are to stand, with the one under the pointer where it is. */
  resort(): void {
    this.chart.setLayoutAround(this.layout());
  }

  private layout(): Layout {
    const { tools, model } = this;
    return layOut(tools.arranged(), model.findings.rowOf.size, tools.folded);
  }

  /** What is in sight: one view, or one for each pod that is laid over another. */
  views(): readonly View[] {
    const { chart, tools } = this;
    const { grouping } = tools;
    const names = grouping === 'none' || tools.filter !== '' ? [] : chart.groupsInSight();
    const groups = grouping === 'none' ? {} : { groups: { by: grouping, names } };
    const width = Math.max(100, chart.plotWidth);
    const seen = chart.lanesNear(0);
    if (chart.alignment === undefined)
      return [{ window: chart.window, width, seen, near: chart.lanesNear(0.5), ...groups }];
    return seen.map((lane) => ({
      window: windowOf(chart, lane),
      width,
      seen: [lane],
      near: [lane],
    }));
  }

  /** Of another tape, or of another stretch of it. */
  private async askOverview(): Promise<void> {
    const { from, to } = this.chart.all;
    const asked = `${this.model.session?.revision ?? 0} ${from} ${to}`;
    if (asked === this.overviewOf) return;
    this.overviewOf = asked;
    this.minimap.set(await this.model.overview(this.chart.all, COLUMNS).catch(() => undefined));
  }

  dispose(): void {
    this.store.dispose();
  }
}

function elementOf<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  assert(found instanceof type, `the page has ${selector}`);
  return found;
}
