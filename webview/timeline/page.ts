// The timeline page: one cursor in time over everything that the log tells of the kubelet and its pods.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { DisposableStore } from '../../src/base/disposable.ts';
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { InputId } from '../../src/base/input.ts';
import type { Cursor } from '../../src/protocol/engineApi.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { checkerOf, type CheckFilter } from '../shared/filterField.ts';
import { usesScreenReader } from '../shared/theme.ts';
import { including, panned, windowAfter, type TimeWindow } from '../shared/timeScale.ts';
import { Asker } from './asker.ts';
import type { Chart, Point, Under } from './chart.ts';
import { valueAt } from './counters.ts';
import { valueLines } from './counterWords.ts';
import { CursorMoves } from './cursorMoves.ts';
import { laneTitle, sentenceOf } from './describe.ts';
import { helpDialog } from './helpDialog.ts';
import type { TimelineItem } from './items.ts';
import { KEPT_LANES } from './laneStore.ts';
import { keyAction, type Action } from './keys.ts';
import { allLanes } from './layout.ts';
import type { LaneMenu, MenuEntry } from './laneMenu.ts';
import { legend } from './legend.ts';
import { TimelineModel, type PageClient, type View } from './model.ts';
import { nothingOpen } from '../shared/nothingOpen.ts';
import { windowOf } from './scene.ts';
import { side } from './side.ts';
import { sideStyles } from './sideStyles.ts';
import { Stage } from './stage.ts';
import type { Mark, PageState } from './state.ts';
import { styles } from './styles.ts';
import { podFilter, toolbar } from './toolbar.ts';
import { Tools } from './tools.ts';
import type { ToolsHost } from './toolsHost.ts';
import { rich, t } from '../shared/l10n.ts';

/** What a menu is of. */
interface Menu {
  readonly lane: TimelineLane | undefined;
  readonly time: number | undefined;
}

export class TimelinePage extends LitElement implements ToolsHost {
  static override styles = [styles, sideStyles];
  static override properties = {
    revision: { state: true },
    asList: { state: true },
    helps: { state: true },
    spoken: { state: true },
    hint: { state: true },
    menu: { state: true },
  };

  declare revision: number;
  declare asList: boolean;
  declare helps: boolean;
  declare spoken: string;
  declare hint: string;
  declare menu: Menu | undefined;
  private readonly model: TimelineModel;
  private readonly tools: Tools;
  private readonly asker: Asker;
  private readonly cursor: CursorMoves;
  private readonly check: CheckFilter;
  private readonly keep: (state: PageState) => void;
  private readonly store = new DisposableStore();
  private stage: Stage | undefined;
  private lastWindow: TimeWindow | undefined;
  private wishes = 0;
  private readonly calm: boolean;
  private start: PageState | undefined;

  constructor(
    client: PageClient,
    start: PageState | undefined,
    keep: (state: PageState) => void,
    reducedMotion: boolean,
  ) {
    super();
    this.model = new TimelineModel(client);
    this.tools = new Tools(this.model, this, start);
    this.asker = new Asker(
      this.model,
      () => this.views(),
      () => {
        this.fresh();
      },
    );
    this.cursor = new CursorMoves(client);
    this.check = checkerOf(client);
    this.start = start;
    this.keep = keep;
    this.calm = reducedMotion;
    this.revision = 0;
    this.asList = usesScreenReader();
    this.helps = false;
    this.spoken = '';
    this.hint = '';
    this.menu = undefined;
    this.store.add(
      client.onEvent((event) => {
        this.hear(event);
      }),
    );
    addEventListener('focus', this.takeKeys);
  }

  protected override render(): TemplateResult {
    if (this.model.session === undefined) return nothingOpen(this.model.client, this.model.problem);
    const { selected, range, stats, comparison, marks } = this.tools;
    const pair = comparison && {
      a: comparison.a.name,
      b: comparison.b.name,
      rows: comparison.rows,
    };
    return html`<h1 class="kd-hidden">${t('Kubelet Timeline')}</h1>
      ${this.bar()}
      <div class="kd-main">
        ${this.asList ? this.list() : this.canvases()}
        ${side({ selected, range, stats, comparison: pair, marks }, this.tools.side)}
      </div>
      ${this.menu === undefined ? nothing : this.laneMenu(this.menu)}
      <div class="kd-foot">${legend}<span class="kd-hint" role="status">${this.hint}</span></div>
      ${
        this.helps
          ? helpDialog(() => {
              this.toggleHelp();
            })
          : nothing
      }
      <div class="kd-hidden" aria-live="polite">${this.spoken}</div>`;
  }

  private bar(): TemplateResult {
    const { asList } = this;
    const { cursor, session } = this.model;
    const act = (action: Action): void => {
      this.act(action);
    };
    const { check } = this;
    return toolbar(this.tools, { cursor, inputs: session?.inputs ?? 0, asList, check, act });
  }

  private canvases(): TemplateResult {
    return html`<div class="kd-charts">
      ${podFilter(this.tools, this.check)}
      <canvas class="kd-map" aria-hidden="true"></canvas>
      <div
        class="kd-chart"
        role="application"
        tabindex="0"
        aria-label=${t('Timeline chart. Left and right step the cursor, W and S zoom, A and D pan, F6 shows the same as a list, the question mark shows all keys.')}
        @keydown=${this.onKey}
      >
        <canvas class="kd-base" aria-hidden="true"></canvas>
        <canvas class="kd-over" aria-hidden="true"></canvas>
        <div class="kd-tip" hidden></div>
      </div>
    </div>`;
  }

  private laneMenu({ lane, time }: Menu): TemplateResult {
    const open: readonly MenuEntry[] =
      lane?.podKey === undefined
        ? []
        : [{ label: t('Show Pod Page'), key: 'O', act: () => void this.cursor.open(lane) }];
    return html`<kd-lane-menu
      .entries=${[...open, ...this.tools.menu(lane, time)]}
      @kd-close=${() => {
        this.closeMenu();
      }}
    ></kd-lane-menu>`;
  }

  /** By a key it is that of the lane in focus, below its name, and of the cursor's time. */
  private async openMenu(menu: Menu, at: Point | undefined): Promise<void> {
    const { chart, model } = this;
    const byKey = { lane: model.lane(chart?.focusedLane), time: model.cursor?.time };
    this.menu = at === undefined ? byKey : menu;
    if (this.tools.menu(this.menu.lane, this.menu.time).length === 0) this.menu = undefined;
    await this.updateComplete;
    const host = this.renderRoot.querySelector('.kd-chart')?.getBoundingClientRect();
    const id = byKey.lane?.id ?? -1;
    const top = chart?.boxOf({ lane: id, start: 0, end: 0 })?.y ?? 10;
    const { x, y } = at ?? { x: (host?.left ?? 0) + 20, y: (host?.top ?? 0) + top + 26 };
    await this.renderRoot.querySelector<LaneMenu>('kd-lane-menu')?.openAt(x, y);
  }

  private closeMenu(): void {
    if (this.menu === undefined) return;
    this.menu = undefined;
    this.renderRoot.querySelector<HTMLElement>('.kd-chart')?.focus();
  }

  private list(): TemplateResult {
    const shown = this.listedLanes();
    const { pinned, rest } = this.tools.arranged();
    const lanes = pinned.length + rest.length;
    const note =
      lanes > shown.length
        ? html`<p class="kd-note" role="status">
            ${rich('The first {0} of {1} lanes. Filter to see the others.', shown.length, lanes.toLocaleString('en'))}
          </p>`
        : nothing;
    return html`<div class="kd-listed">
      <div class="kd-above">${podFilter(this.tools, this.check)}${note}</div>
      <kd-item-list
        .items=${this.model.inOrder(shown, this.model.all)}
        .nameOf=${(lane: number) => this.laneName(lane)}
        @pick=${(event: CustomEvent<TimelineItem>) => void this.selectItem(event.detail)}
        @go=${(event: CustomEvent<TimelineItem>) => {
          this.tools.select(event.detail);
          void this.goToItem(event.detail);
        }}
        @keydown=${this.onListKey}
      ></kd-item-list>
    </div>`;
  }

  protected override updated(): void {
    const host = this.renderRoot.querySelector<HTMLElement>('.kd-chart');
    if (this.start === undefined && host !== null) this.tools.beginIn(host.clientHeight);
    if (host === null) {
      this.endStage();
      if (this.asList) void this.ask();
    } else if (this.stage === undefined) {
      this.beginStage();
      this.takeKeys();
    } else this.stage.minimap.repaint();
  }

  /** Who comes to the page is where its keys work. */
  private readonly takeKeys = (): void => {
    if (document.hasFocus() && document.activeElement === document.body) this.focusChart();
  };

  private beginStage(): void {
    this.stage = new Stage(this.renderRoot, this.model, this.tools, this.calm, {
      onView: () => {
        this.tools.finder.lines.moved();
        this.moved();
        void this.ask();
      },
      onPick: (under) => void this.pick(under),
      onGo: (under) => void this.go(under),
      onFold: (heading) => {
        this.tools.fold(heading);
      },
      onOpen: (lane) => void this.cursor.open(lane),
      onMenu: (lane, time, at) => void this.openMenu({ lane, time }, at),
      onCarry: (lane, over) => {
        const lanes = this.lanesInLayout();
        this.tools.carry(lane, lanes.indexOf(over) > lanes.indexOf(lane) ? 1 : -1);
      },
    });
    this.stage.chart.setWindow(this.start ?? this.tools.all);
  }

  /** Scrolling is no reason to put lanes elsewhere. */
  private moved(): void {
    const { chart } = this;
    if (chart === undefined || chart.alignment !== undefined) return;
    if (chart.window === this.lastWindow) return;
    this.lastWindow = chart.window;
    this.tools.ranks.moved(
      () => chart.window,
      () => chart.isHeld,
    );
  }

  private endStage(): void {
    this.stage?.dispose();
    this.stage = undefined;
  }

  get chart(): Chart | undefined {
    return this.stage?.chart;
  }

  async begin(): Promise<void> {
    await this.model.load();
    if (this.tools.filter !== '') await this.tools.setFilter(this.tools.filter);
    if (this.model.session !== undefined)
      await this.tools.ranks.settle(this.start ?? this.model.all);
    this.revision++;
  }

  private async reload(): Promise<void> {
    const { model, tools } = this;
    const before = model.all;
    await model.load();
    tools.retape();
    const { chart } = this;
    if (chart !== undefined) {
      this.stage?.feed();
      const next = windowAfter(chart.window, before, model.all, tools.following);
      if (next === chart.window) void this.ask();
      else chart.setWindow(next);
      tools.ranks.stay();
      void tools.ranks.grown(chart.window);
    }
    this.revision++;
  }

  /** One after the other: of those that are wished meanwhile the last one counts. */
  private async wishReload(): Promise<void> {
    this.wishes++;
    if (this.wishes > 1) return;
    for (let wished = 0; wished < this.wishes;) {
      wished = this.wishes;
      await this.reload();
    }
    this.wishes = 0;
  }

  private hear(event: HostEvent): void {
    if (event.kind === 'changed') void this.wishReload();
    if (event.kind !== 'cursorMoved') return;
    // What is told is that of the lines up to the cursor.
    if (event.reason === 'mode' || event.cursor.hindsight === 'then') void this.wishReload();
    this.model.cursor = event.cursor;
    this.follow(event.cursor);
    this.spoken = t('Cursor at {0}', formatTimeOfDay(event.cursor.time));
    this.revision++;
  }

  private follow(cursor: Cursor): void {
    const { chart } = this;
    if (chart === undefined) return;
    chart.selectedPod = cursor.selectedPod;
    chart.setCursor(cursor.time);
    chart.repaint();
    const { from, to } = chart.all;
    if (cursor.position >= 0 && cursor.time >= from && cursor.time <= to) {
      const next = including(chart.window, cursor.time, chart.all);
      if (next !== chart.window) this.stage?.zoomer.to(next);
    }
  }

  private ask(): Promise<void> {
    this.remember();
    return this.asker.ask();
  }

  private views(): readonly View[] {
    if (this.stage !== undefined) return this.stage.views();
    const seen = this.listedLanes();
    return [{ window: this.model.all, width: 1000, seen, near: seen }];
  }

  private fresh(): void {
    this.chart?.repaint();
    if (this.asList) this.revision++;
  }

  redraw(what: 'lanes' | 'rest' | 'hits'): void {
    if (what === 'lanes') this.stage?.feed();
    const { finder } = this.tools;
    this.chart?.setHits(finder.kind === 'lines' ? finder.lines.marks : undefined);
    if (what !== 'hits') void this.ask();
    this.revision++;
  }

  resort(): void {
    this.stage?.resort();
    this.revision++;
  }

  get inSight(): View {
    const [view] = this.views();
    return view ?? { window: this.model.all, width: 1000, seen: [], near: [] };
  }

  say(text: string): void {
    this.hint = text;
  }

  show(window: TimeWindow): void {
    this.stage?.zoomer.to(window);
  }

  goTo(time: number, position: number | undefined): Promise<void> {
    return this.cursor.goTo(time, position);
  }

  goToInput(input: InputId): Promise<void> {
    return this.cursor.seek({ kind: 'input', input });
  }

  focusChart(): void {
    this.renderRoot.querySelector<HTMLElement>('.kd-chart')?.focus();
  }

  focusNote(mark: Mark): void {
    void this.updateComplete.then(() => {
      const index = this.tools.marks.findIndex(({ time }) => time === mark.time);
      this.renderRoot.querySelectorAll<HTMLInputElement>('.kd-mark input')[index]?.focus();
    });
  }

  private lanesInLayout(): readonly TimelineLane[] {
    if (this.chart !== undefined) return allLanes(this.chart.layout).map(({ lane }) => lane);
    const { pinned, rest } = this.tools.arranged();
    return [...pinned, ...rest].map(({ lane }) => lane);
  }

  /** A list has no end in sight: it shows as many lanes as are kept. */
  private listedLanes(): readonly number[] {
    return this.lanesInLayout()
      .slice(0, KEPT_LANES)
      .map(({ id }) => id);
  }

  private remember(): void {
    const { arrangement, marks, following, filter, comparison } = this.tools;
    const { from, to } = comparison?.before ?? this.chart?.window ?? this.start ?? this.model.all;
    this.start = { from, to, filter, arrangement, marks, following };
    this.keep(this.start);
  }

  private laneName(id: number): string {
    return laneTitle(this.model.lane(id));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event);
    if (action === undefined) return;
    event.preventDefault();
    this.act(action);
  };

  private readonly onListKey = (event: KeyboardEvent): void => {
    if (event.key === 'F6') this.act('toggleList');
  };

  private act(action: Action): void {
    if (!this.tools.act(action)) this.moves[action]?.();
  }

  private readonly moves: Readonly<Partial<Record<Action, () => void>>> = {
    stepBack: () => void this.cursor.step('event', -1),
    stepForward: () => void this.cursor.step('event', 1),
    start: () => void this.cursor.seek({ kind: 'start' }),
    end: () => void this.cursor.seek({ kind: 'end' }),
    enter: () => {
      const item = this.tools.selected?.item;
      void (item === undefined ? this.cursor.reveal(this.model.cursor) : this.goToItem(item));
    },
    openPod: () => void this.cursor.open(this.model.lane(this.chart?.focusedLane)),
    zoomIn: () => this.stage?.zoomer.zoom(0.6, this.model.cursor?.time),
    zoomOut: () => this.stage?.zoomer.zoom(1 / 0.6, this.model.cursor?.time),
    panLeft: () => this.stage?.zoomer.pan(-0.2),
    panRight: () => this.stage?.zoomer.pan(0.2),
    fit: () => {
      this.show(this.tools.all);
    },
    laneUp: () => {
      this.focusLane(-1);
    },
    laneDown: () => {
      this.focusLane(1);
    },
    find: () => this.renderRoot.querySelector<HTMLElement>('.kd-find')?.focus(),
    detail: () => {
      this.focusDetail();
    },
    help: () => {
      this.toggleHelp();
    },
    follow: () => {
      this.toggleFollowing();
    },
    toggleList: () => {
      this.asList = !this.asList;
    },
  };

  /** Of the item in focus: of the one that was found last, or that was clicked. */
  private focusDetail(): void {
    const spot = this.chart?.spot;
    if (this.tools.selected === undefined && spot !== undefined)
      this.tools.select(this.chart?.itemOf(spot));
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('.kd-detail')?.focus();
    });
  }

  private toggleHelp(): void {
    this.helps = !this.helps;
    const then = this.helps ? '.kd-help' : '.kd-chart';
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>(then)?.focus();
    });
  }

  private toggleFollowing(): void {
    const { tools, chart } = this;
    tools.following = !tools.following;
    this.say(tools.following ? t('Follows the end of the log.') : t('Stays where it is.'));
    if (tools.following && chart !== undefined)
      this.show(panned(chart.window, chart.all.to - chart.window.to, chart.all));
    this.redraw('rest');
  }

  private focusLane(by: 1 | -1): void {
    const { chart } = this;
    if (chart === undefined) return;
    const next = this.laneBeside(chart.focusedLane, by);
    if (next === undefined) return;
    chart.focus(next.id);
    chart.revealLane(next.id);
    this.spoken = this.laneInWords(next, windowOf(chart, next.id));
    void this.cursor.select(next);
  }

  /** A counter by what it says at the cursor. */
  private laneInWords(lane: TimelineLane, window: TimeWindow): string {
    const { items, counters, cursor } = this.model;
    if (lane.counter === undefined)
      return t('{0}, {1} items', laneTitle(lane), items.of(lane.id, window)?.all.length ?? 0);
    const steps = counters.of(lane.counter);
    const value = steps && cursor && valueAt(steps, cursor.time);
    return [laneTitle(lane), ...valueLines(lane.counter, value)].join(', ');
  }

  /** The next one that is shown, from one that may be hidden in its group. */
  private laneBeside(focused: number | undefined, by: 1 | -1): TimelineLane | undefined {
    const shown = this.lanesInLayout();
    const { pinned, rest } = this.tools.arranged();
    const all = [...pinned, ...rest].map(({ lane }) => lane);
    const index = all.findIndex(({ id }) => id === focused);
    const isShown = new Set(shown);
    const beyond = by > 0 ? all.slice(index + 1) : all.slice(0, Math.max(0, index)).reverse();
    return beyond.find((lane) => isShown.has(lane)) ?? (by > 0 ? shown.at(-1) : shown[0]);
  }

  private async pick({ item, lane, line }: Under): Promise<void> {
    await this.cursor.select(lane);
    await this.selectItem(item, line);
  }

  /** Tells all about it and shows its line; the cursor stays. */
  private async selectItem(item: TimelineItem | undefined, line = item?.position): Promise<void> {
    if (item !== undefined) this.spoken = sentenceOf(item, this.laneName(item.lane));
    this.tools.select(item);
    await this.cursor.showLine(line);
  }

  private async go({ item, lane, line, time }: Under): Promise<void> {
    const shift = this.chart?.alignment?.shifts.get(lane?.id ?? -1) ?? 0;
    if (line !== undefined) await this.goTo(time, line);
    else if (item !== undefined) await this.goToItem(item);
    else if (Number.isFinite(time)) await this.goTo(time + shift, undefined);
  }

  private async goToItem(item: TimelineItem): Promise<void> {
    this.spoken = sentenceOf(item, this.laneName(item.lane));
    await this.goTo(item.start, item.position);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.endStage();
    this.tools.ranks.dispose();
    this.store.dispose();
    removeEventListener('focus', this.takeKeys);
  }
}
