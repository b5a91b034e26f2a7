// What helps to read a log in an editor: folds, the outline, and colours for what is known by name. Everything is asked for as it comes
// in sight, of the document that is open.
import * as vscode from 'vscode';
import type { IdentityRow } from '../../protocol/rows.ts';
import { LANGUAGE } from '../contributions.ts';
import type { Session } from '../session.ts';
import { foldsOf } from './folding.ts';
import { identitiesIn } from './identities.ts';
import type { LogDocuments } from './logDocuments.ts';
import { Outline } from './outline.ts';

const selector: vscode.DocumentSelector = { language: LANGUAGE };

/** Ids in package.json, `semanticTokenTypes`. */
const tokenTypes = ['kubeletPod', 'kubeletUid', 'kubeletSandbox', 'kubeletContainer'] as const;
type TokenType = (typeof tokenTypes)[number];
/** Of one question: what is in sight has a few hundred at most. */
const MOST_IDS = 1_000;

export function registerReading(session: Session, documents: LogDocuments): vscode.Disposable {
  const ofTape = registeredAnew(session, () =>
    vscode.Disposable.from(
      vscode.languages.registerDocumentSymbolProvider(selector, new Outline(session, documents)),
      vscode.languages.registerDocumentRangeSemanticTokensProvider(
        selector,
        {
          provideDocumentRangeSemanticTokens: (document, range) => tokens(session, document, range),
        },
        new vscode.SemanticTokensLegend([...tokenTypes]),
      ),
    ),
  );
  const folding = vscode.languages.registerFoldingRangeProvider(selector, {
    provideFoldingRanges: (document) =>
      foldsOf(document.lineCount, (line) => document.lineAt(line).text).map(
        ({ start, end, repeats }) =>
          new vscode.FoldingRange(
            start,
            end,
            repeats ? vscode.FoldingRangeKind.Region : vscode.FoldingRangeKind.Comment,
          ),
      ),
  });
  return vscode.Disposable.from(ofTape, folding);
}

/** Editors ask a provider again when it is another one: after each change of the tape. */
function registeredAnew(session: Session, register: () => vscode.Disposable): vscode.Disposable {
  let current = register();
  const listening = session.onChanged(() => {
    current.dispose();
    current = register();
  });
  return new vscode.Disposable(() => {
    listening.dispose();
    current.dispose();
  });
}

async function tokens(
  session: Session,
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.SemanticTokens | undefined> {
  if (session.info === undefined) return undefined;
  const words: {
    readonly line: number;
    readonly start: number;
    readonly text: string;
    readonly isPod: boolean;
  }[] = [];
  for (let line = range.start.line; line <= range.end.line && words.length < MOST_IDS; line++)
    for (const { text, start, kind } of identitiesIn(document.lineAt(line).text))
      words.push({ line, start, text, isPod: kind === 'pod' });
  const ids = [...new Set(words.flatMap(({ text, isPod }) => (isPod ? [] : [text])))].slice(
    0,
    MOST_IDS,
  );
  const rows = (await session.askIfOpen('identify', [ids])) ?? [];
  const known = new Map(ids.map((id, index) => [id, rows[index]]));
  const builder = new vscode.SemanticTokensBuilder();
  for (const { line, start, text, isPod } of words) {
    const type = isPod ? 'kubeletPod' : typeOf(known.get(text));
    if (type !== undefined) builder.push(line, start, text.length, tokenTypes.indexOf(type));
  }
  return builder.build();
}

function typeOf(identity: IdentityRow | undefined): TokenType | undefined {
  switch (identity?.kind) {
    case 'pod':
      return 'kubeletUid';
    case 'sandbox':
      return 'kubeletSandbox';
    case 'container':
      return 'kubeletContainer';
    case 'image':
    case 'volume':
    case 'cgroup':
    case 'netns':
    case undefined:
      return undefined;
  }
}
