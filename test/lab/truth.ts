// Adds to a vendored kubelet what makes it write down its own memory: three files, and a few words in four of its own sources.
// Nothing of Kubernetes is kept here; the changed sources are made at build time, laid over the vendored ones by `go build -overlay`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Change {
  readonly find: RegExp;
  readonly put: string;
  /** Whether a version of the kubelet may lack the place. */
  readonly optional?: true;
}

const kubelet = 'vendor/k8s.io/kubernetes/pkg/kubelet';
const locked = String.raw`\tc\.lock\.Lock\(\)\n\tdefer c\.lock\.Unlock\(\)\n`;
const relistLocked = String.raw`(?:\tg\.relistLock\.Lock\(\)\n\tdefer g\.relistLock\.Unlock\(\)\n)`;

const added = {
  'container/lab_truth.go': 'writer.go',
  'pleg/lab_truth.go': 'pleg.go',
  'lab_truth.go': 'workers.go',
};

const changes: Readonly<Record<string, readonly Change[]>> = {
  'pod_workers.go': [
    { find: /\tpodLock sync\.Mutex\n/, put: '\tpodLock labMutex\n' },
    {
      find: /\treturn &podWorkers\{\n([\s\S]*?)\n\t\}\n/,
      put: '\treturn labWatch(&podWorkers{\n$1\n\t})\n',
    },
    // The mutex was the only use that some versions make of the package.
    { find: /$/, put: '\nvar _ sync.Locker = (*labMutex)(nil)\n' },
  ],
  'kubelet.go': [
    {
      find: /queue\.NewBasicWorkQueue\(klet\.clock\)/,
      put: 'labWatchQueue(queue.NewBasicWorkQueue(klet.clock))',
    },
  ],
  'pleg/generic.go': [
    {
      find: new RegExp(String.raw`(func \(g \*GenericPLEG\) [rR]elist\(\) \{\n${relistLocked}?)`),
      put: '$1\tdefer labRelist(g, "")()\n',
    },
    {
      find: new RegExp(
        String.raw`(func \(g \*GenericPLEG\) relistPod\(podUID types\.UID\) \{\n${relistLocked})`,
      ),
      put: '$1\tdefer labRelist(g, podUID)()\n',
      optional: true,
    },
  ],
  'container/cache.go': [
    {
      find: new RegExp(
        String.raw`(func \(c \*cache\) Set\(id types\.UID, status \*PodStatus, err error, timestamp time\.Time\)[^\n]*\{\n${locked})`,
      ),
      put: '$1\tlabCacheSet(id, status, err, timestamp)\n',
    },
    {
      find: new RegExp(
        String.raw`(func \(c \*cache\) UpdateTime\(timestamp time\.Time\) \{\n${locked})`,
      ),
      put: '$1\tlabCacheTime(timestamp)\n',
    },
    {
      find: new RegExp(String.raw`(func \(c \*cache\) Delete\(id types\.UID\) \{\n${locked})`),
      put: '$1\tlabCacheUID("delete", id, time.Time{})\n',
    },
    {
      find: new RegExp(
        String.raw`(func \(c \*cache\) SetObservedTime\(id types\.UID, timestamp time\.Time\) \{\n${locked})`,
      ),
      put: '$1\tlabCacheUID("observed", id, timestamp)\n',
      optional: true,
    },
    {
      find: /\tch := c\.subscribe\(id, minTime\)\n\td := <-ch\n/,
      put: '\tlabCacheUID("wait", id, minTime)\n\tch := c.subscribe(id, minTime)\n\td := <-ch\n\tlabCacheUID("got", id, d.modified)\n',
    },
  ],
};

/** Writes the changed sources next to `work`'s vendored ones; the path of the overlay file for `go build`. */
export function addTruth(work: string): string {
  const out = path.join(work, 'truth');
  mkdirSync(out, { recursive: true });
  const replace: Record<string, string> = {};
  for (const [target, source] of Object.entries(added))
    replace[path.join(work, kubelet, target)] = path.join(import.meta.dirname, 'truth', source);
  for (const [file, list] of Object.entries(changes)) {
    const original = path.join(work, kubelet, file);
    const changed = path.join(out, file.replaceAll('/', '_'));
    writeFileSync(
      changed,
      list.reduce((text, c) => change(file, text, c), readFileSync(original, 'utf8')),
    );
    replace[original] = changed;
  }
  const overlay = path.join(out, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: replace }));
  return overlay;
}

function change(file: string, text: string, { find, put, optional }: Change): string {
  if (find.test(text)) return text.replace(find, put);
  if (optional === true) return text;
  throw new Error(
    `the kubelet's ${file} has no place that matches ${find.source}; truth.ts must learn this version`,
  );
}
