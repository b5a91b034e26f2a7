// Go's `fmt.Sprintf`, as far as the printf lines of a kubelet need it: each value comes as the text that `%v` shows.
import { goQuote } from './goQuote.ts';

/** A text, or a struct whose `%q` quotes its fields and not the whole. */
export type Shown = string | { readonly shown: string };

export function sprintf(format: string, values: readonly Shown[]): string {
  let next = 0;
  return format.replace(/%([+#]?)([a-z%])/g, (_, flags: string, verb: string) => {
    if (verb === '%') return '%';
    const value = values[next] ?? '';
    next += 1;
    if (typeof value !== 'string') return value.shown;
    return verb === 'q' || flags === '#' ? goQuote(value) : value;
  });
}
