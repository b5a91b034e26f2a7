// Whether this machine's Go may be asked, and what is said of a version that is not a release's own.
import { expect, test } from 'vitest';
import { SourceGetter, versionNotes } from '../../../../src/extension/editor/sourceGetter.ts';
import { TrustGate } from '../../../../src/extension/trust.ts';

const kubelet = { release: 'v1.34.2', path: 'pkg/kubelet/kubelet.go' };

const fetcher = {
  download: () => Promise.reject(new Error('it was run')),
  unpack: () => Promise.reject(new Error('it was run')),
};

function getter(isTrusted: boolean, ofHost: typeof fetcher | undefined): SourceGetter {
  const gate = new TrustGate(() => isTrusted);
  const files = { find: () => Promise.resolve(undefined) };
  return new SourceGetter({ files, fetcher: ofHost, gate, got: () => undefined });
}

test('Go is asked only in a workspace that is trusted, and where there can be one', () => {
  expect(getter(true, fetcher).canDownload(kubelet)).toBe(true);
  expect(getter(false, fetcher).canDownload(kubelet)).toBe(false);
  expect(getter(true, undefined).canDownload(kubelet)).toBe(false);
  expect(getter(true, fetcher).canDownload({ ...kubelet, path: 'vendor/a/b.go' })).toBe(false);
});

test.each([
  ['v1.34.2', 'v1.34.2', false, []],
  ['v1.29.3-eks-adc7111', 'v1.29.3', false, [/v1\.29\.3-eks-adc7111.*v1\.29\.3\b/]],
  ['v1.28.5+k3s1', 'v1.28.5', false, [/v1\.28\.5\+k3s1/]],
  ['v1.34', 'v1.34', true, [/only the minor, v1\.34/, /inferred/]],
])('of %s a person hears that the source is not its own', (version, release, isInferred, notes) => {
  const said = versionNotes({ release, path: '', version, isInferred });
  expect(said).toHaveLength(notes.length);
  notes.forEach((note, i) => {
    expect(said[i]).toMatch(note);
  });
});
