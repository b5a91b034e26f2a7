// Makes a script that shows a difference as short as it goes, one cut after the other.
import type { Header, Operation, Script } from './generate.ts';

/** The shortest script found that still shows what `shows` looks for. */
export async function shrink(
  script: Script,
  shows: (candidate: Script) => Promise<boolean>,
): Promise<Script> {
  for (let best = script; ;) {
    let shorter: Script | undefined;
    for (const candidate of cuts(best)) {
      if (!(await shows(candidate))) continue;
      shorter = candidate;
      break;
    }
    if (shorter === undefined) return best;
    best = shorter;
  }
}

/** All that a script could do without, the biggest pieces first. */
function* cuts([header, ...operations]: Script): Generator<Script> {
  for (const fewer of without(operations)) yield [header, ...fewer];
  for (const [i, operation] of operations.entries()) {
    for (const simpler of cutOperation(operation)) {
      yield [header, ...operations.slice(0, i), simpler, ...operations.slice(i + 1)];
    }
  }
  for (const simpler of cutHeader(header)) yield [simpler, ...operations];
}

function* without<T>(items: readonly T[]): Generator<T[]> {
  for (let size = items.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < items.length; from += size) {
      yield [...items.slice(0, from), ...items.slice(from + size)];
    }
  }
}

function* cutOperation(operation: Operation): Generator<Operation> {
  const { during = [], mode = '', args = [], ...rest } = operation;
  for (const fewer of without(during)) yield { ...operation, during: fewer };
  if (mode !== '') yield { ...rest, args, during };
  for (const [i, argument] of args.entries()) {
    if (!Array.isArray(argument)) continue;
    for (const fewer of without(argument)) {
      yield { ...operation, args: [...args.slice(0, i), fewer, ...args.slice(i + 1)] };
    }
  }
}

function* cutHeader(header: Header): Generator<Header> {
  for (const [name, value] of Object.entries(header)) {
    if (name === 'kind' || name === 'batchSize') continue;
    if (value === true) yield { ...header, [name]: false };
    else if (typeof value === 'string' && value !== '') yield { ...header, [name]: '' };
    else if (typeof value === 'number' && value !== 0) yield { ...header, [name]: 0 };
    else if (Array.isArray(value)) {
      for (const simpler of cutList(value)) yield { ...header, [name]: simpler };
    }
  }
}

/** Fewer elements; then, for the answers of a scenario, simpler ones. */
function* cutList(list: readonly unknown[]): Generator<unknown[]> {
  yield* without(list);
  for (const [i, element] of list.entries()) {
    if (!isHeader(element)) continue;
    for (const simpler of cutHeader(element)) {
      yield [...list.slice(0, i), simpler, ...list.slice(i + 1)];
    }
  }
}

function isHeader(value: unknown): value is Header {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
