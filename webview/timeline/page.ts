// The timeline page: one cursor in time over everything that the log tells of the kubelet and its pods.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { DisposableStore } from '../../src/base/disposable.ts';
import { formatRfc3339, formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { Cursor, SeekTarget, StepUnit } from '../../src/protocol/engineApi.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import type { TextField } from '../shared/controls.ts';
import { icons } from '../shared/icons.ts';
import { usesScreenReader } from '../shared/theme.ts';
import { including, type TimeWindow } from '../shared/timeScale.ts';
import { Chart } from './chart.ts';
import { sentenceOf } from './describe.ts';
import type { TimelineItem } from './items.ts';
import { KEPT_LANES } from './laneStore.ts';
import { keyAction, type Action } from './keys.ts';
import { legend } from './legend.ts';
import { TimelineModel, type PageClient } from './model.ts';
import type { PageState } from './state.ts';
import { styles } from './styles.ts';
import { Tip } from './tip.ts';
import { Zoomer } from './zoomer.ts';

export class TimelinePage extends LitElement {
  static override styles = styles;
  static override properties = {
    revision: { state: true },
    asList: { state: true },
    spoken: { state: true },
  };

  declare revision: number;
  declare asList: boolean;
  declare spoken: string;
  private readonly model: TimelineModel;
  private readonly keep: (state: PageState) => void;
  private readonly store = new DisposableStore();
  private chart: Chart | undefined;
  private tip: Tip | undefined;
  private zoomer: Zoomer | undefined;
  private readonly calm: boolean;
  private start: PageState | undefined;
  private filter = '';
  private asking = false;
  private wanted = 0;

  constructor(
    client: PageClient,
    start: PageState | undefined,
    keep: (state: PageState) => void,
    reducedMotion: boolean,
  ) {
    super();
    this.model = new TimelineModel(client);
    this.start = start;
    this.filter = start?.filter ?? '';
    this.keep = keep;
    this.calm = reducedMotion;
    this.revision = 0;
    this.asList = usesScreenReader();
    this.spoken = '';
    this.store.add(
      client.onEvent((event) => {
        this.hear(event);
      }),
    );
  }

  protected override render(): TemplateResult {
    if (this.model.session === undefined) {
      const text = this.model.problem || 'No kubelet log is open. Open one in the Kubelet view.';
      return html`<p class="kd-empty" role="status">${text}</p>`;
    }
    return html`<h1 class="kd-hidden">Kubelet Timeline</h1>
      ${this.bar()} ${this.asList ? this.list() : this.canvases()} ${legend}
      <div class="kd-hidden" aria-live="polite">${this.spoken}</div>`;
  }

  private bar(): TemplateResult {
    const { cursor, session } = this.model;
    const time = cursor === undefined ? '' : formatTimeOfDay(cursor.time);
    const day = cursor === undefined ? '' : formatRfc3339(cursor.time).slice(0, 10);
    const place = `line ${((cursor?.position ?? -1) + 1).toLocaleString('en')} of ${(session?.inputs ?? 0).toLocaleString('en')}`;
    return html`<div class="kd-bar" role="toolbar" aria-label="Timeline">
      ${this.button('Step back', icons.stepBack, 'stepBack')}
      ${this.button('Step forward', icons.stepForward, 'stepForward')}
      <span class="kd-time">${time}</span>
      <span class="kd-sub"
        >${day} · ${place}${cursor?.hindsight === 'then' ? ' · known then' : ''}</span
      >
      <span class="kd-space"></span>
      <vscode-text-field
        placeholder="Filter pods"
        aria-label="Filter pods"
        .value=${this.filter}
        @input=${this.onFilter}
      ></vscode-text-field>
      ${this.button('Zoom out', icons.zoomOut, 'zoomOut')}
      ${this.button('Zoom in', icons.zoomIn, 'zoomIn')} ${this.button('Show all', icons.fit, 'fit')}
      ${
        this.asList
          ? this.button('Show as chart', icons.chart, 'toggleList')
          : this.button('Show as list', icons.list, 'toggleList')
      }
    </div>`;
  }

  private button(label: string, icon: unknown, action: Action): TemplateResult {
    return html`<vscode-button
      appearance="icon"
      aria-label=${label}
      title=${label}
      @click=${() => {
        this.act(action);
      }}
      >${icon}</vscode-button
    >`;
  }

  private canvases(): TemplateResult {
    return html`<div
      class="kd-chart"
      role="application"
      tabindex="0"
      aria-label="Timeline chart. Left and right step the cursor, W and S zoom, A and D pan, F6 shows the same as a list."
      @keydown=${this.onKey}
    >
      <canvas class="kd-base" aria-hidden="true"></canvas>
      <canvas class="kd-over" aria-hidden="true"></canvas>
      <div class="kd-tip" hidden></div>
    </div>`;
  }

  private list(): TemplateResult {
    const shown = this.listedLanes();
    const lanes = this.lanesInLayout().length;
    const rest =
      lanes > shown.length
        ? html`<p class="kd-note" role="status">
            The first ${shown.length} of ${lanes.toLocaleString('en')} lanes. Filter to see others.
          </p>`
        : nothing;
    return html`<div class="kd-listed">
      ${rest}
      <kd-item-list
        .items=${this.model.inOrder(shown, this.model.all)}
        .nameOf=${(lane: number) => this.laneName(lane)}
        @pick=${(event: CustomEvent<TimelineItem>) => {
          void this.goToItem(event.detail);
        }}
        @keydown=${this.onListKey}
      ></kd-item-list>
    </div>`;
  }

  protected override updated(): void {
    const host = this.renderRoot.querySelector<HTMLElement>('.kd-chart');
    if (host === null) {
      this.endChart();
      if (this.asList) void this.ask();
      return;
    }
    if (this.chart !== undefined) return;
    this.beginChart(host);
  }

  private beginChart(host: HTMLElement): void {
    const [base, over] = host.querySelectorAll('canvas');
    const tip = host.querySelector<HTMLElement>('.kd-tip');
    if (base === undefined || over === undefined || tip === null) return;
    this.tip = new Tip(tip, this.model.client);
    const chart = new Chart(host, base, over, {
      onView: () => void this.ask(),
      onHover: (item, lane, x, y) => {
        host.title = item === undefined && x < chart.labelWidth ? (lane?.name ?? '') : '';
        void this.tip?.show(item, lane, x, y, host);
      },
      onPick: (item, lane, time) => {
        void this.pick(item, lane, time);
      },
    });
    this.chart = chart;
    this.zoomer = new Zoomer(chart, this.calm);
    this.feed(chart);
    const { start } = this;
    chart.setWindow(start ?? chart.all);
  }

  private endChart(): void {
    this.chart?.dispose();
    this.chart = undefined;
    this.zoomer?.dispose();
    this.zoomer = undefined;
    this.tip = undefined;
  }

  /** What the model knows, to the chart. */
  private feed(chart: Chart): void {
    chart.all = this.model.all;
    chart.items = this.model.items;
    chart.selectedPod = this.model.cursor?.selectedPod;
    chart.setLanes(this.model.lanes, this.filter, this.model.findings.rowOf.size);
    chart.setCursor(this.model.cursor?.time);
  }

  async begin(): Promise<void> {
    await this.model.load();
    this.revision++;
  }

  private async reload(): Promise<void> {
    const before = this.model.all;
    await this.model.load();
    const { chart } = this;
    if (chart !== undefined) {
      this.feed(chart);
      const { all } = this.model;
      if (all.from !== before.from || all.to !== before.to) chart.setWindow(all);
      else void this.ask();
    }
    this.revision++;
  }

  private hear(event: HostEvent): void {
    if (event.kind === 'changed') void this.reload();
    if (event.kind !== 'cursorMoved') return;
    this.model.cursor = event.cursor;
    this.follow(event.cursor);
    this.spoken = `Cursor at ${formatTimeOfDay(event.cursor.time)}`;
    this.revision++;
  }

  private follow(cursor: Cursor): void {
    const { chart } = this;
    if (chart === undefined) return;
    chart.selectedPod = cursor.selectedPod;
    chart.setCursor(cursor.time);
    chart.repaint();
    if (Number.isFinite(cursor.time) && cursor.position >= 0) {
      const next = including(chart.window, cursor.time, chart.all);
      if (next !== chart.window) this.zoomer?.to(next);
    }
  }

  /** One question at a time, until all that is in sight is sharp; what changed meanwhile is asked when it is answered. */
  private async ask(): Promise<void> {
    this.remember();
    this.wanted++;
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked = 0, more = false; more || asked !== this.wanted;) {
        asked = this.wanted;
        const window = this.chart?.window ?? this.model.all;
        const width = Math.max(100, this.chart?.plotWidth ?? 1000);
        const seen = this.chart?.lanesNear(0) ?? this.listedLanes();
        const near = this.chart?.lanesNear(0.5) ?? seen;
        more = seen.length > 0 && (await this.model.want(window, width, seen, near));
        if (more) this.fresh();
      }
    } finally {
      this.asking = false;
    }
  }

  private fresh(): void {
    this.chart?.repaint();
    if (this.asList) this.revision++;
  }

  private lanesInLayout(): readonly TimelineLane[] {
    return this.chart?.layout.lanes.map(({ lane }) => lane) ?? this.model.lanes;
  }

  /** A list has no end in sight: it shows as many lanes as are kept. */
  private listedLanes(): readonly number[] {
    return this.lanesInLayout()
      .slice(0, KEPT_LANES)
      .map(({ id }) => id);
  }

  private remember(): void {
    const window: TimeWindow | undefined = this.chart?.window;
    if (window === undefined) return;
    this.start = { from: window.from, to: window.to, filter: this.filter };
    this.keep(this.start);
  }

  private laneName(id: number): string {
    return this.model.lanes.find((lane) => lane.id === id)?.name ?? '';
  }

  private readonly onFilter = (event: Event): void => {
    this.filter = (event.target as TextField).value;
    this.chart?.setLanes(this.model.lanes, this.filter, this.model.findings.rowOf.size);
    void this.ask();
  };

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
    const { chart, zoomer } = this;
    switch (action) {
      case 'stepBack':
        void this.step('event', -1);
        break;
      case 'stepForward':
        void this.step('event', 1);
        break;
      case 'start':
        void this.seek({ kind: 'start' });
        break;
      case 'end':
        void this.seek({ kind: 'end' });
        break;
      case 'zoomIn':
        zoomer?.zoom(0.6, this.model.cursor?.time);
        break;
      case 'zoomOut':
        zoomer?.zoom(1 / 0.6, this.model.cursor?.time);
        break;
      case 'panLeft':
        zoomer?.pan(-0.2);
        break;
      case 'panRight':
        zoomer?.pan(0.2);
        break;
      case 'fit':
        if (chart !== undefined) zoomer?.to(chart.all);
        break;
      case 'laneUp':
        this.moveLane(-1);
        break;
      case 'laneDown':
        this.moveLane(1);
        break;
      case 'reveal':
        if (this.model.cursor !== undefined) void this.reveal(this.model.cursor);
        break;
      case 'toggleList':
        this.asList = !this.asList;
        break;
    }
  }

  private moveLane(by: number): void {
    const { chart } = this;
    if (chart === undefined) return;
    const lanes = this.lanesInLayout();
    const index = lanes.findIndex(({ id }) => id === chart.focusedLane);
    const next = lanes[Math.max(0, Math.min(lanes.length - 1, index + by))];
    if (next === undefined) return;
    chart.focusedLane = next.id;
    const top = chart.layout.lanes.find(({ lane }) => lane === next)?.top ?? 0;
    if (top < chart.scroll) chart.setScroll(top);
    else if (top + 60 > chart.scroll + chart.height) chart.setScroll(top + 60 - chart.height);
    chart.repaint();
    const items = this.model.items.of(next.id, chart.window)?.all.length ?? 0;
    this.spoken = `${next.name}, ${items} items`;
    if (next.podKey !== undefined) void this.model.client.call('selectPod', [next.podKey]);
  }

  private async pick(
    item: TimelineItem | undefined,
    lane: TimelineLane | undefined,
    time: number,
  ): Promise<void> {
    if (lane?.podKey !== undefined) await this.model.client.call('selectPod', [lane.podKey]);
    if (item !== undefined) await this.goToItem(item);
    else if (Number.isFinite(time))
      await this.seek({ kind: 'time', time: micros(Math.round(time)) });
  }

  private async goToItem(item: TimelineItem): Promise<void> {
    this.spoken = sentenceOf(item, this.laneName(item.lane));
    await this.seek(
      item.position === undefined
        ? { kind: 'time', time: micros(Math.round(item.start)) }
        : { kind: 'position', position: item.position },
    );
  }

  private async seek(target: SeekTarget): Promise<void> {
    await this.reveal(await this.model.client.call('seek', [target]));
  }

  private async step(unit: StepUnit, count: number): Promise<void> {
    await this.reveal(await this.model.client.call('step', [unit, count]));
  }

  private async reveal({ input }: Cursor): Promise<void> {
    if (input !== undefined) await this.model.client.call('openLog', [input]);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.endChart();
    this.store.dispose();
  }
}
