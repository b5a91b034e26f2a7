// Moves the window in a few frames, or at once where motion is not wanted.
import type { Disposable } from '../../src/base/disposable.ts';
import { panned, within, zoomed, type TimeWindow } from '../shared/timeScale.ts';
import type { Chart } from './chart.ts';

const LASTS = 140;

export class Zoomer implements Disposable {
  private readonly chart: Chart;
  private readonly calm: boolean;
  private target: TimeWindow | undefined;
  private frame = 0;

  constructor(chart: Chart, calm: boolean) {
    this.chart = chart;
    this.calm = calm;
  }

  /** Around the time given while it is in sight, else around the middle. */
  zoom(factor: number, around: number | undefined): void {
    const window = this.target ?? this.chart.window;
    const seen = around !== undefined && around >= window.from && around <= window.to;
    const at = seen ? around : (window.from + window.to) / 2;
    this.to(zoomed(window, factor, at, this.chart.all));
  }

  pan(share: number): void {
    const window = this.target ?? this.chart.window;
    this.to(panned(window, share * (window.to - window.from), this.chart.all));
  }

  to(window: TimeWindow): void {
    const target = within(window, this.chart.all);
    cancelAnimationFrame(this.frame);
    if (this.calm) {
      this.chart.setWindow(target);
      return;
    }
    this.target = target;
    const from = this.chart.window;
    const began = performance.now();
    const move = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - began) / LASTS));
      const eased = 1 - (1 - share) ** 3;
      this.chart.setWindow({
        from: from.from + (target.from - from.from) * eased,
        to: from.to + (target.to - from.to) * eased,
      });
      if (share < 1) this.frame = requestAnimationFrame(move);
      else this.target = undefined;
    };
    this.frame = requestAnimationFrame(move);
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
  }
}
