/** How many bytes of typed arrays are made while `act` runs, whatever is freed meanwhile: no timing and no collector changes it. */
export function bytesAllocated(act: () => void): number {
  let bytes = 0;
  const made = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array];
  const counted = made.map(
    (array) =>
      new Proxy(array, {
        construct(target, args: unknown[], self) {
          const view: unknown = Reflect.construct(target, args, self);
          // Given a buffer it is a view of what there is already.
          if (ArrayBuffer.isView(view) && !(args[0] instanceof ArrayBuffer))
            bytes += view.byteLength;
          return view as object;
        },
      }),
  );
  made.forEach((array, i) => Reflect.set(globalThis, array.name, counted[i]));
  try {
    act();
  } finally {
    for (const array of made) Reflect.set(globalThis, array.name, array);
  }
  return bytes;
}
