/** A lifetime: ended once, by the one who began it. */
export interface Disposable {
  dispose(): void;
}

export function toDisposable(dispose: () => void): Disposable {
  let ended = false;
  return {
    dispose() {
      if (ended) return;
      ended = true;
      dispose();
    },
  };
}

/** Ends what was added, last first. Adding to an ended store ends the newcomer at once. */
export class DisposableStore implements Disposable {
  private readonly items: Disposable[] = [];
  private ended = false;

  add<T extends Disposable>(item: T): T {
    if (this.ended) item.dispose();
    else this.items.push(item);
    return item;
  }

  dispose(): void {
    this.ended = true;
    for (let item = this.items.pop(); item !== undefined; item = this.items.pop()) item.dispose();
  }
}
