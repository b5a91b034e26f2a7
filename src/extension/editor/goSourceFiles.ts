// Where the kubelet's Go source of a version is at hand: the workspace when it is a checkout of that tag, the Go module cache, what this
// extension has fetched, folders that the person named. It knows folders and tags; a file of another version is never given for the one asked
// for, and of a minor alone the newest patch.
import * as vscode from 'vscode';
import { type GoSource } from '../../protocol/uris.ts';
import { settings } from '../contributions.ts';
import { uriOf } from '../uriOf.ts';
import { isCheckedOutAt } from './gitTag.ts';
import { isMinor, stagedPath, stagingVersion, tagInName } from './goModules.ts';
import { readText } from './readText.ts';

export interface FoundGoFile {
  readonly uri: vscode.Uri;
  readonly where: 'workspace' | 'module cache' | 'fetched' | 'folder';
  readonly tag: string;
}

type Place = FoundGoFile['where'];

/** Whether a file still lies in a folder when all links on the way to it are followed. */
export type IsInside = (folder: vscode.Uri, file: vscode.Uri) => Promise<boolean>;

interface SourcePlaces {
  readonly moduleCache: vscode.Uri | undefined;
  /** What this extension has fetched. */
  readonly fetched: vscode.Uri | undefined;
  readonly isInside: IsInside;
}

export class GoSourceFiles {
  private readonly places: SourcePlaces;

  constructor(places: SourcePlaces) {
    this.places = places;
  }

  /** `source.version` is a tag, `v1.34.2`, or a minor, `v1.34`; undefined when that file of that version is nowhere. */
  async find(source: GoSource): Promise<FoundGoFile | undefined> {
    const { version, path } = source;
    const tags = isMinor(version)
      ? (await this.versions(path)).filter((tag) => new RegExp(`^${version}\\.\\d+$`).test(tag))
      : [version];
    for (const tag of tags) {
      const found = await this.findAt(tag, path);
      if (found !== undefined) return { ...found, tag };
    }
    return undefined;
  }

  private async findAt(tag: string, path: string): Promise<Omit<FoundGoFile, 'tag'> | undefined> {
    const source = { version: tag, path };
    for (const { uri: folder } of vscode.workspace.workspaceFolders ?? []) {
      const uri = vscode.Uri.joinPath(folder, path);
      if ((await this.isFileIn(folder, uri)) && (await isTree(folder, tag)))
        return { uri, where: 'workspace' };
    }
    for (const { root, where } of this.roots()) {
      for (const uri of await candidates(root, source))
        if (await this.isFileIn(root, uri)) return { uri, where };
    }
    return undefined;
  }

  private async isFileIn(folder: vscode.Uri, uri: vscode.Uri): Promise<boolean> {
    return uri.path.startsWith(`${folder.path.replace(/\/$/, '')}/`)
      ? (await isFile(uri)) && (await this.places.isInside(folder, uri))
      : false;
  }

  /** Tags of which the repository, or the module with a path of it, is at hand outside the workspace, newest first. */
  async versions(path = ''): Promise<readonly string[]> {
    const found = new Set<string>();
    const staged = stagedPath(path)?.name;
    for (const { root } of this.roots())
      for (const folder of [root, vscode.Uri.joinPath(root, 'k8s.io')])
        for (const name of [...(await namesIn(folder)), baseOf(folder)]) {
          const tag = tagInName(name, staged);
          if (tag !== undefined) found.add(tag);
        }
    const order = new Intl.Collator('en', { numeric: true });
    return [...found].sort((a, b) => order.compare(b, a));
  }

  /** Where is looked besides the workspace. */
  roots(): readonly { readonly root: vscode.Uri; readonly where: Place }[] {
    const { moduleCache, fetched } = this.places;
    const named = vscode.workspace
      .getConfiguration(settings.section)
      .get<unknown>(settings.sourceFolders);
    const folders = Array.isArray(named) ? named.filter((each) => typeof each === 'string') : [];
    return [
      ...(moduleCache === undefined ? [] : [{ root: moduleCache, where: 'module cache' as const }]),
      ...(fetched === undefined ? [] : [{ root: fetched, where: 'fetched' as const }]),
      ...folders.map((text) => ({ root: uriOf(text), where: 'folder' as const })),
    ];
  }
}

/** Where a file of a tag would be below a folder: a module cache, a checkout, or a folder of checkouts named for their tags. */
async function candidates(root: vscode.Uri, source: GoSource): Promise<readonly vscode.Uri[]> {
  const { version: tag, path } = source;
  const repository = vscode.Uri.joinPath(root, 'k8s.io', `kubernetes@${tag}`);
  const trees = [`kubernetes@${tag}`, `kubernetes-${tag}`, `kubernetes-${tag.slice(1)}`, tag].map(
    (name) => vscode.Uri.joinPath(root, name),
  );
  const own = (await isTree(root, tag)) ? [root] : [];
  const module = await modulePath(repository, source);
  return [
    ...(module === undefined ? [] : [vscode.Uri.joinPath(root, module)]),
    ...[repository, ...own, ...trees].map((tree) => vscode.Uri.joinPath(tree, path)),
  ];
}

/** A path of `staging/` or `vendor/` as the module cache has it. */
async function modulePath(
  repository: vscode.Uri,
  { version, path }: GoSource,
): Promise<string | undefined> {
  const staged = stagedPath(path);
  if (staged !== undefined)
    return `k8s.io/${staged.name}@${stagingVersion(version)}/${staged.inside}`;
  if (!path.startsWith('vendor/')) return undefined;
  const vendored = path.slice('vendor/'.length);
  const requirements = await readText(vscode.Uri.joinPath(repository, 'go.mod'));
  for (const [, module = '', release = ''] of requirements?.matchAll(/^\s*(\S+) (v\S+)/gm) ?? [])
    if (vendored.startsWith(`${module}/`))
      return `${module}@${release}${vendored.slice(module.length)}`;
  return undefined;
}

/** Whether a folder is the kubernetes repository at a tag: by its own name, or by what is checked out. */
async function isTree(folder: vscode.Uri, tag: string): Promise<boolean> {
  const module = await readText(vscode.Uri.joinPath(folder, 'go.mod'));
  // Before 1.15 it had no modules.
  const isOurs =
    module === undefined
      ? /^\s*"ImportPath": "k8s\.io\/kubernetes",$/m.test(
          (await readText(vscode.Uri.joinPath(folder, 'Godeps', 'Godeps.json'))) ?? '',
        )
      : /^module k8s\.io\/kubernetes\s/m.test(module);
  if (!isOurs) return false;
  return tagInName(baseOf(folder)) === tag || (await isCheckedOutAt(folder, tag));
}

function baseOf(uri: vscode.Uri): string {
  return uri.path.replace(/\/$/, '').split('/').at(-1) ?? '';
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  const stat = await vscode.workspace.fs.stat(uri).then(
    (found) => found,
    () => undefined,
  );
  return stat !== undefined && (stat.type & vscode.FileType.File) !== 0;
}

async function namesIn(folder: vscode.Uri): Promise<readonly string[]> {
  return await vscode.workspace.fs.readDirectory(folder).then(
    (entries) => entries.map(([name]) => name),
    () => [],
  );
}
