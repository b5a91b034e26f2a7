// What a text stands for: a UID, a sandbox' or container's id, a volume, a cgroup, a network namespace. Paths that hold an id are read; of
// names that hold none, the lines that name two things are gone through once, when somebody first asks for one.
import { formatRfc3339 } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import type { Fact } from '../facts/fact.ts';
import type { Identity } from '../history.ts';
import type { KnownIds } from './ids.ts';
import { imagesIn } from './images.ts';
import { type Life, lifeKey } from './life.ts';
import type { KnownLives } from './lives.ts';
import type { TiedLife } from './tied.ts';

const uid = '[0-9a-f]{8}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{12}|[0-9a-f]{32}';
/** `…/kubepods/burstable/pod<uid>/<id>`, and systemd's `…-pod<uid with _>.slice/cri-containerd-<id>.scope`. */
const cgroup = new RegExp(`^\\S*kubepods\\S*[-/]pod(${uid})(?:\\.slice)?(?:/(\\S+))?$`);
const containerId = /[0-9a-f]{64}/;
/** `kubernetes.io/configmap/<uid>-cfg`, and the directory `…/pods/<uid>/volumes/kubernetes.io~configmap/cfg`. */
const volume = new RegExp(
  `^kubernetes\\.io/\\S+?/(${uid})-\\S+$|/pods/(${uid})/volumes/[^/]+/[^/]+$`,
);
const directory = new RegExp(`/pods/(${uid})(?:/\\S*)?$`);
/** `name_ns(uid)`, as kubelets up to 1.20 and error texts name a pod. */
const named = new RegExp(`^[a-z0-9.-]+_[a-z0-9-]+\\((${uid})\\)$`);
/** `containerd://<id>`. */
const scheme = /^[a-z-]+:\/\/(?=[0-9a-f]{12,64}$)/;
const netnsPath = /\/(?:var\/)?run\/netns\/[\w.-]*\w|\/proc\/\d+\/ns\/net/;
const wholeNetns = new RegExp(`^(?:${netnsPath.source})$`);

/** Of one path. */
const MOST_OWNERS = 8;

/** By a thing the pods that lines name together with it, each with the first and the last of them. */
type Owners = ReadonlyMap<string, ReadonlyMap<Life, { readonly first: Fact; last: Fact }>>;

export class Identities {
  private readonly lives: KnownLives;
  private readonly ids: KnownIds;
  private readonly rebuilt: { readonly tied: readonly TiedLife[] };
  private namespaces: Owners | undefined;
  private volumes: Owners | undefined;
  private images: ReadonlyMap<string, ReadonlyMap<Life, string | undefined>> | undefined;

  constructor(lives: KnownLives, ids: KnownIds, rebuilt: Identities['rebuilt']) {
    this.lives = lives;
    this.ids = ids;
    this.rebuilt = rebuilt;
  }

  find(text: string): Identity | undefined {
    return (
      this.pod(named.exec(text)?.[1] ?? text) ??
      this.inRuntime(text.replace(scheme, '')) ??
      (/[/]|^kubepods/.test(text) ? this.path(text) : undefined) ??
      this.image(text)
    );
  }

  /** An image is of no pod alone: it is told of the first, and how many more there are. */
  private image(text: string): Identity | undefined {
    this.images ??= this.usersOf();
    const users = this.images.get(text);
    const [first] = users?.keys() ?? [];
    if (users === undefined || first === undefined) return undefined;
    const container = users.get(first);
    const more = users.size === 1 ? '' : ` and of ${users.size - 1} more`;
    const what = container === undefined ? 'image' : `image of container ${container}`;
    const podKey = users.size === 1 ? lifeKey(first) : undefined;
    return { kind: 'image', id: text, podKey, text: `${what} of ${nameOf(first)}${more}` };
  }

  /** By name and by id of an image the pods that use it, each with a container's name where it is known. */
  private usersOf(): ReadonlyMap<string, ReadonlyMap<Life, string | undefined>> {
    const images = new Map<string, Map<Life, string | undefined>>();
    for (const { life, facts } of this.rebuilt.tied)
      for (const { event } of facts)
        for (const { image, imageId, names = [], id, container } of imagesIn(event))
          for (const name of imageId === undefined ? [image, ...names] : [image, imageId]) {
            const users = images.get(name) ?? new Map<Life, string | undefined>();
            images.set(name, users);
            users.set(life, users.get(life) ?? container ?? this.ids.get(id)?.name);
          }
    return images;
  }

  private pod(text: string): Identity | undefined {
    const life = this.lives.byId(text);
    if (life === undefined) return undefined;
    const what = life.mirrorUid === text ? 'mirror pod of' : 'pod';
    return { kind: 'pod', id: text, podKey: lifeKey(life), text: `${what} ${nameOf(life)}` };
  }

  private inRuntime(text: string): Identity | undefined {
    const known = this.ids.find(text);
    if (known === undefined) return undefined;
    const kind = known.isSandbox === true ? 'sandbox' : 'container';
    const own = known.isUnclear ? 'container or sandbox' : kind;
    const named =
      kind === 'container' && known.name !== undefined ? `container ${known.name}` : own;
    return of(kind, known.id, named, known.life);
  }

  private path(text: string): Identity | undefined {
    const group = cgroup.exec(text);
    const [, , within] = group ?? [];
    const inside = within === undefined ? undefined : containerId.exec(within)?.[0];
    if (group !== null && (within === undefined || inside !== undefined)) {
      const inner = inside === undefined ? undefined : this.inRuntime(inside);
      const owner = inner ?? this.pod((group[1] ?? '').replaceAll('_', '-'));
      if (owner === undefined) return undefined;
      return { kind: 'cgroup', id: text, podKey: owner.podKey, text: `cgroup of ${owner.text}` };
    }
    const [, told, held] = volume.exec(text) ?? [];
    const byUid = this.lives.byId(told ?? held ?? '');
    const owner = byUid ?? this.lastOwner(text);
    if (owner !== undefined) return of('volume', text, `volume ${shortVolumeName(text)}`, owner);
    const holder = this.pod(directory.exec(text)?.[1] ?? '');
    if (holder !== undefined) return { ...holder, id: text, text: `directory of ${holder.text}` };
    if (!wholeNetns.test(text)) return undefined;
    return this.namespace(text);
  }

  /** A path by a PID comes again (getNetworkNamespace of dockershim/helpers_linux.go): all whose it was are told, each with when. */
  private namespace(text: string): Identity | undefined {
    this.namespaces ??= this.ownersOf(namespacesOf);
    const [one, ...others] = [...(this.namespaces.get(text) ?? [])].sort(
      ([, a], [, b]) => a.first.position - b.first.position,
    );
    if (one === undefined) return undefined;
    if (others.length === 0) return of('netns', text, 'network namespace', one[0]);
    const told = [one, ...others].slice(0, MOST_OWNERS).map(([life, { first, last }]) => {
      const to = last.at === first.at ? '' : ` to ${formatRfc3339(last.at)}`;
      return `of ${nameOf(life)} (named ${formatRfc3339(first.at)}${to})`;
    });
    const more = others.length + 1 - told.length;
    const rest = more === 0 ? '' : `, and of ${more} more`;
    const words = `network namespace ${told.join(', ')}${rest}`;
    return { kind: 'netns', id: text, podKey: undefined, text: words };
  }

  /** The last pod that a line names together with a volume. */
  private lastOwner(volume: string): Life | undefined {
    this.volumes ??= this.ownersOf(volumesOf);
    const owners = [...(this.volumes.get(volume) ?? [])];
    return owners.sort(([, a], [, b]) => b.last.position - a.last.position)[0]?.[0];
  }

  private ownersOf(things: (event: KubeletEvent) => readonly string[]): Owners {
    const owners = new Map<string, Map<Life, { readonly first: Fact; last: Fact }>>();
    for (const { life, facts } of this.rebuilt.tied)
      for (const fact of facts)
        for (const thing of things(fact.event)) {
          const lives = owners.get(thing) ?? new Map<Life, { readonly first: Fact; last: Fact }>();
          owners.set(thing, lives);
          const known = lives.get(life);
          if (known === undefined) lives.set(life, { first: fact, last: fact });
          else known.last = fact;
        }
    return owners;
  }
}

function volumesOf(event: KubeletEvent): readonly string[] {
  if (event.kind !== 'volume') return [];
  return event.unique === undefined ? [event.volume] : [event.volume, event.unique];
}

function namespacesOf(event: KubeletEvent): readonly string[] {
  if ('netns' in event && event.netns !== undefined) return [event.netns];
  const found = 'error' in event ? netnsPath.exec(event.error ?? '') : null;
  return found === null ? [] : [found[0]];
}

function of(kind: Identity['kind'], id: string, what: string, life: Life | undefined): Identity {
  const podKey = life === undefined ? undefined : lifeKey(life);
  return { kind, id, podKey, text: life === undefined ? what : `${what} of ${nameOf(life)}` };
}

function nameOf({ namespace, name }: Life): string {
  return `${namespace}/${name}`;
}

/** Of a unique name, `kubernetes.io/configmap/5c0e91e5-…-config`, what the pod calls the volume. */
export function shortVolumeName(volume: string): string {
  return volume.replace(/^.*\//, '').replace(/^[0-9a-f]{8}-[0-9a-f-]{27}-/, '');
}
