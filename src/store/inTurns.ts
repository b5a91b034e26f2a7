/** Answers in the order of the questions, so many asked at a time: a store serves others too. */
export async function inTurns<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
  width = 4,
): Promise<readonly R[]> {
  const answers: R[] = [];
  let next = 0;
  const turn = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) answers[index] = await ask(item);
    }
  };
  await Promise.all(Array.from({ length: width }, turn));
  return answers;
}

/** Parts of so many items. */
export function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
