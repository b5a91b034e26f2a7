// The texts that code asks to be translated, read from its source: for tests that hold them against the bundles.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Source {
  readonly name: string;
  readonly tree: ts.SourceFile;
}

/** The TypeScript files below a folder of the repository. */
export function sourcesOf(folder: string): readonly Source[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const name = file.replaceAll('\\', '/');
      const text = fs.readFileSync(path.join(root, folder, file), 'utf8');
      return { name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true) };
    });
}

/** `l10n.t` of the extension; `t` and `rich` of the pages. */
export function isTranslation(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) && /^(.*\.l10n\.t|l10n\.t|t|rich)$/.test(node.expression.getText())
  );
}

/** The English texts of all those calls, sorted. */
export function askedTexts(sources: readonly Source[]): string[] {
  const texts = new Set<string>();
  const visit = (node: ts.Node, name: string): void => {
    if (isTranslation(node)) {
      const [first] = node.arguments;
      if (first === undefined || !ts.isStringLiteralLike(first))
        throw new Error(`${name}: ${node.getText()} has no text that can be looked up.`);
      texts.add(first.text);
    }
    node.forEachChild((child) => {
      visit(child, name);
    });
  };
  for (const { name, tree } of sources) visit(tree, name);
  return [...texts].toSorted();
}

/** The texts of the pages. webview/shared/l10n.ts only hands on what it is given. */
export function pageTexts(): string[] {
  return askedTexts(sourcesOf('webview').filter(({ name }) => name !== 'shared/l10n.ts'));
}
