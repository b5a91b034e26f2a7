// Mirrors tools/pager/pager.go (client-go v0.37).
import { ok, type Result } from '../base/result.ts';
import type { ListOptions, ObjectList } from './listerWatcher.ts';
import { isResourceExpired, type RequestError } from './requestError.ts';
import { list, type Routine } from './routine.ts';

/** Pages are asked for in this size where a reflector has no reason for another. */
export const defaultPageSize = 500;

/** A whole list, and whether it came in pages. */
export interface PagedList<T> {
  readonly result: Result<ObjectList<T>, RequestError>;
  readonly paginated: boolean;
}

/**
 * Lists page by page. The version is asked for with the first page alone, and the whole has the first page's. Where a
 * continue token has expired, everything is asked for anew in one piece.
 */
export function* listPages<T>(resourceVersion: string, limit: number): Routine<T, PagedList<T>> {
  const items: T[] = [];
  let options: ListOptions = { resourceVersion, limit, continue: '' };
  let version = '';
  for (let paginated = false; ; paginated = true) {
    const result = yield* list<T>(options);
    if (!result.ok) {
      if (!paginated || !isResourceExpired(result.error)) return { result, paginated };
      return { result: yield* list<T>({ resourceVersion, limit: 0, continue: '' }), paginated };
    }
    const page = result.value;
    const token = page.continue ?? '';
    if (!paginated) {
      if (token === '') return { result, paginated };
      version = page.resourceVersion;
    }
    for (const item of page.items) items.push(item);
    if (token === '') return { result: ok({ resourceVersion: version, items }), paginated };
    options = { resourceVersion: '', limit, continue: token };
  }
}
