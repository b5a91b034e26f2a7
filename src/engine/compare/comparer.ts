import type { CompareRequest, Comparison } from '../../protocol/compareApi.ts';
import { compare } from './compare.ts';
import { partOf, type Whole } from './side.ts';

/** Compares two parts of an incident. Both are read and diagnosed anew, so the last is remembered: who asks for more of it asks the same again. */
export class Comparer {
  private last:
    | { readonly of: Whole['incident']; readonly asked: string; readonly found: Comparison }
    | undefined;

  compare(whole: Whole, request: CompareRequest): Comparison {
    const { last } = this;
    const asked = JSON.stringify(request);
    if (last?.of === whole.incident && last.asked === asked) return last.found;
    const found = compare(partOf(whole, request.before), partOf(whole, request.after));
    this.last = { of: whole.incident, asked, found };
    return found;
  }
}
