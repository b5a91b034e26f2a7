import { expect, test } from 'vitest';
import { err, ok } from '../../../src/base/result.ts';
import { listPages } from '../../../src/informer/pager.ts';
import type { RequestError } from '../../../src/informer/requestError.ts';
import type { Answer } from '../../../src/informer/routine.ts';

const status = (code: number, reason: string): RequestError => {
  return { type: 'status', status: { code, reason } };
};
const page = (version: string, items: string[], next?: string): Answer<string> => {
  const token = next === undefined ? {} : { continue: next };
  return { is: 'listed', result: ok({ resourceVersion: version, items, ...token }) };
};
const failed = (error: RequestError): Answer<string> => ({ is: 'listed', result: err(error) });

/** What is asked for, as `version/limit/token`, and what comes of it, when the server answers so. */
function list(version: string, answers: readonly Answer<string>[]) {
  const routine = listPages<string>(version, 2);
  const asked: string[] = [];
  let step = routine.next({ is: 'waited' });
  for (const answer of answers) {
    if (step.done === true) throw new Error('it asks for no more');
    const effect = step.value;
    if (effect.do !== 'list') throw new Error('it lists');
    const { resourceVersion, limit, continue: token } = effect.options;
    asked.push(`${resourceVersion}/${limit}/${token}`);
    step = routine.next(answer);
  }
  if (step.done !== true) throw new Error('it asks for more');
  return { asked, ...step.value };
}

test('pages are put together, at the version of the first', () => {
  expect(list('0', [page('7', ['a', 'b'], 't'), page('9', ['c'])])).toEqual({
    asked: ['0/2/', '/2/t'],
    paginated: true,
    result: ok({ resourceVersion: '7', items: ['a', 'b', 'c'] }),
  });
});

test('a token that has expired is met by the whole list, which still counts as one in pages', () => {
  const answers = [page('7', ['a', 'b'], 't'), failed(status(410, 'Expired')), page('9', ['d'])];
  expect(list('5', answers)).toEqual({
    asked: ['5/2/', '/2/t', '5/0/'],
    paginated: true,
    result: ok({ resourceVersion: '9', items: ['d'] }),
  });
});

test.each([status(410, 'Gone'), status(500, 'InternalError')])(
  'any other failure of a later page is told: %o',
  (error) => {
    const { asked, result } = list('0', [page('7', ['a', 'b'], 't'), failed(error)]);
    expect(asked).toHaveLength(2);
    expect(result).toEqual(err(error));
  },
);

test('a first page that has expired is told', () => {
  const error = status(410, 'Expired');
  expect(list('5', [failed(error)])).toMatchObject({ paginated: false, result: err(error) });
});
