// What of a move of the laboratory is asked of a cluster.
import { expect, test } from 'vitest';
import { blankForm, formOf } from '../../webview/apiServer/trialForm.ts';

const page = { etcd: { revision: 7, compacted: 3, objects: [] } };
const form = (move: object, newest = '500', token = '') =>
  formOf(JSON.stringify(move), page, newest, token);

test('versions stand to the cluster’s as they stood to the model’s', () => {
  const versionOf = (rv: string) => form({ do: 'list', rv })?.resourceVersion;
  expect(['', '0', '7', '5', '3', '2'].map(versionOf)).toEqual(['', '0', '500', '498', '496', '1']);
  // Far enough ahead that a busy cluster is not there at once.
  expect(versionOf('10')).toBe('3000500');
  expect(form({ do: 'list', rv: '7' }, '')?.resourceVersion).toBe('7');
});

test('a list has its limit and token, a watch its events and bookmarks', () => {
  expect(form({ do: 'list', limit: 2, continue: true }, '500', 'next')).toEqual({
    ...blankForm,
    limit: 2,
    continue: 'next',
  });
  expect(form({ do: 'watch', stream: true })).toEqual({
    ...blankForm,
    kind: 'watch',
    resourceVersionMatch: 'NotOlderThan',
    sendInitialEvents: true,
    allowWatchBookmarks: true,
  });
  expect(form({ do: 'watch', bookmarks: false })?.allowWatchBookmarks).toBe(false);
});

test('what is no request has no form', () => {
  expect(form({ do: 'put', name: 'web' })).toBeUndefined();
  for (const line of [undefined, '{}', 'null', '{'])
    expect(formOf(line, page, '500', '')).toBeUndefined();
});
