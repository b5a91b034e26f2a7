// Asks for what is in sight until all of it is sharp: one question at a time, newest view first.
import type { TimelineModel, View } from './model.ts';

export class Asker {
  private readonly model: TimelineModel;
  private readonly views: () => readonly View[];
  private readonly fresh: () => void;
  private asking = false;
  private wanted = 0;

  /** `fresh` is called after each answer. */
  constructor(model: TimelineModel, views: () => readonly View[], fresh: () => void) {
    this.model = model;
    this.views = views;
    this.fresh = fresh;
  }

  /** What changed while a question is on its way is asked when it is answered. */
  async ask(): Promise<void> {
    this.wanted++;
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked = 0, more = false; more || asked !== this.wanted;) {
        asked = this.wanted;
        more = false;
        for (const { window, width, seen, near, groups } of this.views())
          if (seen.length > 0 && (await this.model.want(window, width, seen, near, groups)))
            more = true;
        if (more) this.fresh();
      }
    } finally {
      this.asking = false;
    }
  }
}
