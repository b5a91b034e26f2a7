// No text that a person reads is left untranslated: what the code says is asked of `l10n`, and the languages have the same keys.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, onTestFinished, test } from 'vitest';
import { showPods } from '../../../src/extension/views/podsView.ts';
import { podRow, second } from '../../support/rowSamples.ts';
import {
  askedTexts,
  isTranslation,
  pageTexts,
  root,
  sourcesOf,
  type Source,
} from '../../support/texts.ts';
import { words } from '../../support/vscode.ts';

/** Texts of several words that nobody is shown, or that are of a language of their own. */
const unspoken: ReadonlySet<string> = new Set([
  'export default (self) => {',
  // Kinds of places and of packages, which have their words in messages.ts.
  'module cache',
  'kubelet rule packs',
  // What is handed on to a ticket stays English, as the log in it does.
  'to do: ',
  // Kinds of a journal's answers, which have their words in webview/machine.
  'sender waits',
  'tick is dropped',
  'not begun',
  'truth files',
  'not printed',
  'waits for room',
  'at once',
  'process ended',
  'older entry',
  'empty status',
  'waits for the pod cache',
  'network not ready',
  'phase transition',
  'waits for its static pod',
  // A row's id.
  'pod ',
  // A name and its version.
  'kubelet ',
  // A table for a ticket.
  ' | difference |',
  // What cannot be.
  'a canvas that nobody used otherwise draws in two dimensions',
  'the page has ',
]);
/** The frame of a page: HTML and its policy. */
const unspokenFiles: ReadonlySet<string> = new Set(['panels/page.ts']);
/** A word in one of these is a text, too. */
const spokenProperties =
  /^(name|note|title|label|placeHolder|placeholder|prompt|detail|description|tooltip|openLabel)$/;

const sources = sourcesOf('src/extension');
const pages = sourcesOf('webview');
const asked = [...new Set([...askedTexts(sources), ...pageTexts()])].toSorted();

/** Texts of a file that look as if they were for a person, outside of `l10n.t`. */
function missed({ name, tree }: Source): string[] {
  if (unspokenFiles.has(name)) return [];
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (isTranslation(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template))
        for (const { expression } of node.template.templateSpans) look(expression);
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || isLaterPart(node)) {
      const isText = ts.isStringLiteralLike(node)
        ? /[A-Za-z]{2,},? [A-Za-z]{2,}/.test(node.text) || isSpokenWord(node)
        : / [A-Za-z]{3,}|[A-Za-z]{3,} /.test(node.text);
      if (isText && !unspoken.has(node.text) && !node.text.includes('kd-'))
        found.push(`${name}: ${node.text}`);
    }
    node.forEachChild(look);
  };
  look(tree);
  return found;
}

function isLaterPart(node: ts.Node): node is ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}

function isSpokenWord(node: ts.Node & { readonly text: string }): boolean {
  const { parent } = node;
  return (
    ts.isPropertyAssignment(parent) &&
    spokenProperties.test(parent.name.getText()) &&
    /^[A-Z]?[a-z]+$/.test(node.text)
  );
}

const isMarkup = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText());

/** Texts of a page's markup, between its tags and in what is read out, outside of `t` and `rich`. */
function missedInMarkup({ name, tree }: Source): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (isMarkup(node)) {
      const { template } = node;
      const parts = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template.text]
        : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
      const whole = parts.join('¤');
      const labels = [...whole.matchAll(/\s(?:title|aria-label|placeholder)="([^"]*)"/g)];
      const texts = [whole.replace(/<[^>]*>/g, '\n'), ...labels.map(([, label = '']) => label)];
      for (const text of texts.join('\n').split(/[\n¤]/))
        if (/[A-Za-z]{2}/.test(text)) found.push(`${name}: ${text.trim()}`);
    }
    node.forEachChild(look);
  };
  look(tree);
  return found;
}

function holes(text: string): string[] {
  return (text.match(/\{\d+\}/g) ?? []).toSorted();
}

function bundle(file: string): Record<string, string> {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, string>;
}

test('every text of the code is asked of l10n', () => {
  expect(sources.flatMap(missed)).toEqual([]);
});

test('every text of a page’s markup is', () => {
  expect(pages.flatMap(missedInMarkup)).toEqual([]);
  expect(pages.flatMap(missed)).toEqual([]);
});

describe.each(['zh-cn'])('%s', (language) => {
  test('has the texts of the code, and no other', () => {
    const own = bundle(`l10n/bundle.l10n.${language}.json`);
    expect(asked.filter((text) => !Object.hasOwn(own, text))).toEqual([]);
    expect(Object.keys(own).filter((text) => !asked.includes(text))).toEqual([]);
  });

  test('leaves no value out', () => {
    for (const [text, own] of Object.entries(bundle(`l10n/bundle.l10n.${language}.json`)))
      expect(holes(own), text).toEqual(holes(text));
  });

  test('has the texts of the manifest, with the same links', () => {
    const [english, own] = [bundle('package.nls.json'), bundle(`package.nls.${language}.json`)];
    expect(Object.keys(english).filter((key) => !Object.hasOwn(own, key))).toEqual([]);
    expect(Object.keys(own).filter((key) => !Object.hasOwn(english, key))).toEqual([]);
    const links = (text = ''): string[] => text.match(/\]\([^)]+\)|`[^`]+`/g) ?? [];
    for (const [key, text] of Object.entries(english))
      expect(links(own[key]).toSorted(), key).toEqual(links(text).toSorted());
  });
});

test('in a language of made-up words a view shows what the log says, and those', () => {
  for (const text of asked) words.set(text, `⟦${text}⟧`);
  onTestFinished(() => {
    words.clear();
  });
  const { rows } = showPods({
    revision: 1,
    total: 1,
    rows: [podRow],
    now: second(52),
    grouping: 'none',
  });
  const labels = rows.flatMap(({ children = [] }) => children.map(({ label }) => label));
  const fromLog = new Set([podRow.lastEvent?.text, ...podRow.titles]);
  expect(labels.filter((label) => !/^⟦.*⟧$/s.test(label) && !fromLog.has(label))).toEqual([]);
});
