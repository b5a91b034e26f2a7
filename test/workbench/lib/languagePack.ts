// A language pack without a single translation: with it VS Code takes the language for its own, and extensions show their texts in it.
import fs from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';

export const publisher = 'kubelet-debugger-tests';

/**
 * Writes the package into the folder of a code-server that is not started yet, and notes that it is there, which VS Code itself does too
 * late for its first window. Gives the file to install.
 */
export function writeLanguagePack(home: string, languageId: string): string {
  const name = `language-pack-${languageId}`;
  const id = `${publisher}.${name}`;
  const manifest = {
    name,
    publisher,
    version: '1.0.0',
    engines: { vscode: '^1.101.0' },
    categories: ['Language Packs'],
    contributes: {
      localizations: [
        {
          languageId,
          languageName: languageId,
          localizedLanguageName: languageId,
          translations: [{ id: 'vscode', path: './main.i18n.json' }],
        },
      ],
    },
  };
  const noted = {
    [languageId]: {
      hash: name,
      label: languageId,
      extensions: [{ extensionIdentifier: { id }, version: '1.0.0' }],
      translations: { vscode: path.join(home, 'extensions', `${id}-1.0.0`, 'main.i18n.json') },
    },
  };
  fs.mkdirSync(path.join(home, 'user'), { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(home, 'user/languagepacks.json'), JSON.stringify(noted));
  const texts = JSON.stringify({ '': [], version: '1.0.0', contents: {} });
  return writeVsix(home, manifest, { 'main.i18n.json': texts });
}

/** Packs an extension of ours for a test; gives the file to install. */
export function writeVsix(
  folder: string,
  manifest: { readonly name: string },
  content: Readonly<Record<string, string>>,
): string {
  const files = {
    '[Content_Types].xml':
      '<?xml version="1.0" encoding="utf-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>',
    'extension.vsixmanifest': vsixManifest(manifest.name),
    'extension/package.json': JSON.stringify(manifest),
    ...Object.fromEntries(
      Object.entries(content).map(([name, text]) => [`extension/${name}`, text]),
    ),
  };
  const file = path.join(folder, `${manifest.name}.vsix`);
  const zip = zipSync(
    Object.fromEntries(Object.entries(files).map(([each, text]) => [each, strToU8(text)])),
  );
  fs.writeFileSync(file, zip);
  return file;
}

function vsixManifest(name: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="1.0.0" Publisher="${publisher}"/>
    <DisplayName>${name}</DisplayName>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="^1.101.0"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>`;
}
