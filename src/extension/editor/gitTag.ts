// Whether a checkout stands at a tag, read from git's own files: no git program is run. A tag fetched by itself after the clone is an
// object of its own, whose commit these files don't tell: then the answer is no.
import * as vscode from 'vscode';
import { readText } from './readText.ts';

export async function isCheckedOutAt(checkout: vscode.Uri, tag: string): Promise<boolean> {
  const { own, common } = await gitFolders(checkout);
  const head = (await readText(vscode.Uri.joinPath(own, 'HEAD')))?.trim();
  if (head === undefined) return false;
  const packed = (await readText(vscode.Uri.joinPath(common, 'packed-refs'))) ?? '';
  const commitsOf = async (ref: string): Promise<readonly string[]> => {
    const loose = (await readText(vscode.Uri.joinPath(common, ref)))?.trim();
    return loose === undefined ? packedCommits(packed, ref) : [loose];
  };
  const branch = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  const [commit] = branch === undefined ? [head] : await commitsOf(branch);
  return commit !== undefined && (await commitsOf(`refs/tags/${tag}`)).includes(commit);
}

/** A tag's own hash, and on the line below the commit that it stands for. */
function packedCommits(packed: string, ref: string): readonly string[] {
  const lines = packed.split('\n');
  const at = lines.findIndex((line) => line.endsWith(` ${ref}`));
  const [own, next] = [lines[at]?.split(' ', 1)[0], lines[at + 1]];
  if (own === undefined) return [];
  return next?.startsWith('^') === true ? [own, next.slice(1)] : [own];
}

/** A linked worktree has a file `.git` that names its folder, and that one names the repository's. */
async function gitFolders(
  checkout: vscode.Uri,
): Promise<{ readonly own: vscode.Uri; readonly common: vscode.Uri }> {
  const git = vscode.Uri.joinPath(checkout, '.git');
  const linked = /^gitdir: (.+)$/m.exec((await readText(git)) ?? '')?.[1];
  if (linked === undefined) return { own: git, common: git };
  const own = below(checkout, linked.trim());
  const common = (await readText(vscode.Uri.joinPath(own, 'commondir')))?.trim();
  return { own, common: common === undefined ? own : below(own, common) };
}

function below(folder: vscode.Uri, path: string): vscode.Uri {
  return path.startsWith('/') ? folder.with({ path }) : vscode.Uri.joinPath(folder, path);
}
