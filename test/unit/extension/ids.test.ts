import { expect, test } from 'vitest';
import { idAt } from '../../../src/extension/editor/ids.ts';
import language from '../../../syntaxes/kubelet-log.language.json' with { type: 'json' };

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const sandbox = '9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d';
const line = `podUID="${uid}" err="failed to destroy network for sandbox \\"${sandbox}\\"" pod="default/web-1"`;

test('the id under the caret, at its begin, inside and at its end', () => {
  const start = line.indexOf(uid);
  for (const at of [start, start + 10, start + uid.length])
    expect(idAt(line, at)).toEqual({ id: uid, start, end: start + uid.length });
  expect(idAt(line, line.indexOf(sandbox) + 40)?.id).toBe(sandbox);
});

test('what is no id is none', () => {
  expect(idAt(line, 0)).toBeUndefined();
  expect(idAt(line, line.length)).toBeUndefined();
  expect(idAt('abcdefabcdefg', 3)).toBeUndefined();
  expect(idAt('', 0)).toBeUndefined();
});

test('shortened ids, ids with a scheme, and the UID of a static pod', () => {
  expect(idAt('sandbox 9936f76e4b93 gone', 12)?.id).toBe('9936f76e4b93');
  expect(idAt(`containerID="containerd://${sandbox}"`, 40)?.id).toBe(sandbox);
  expect(idAt('uid=0123456789abcdef0123456789abcdef', 10)?.id).toBe(
    '0123456789abcdef0123456789abcdef',
  );
});

test('a line of a megabyte is looked at only around the caret', () => {
  const long = `${'x '.repeat(500_000)}${uid}`;
  expect(idAt(long, long.length - 3)?.id).toBe(uid);
});

test('in an editor an id or a name is one word, and the header’s severity and date are none', () => {
  const line =
    'E1121 09:34:10.840332   26449 kuberuntime_manager.go:1665] "Failed" pod="default/web-1" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4"';
  expect(line.match(new RegExp(language.wordPattern, 'g'))).toEqual([
    '09:34:10.840332',
    '26449',
    'kuberuntime_manager.go:1665',
    'Failed',
    'pod',
    'default/web-1',
    'podUID',
    '5c0e91e5-ca33-4316-ac70-0cfb035016d4',
  ]);
});

test.each(['Nov 21', 'Nov  1'])('nor is the month of a journal’s line: %s', (date) => {
  const line = `${date} 09:34:10 node-a kubelet[26449]: I1121 09:34:10.840332   26449 kubelet.go:2515] "May 21" Nov`;
  const words = [...line.matchAll(new RegExp(language.wordPattern, 'g'))].map(String);
  expect(words.slice(0, 4)).toEqual([date.slice(4).trim(), '09:34:10', 'node-a', 'kubelet']);
  expect(words).not.toContain('I1121');
  expect(words.slice(-3)).toEqual(['May', '21', 'Nov']);
});

test.each(['/proc/477/ns/net', '/var/run/netns/cni-5c0e91e5-ca33-4316-ac70-0cfb035016d4'])(
  'the path %s of a network namespace is one whole',
  (path) => {
    const line = `Adding default_a/${sandbox} to network bridge/net netns "${path}"`;
    const start = line.indexOf(path);
    for (const at of [start, start + 12])
      expect(idAt(line, at)).toEqual({ id: path, start, end: start + path.length });
    expect(idAt(`/host${path}`, 12)).toBeUndefined();
  },
);
