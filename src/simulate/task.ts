/** Something that will call back once, now or later. */
export type Wait = (resume: () => void) => void;

/** A goroutine: a generator that yields what it waits for. */
export type Task<T> = Generator<Wait, T, void>;

/** Runs a task to its end; `done` gets its value. It never goes on once `alive` says no. */
export function spawn<T>(task: Task<T>, done: (value: T) => void, alive: () => boolean): void {
  const step = (): void => {
    // A wait may be over at once: then the loop goes on instead of the stack growing.
    while (alive()) {
      const result = task.next();
      if (result.done === true) {
        done(result.value);
        return;
      }
      if (!overAtOnce(result.value, step)) return;
    }
  };
  step();
}

/** Begins a wait: true when it is over already, else `later` is called once when it is. */
function overAtOnce(wait: Wait, later: () => void): boolean {
  const state = { over: false, inside: true };
  wait(() => {
    // Several things may end one wait; the first one does.
    if (state.over) return;
    state.over = true;
    if (!state.inside) later();
  });
  state.inside = false;
  return state.over;
}

/** Waits until several tasks that run side by side have ended. */
export function* all<T>(tasks: readonly Task<T>[], alive: () => boolean): Task<T[]> {
  const values: T[] = [];
  let left = tasks.length;
  if (left === 0) return values;
  yield (resume) => {
    tasks.forEach((task, i) => {
      spawn(
        task,
        (value) => {
          values[i] = value;
          left -= 1;
          if (left === 0) resume();
        },
        alive,
      );
    });
  };
  return values;
}
