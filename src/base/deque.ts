/** A queue with both ends in constant time: an array whose used-up head is cut off now and then. */
export class Deque<T> {
  private items: (T | undefined)[] = [];
  /** Where the first item stands; what is before it was taken. */
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  /** The item at a place, 0 being the front; `undefined` past the end. */
  at(index: number): T | undefined {
    return this.items[this.head + index];
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.items[this.head];
    this.items[this.head] = undefined;
    this.head += 1;
    if (this.head >= 64 && this.head * 2 >= this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }

  clear(): void {
    this.items = [];
    this.head = 0;
  }

  toArray(): T[] {
    return this.items.slice(this.head) as T[];
  }
}
