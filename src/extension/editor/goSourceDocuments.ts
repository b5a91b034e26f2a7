// Go source from outside the workspace, as documents that can't be changed; where a file is not at hand, the document says so.
import * as vscode from 'vscode';
import {
  goSourcePage,
  kubernetesRelease,
  parseGoSourceUri,
  type GoSource,
} from '../../protocol/uris.ts';
import { messages, placeWord } from '../messages.ts';
import type { GoSourceFiles } from './goSourceFiles.ts';
import { readText } from './readText.ts';

export async function goSourceText(files: GoSourceFiles, uri: vscode.Uri): Promise<string> {
  const source = parseGoSourceUri(uri.toString());
  if (source === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  const { version, path } = source;
  const release = kubernetesRelease(version);
  if (release === undefined) return messages.noTag(version);
  const found = await files.find({ version: release, path });
  const text = found === undefined ? undefined : await readText(found.uri);
  return text ?? (await absence(files, { version: release, path }));
}

async function absence(files: GoSourceFiles, source: GoSource): Promise<string> {
  const { version, path } = source;
  const looked = files.roots().map(({ root, where }) => `//   ${placeWord(where)}: ${root.fsPath}`);
  const others = (await files.versions(path)).filter((tag) => tag !== version);
  return [
    `// ${vscode.l10n.t('Kubernetes {1} source for {0} is not available locally.', path, version)}`,
    '//',
    `// ${vscode.l10n.t('Searched the workspace folders (for a checkout of that tag) and:')}`,
    ...(looked.length === 0 ? [`//   ${vscode.l10n.t('no other folder')}`] : looked),
    ...(others.length === 0
      ? []
      : [
          `// ${vscode.l10n.t('Available, but not the version that wrote this log: {0}.', others.join(', '))}`,
        ]),
    '//',
    `// ${vscode.l10n.t('On the web:  {0}', goSourcePage(source))}`,
    `// ${vscode.l10n.t('To get it:  {0}', vscode.l10n.t('“Get the Source” above, or “Kubelet: Get the Source”'))}`,
    `// ${vscode.l10n.t('Elsewhere:   add the folder to the setting {0}.', 'kubelet.sourceFolders')}`,
    '',
  ].join('\n');
}
