const PAUSE = 1_500;
const LONGEST = 30_000;

/** Waits until a number that grows from 0 grows no longer, half a minute at most. */
export async function untilSteady(
  read: () => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  let before = 0;
  for (const end = Date.now() + LONGEST; Date.now() < end;) {
    const now = await read();
    if (now > 0 && now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal?.throwIfAborted();
  }
}
