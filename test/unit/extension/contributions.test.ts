// What package.json contributes and what the code registers are the same, and every text has its words.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { toJsonSchema } from '@valibot/to-json-schema';
import { openers, questions } from '../../../src/engine/assist/asked.ts';
import manifest from '../../../package.json' with { type: 'json' };
import words from '../../../package.nls.json' with { type: 'json' };
import {
  contextKeys,
  DEBUG_TYPE,
  innerCommands,
  INCIDENT_FILE,
  LANGUAGE,
  settings,
  CHAT_PARTICIPANT,
  MCP_SERVERS,
  pageTypes,
  TOOL_PREFIX,
  viewIds,
} from '../../../src/extension/contributions.ts';
import type { WorkerIcon } from '../../../src/protocol/rows.ts';
import { workerIcon } from '../../../src/extension/views/row.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const { contributes } = manifest;
/** In the order of the manifest and of the font. */
const workerStates: Readonly<Record<WorkerIcon, true>> = {
  sync: true,
  working: true,
  terminating: true,
  stuck: true,
  terminated: true,
  finished: true,
  gone: true,
  unknown: true,
};

/** The keys of an interface, which leaves no trace at run time. */
function keysOfInterface(file: string, name: string): string[] {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.ESNext,
  );
  const found = source.statements.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === name,
  );
  return (found?.members ?? []).map((member) =>
    member.name !== undefined && ts.isStringLiteral(member.name) ? member.name.text : '?',
  );
}

test('views', () => {
  expect(contributes.views.kubelet.map(({ id }) => id)).toEqual(viewIds);
});

test('commands', () => {
  const ids = contributes.commands.map(({ command }) => command);
  expect(ids.toSorted()).toEqual(
    keysOfInterface('src/extension/contributions.ts', 'CommandArguments').toSorted(),
  );
  const never = contributes.menus.commandPalette.filter(({ when }) => when === 'false');
  const hidden = never.map(({ command }) => command);
  expect(hidden.toSorted()).toEqual([...innerCommands].toSorted());
});

test('tools of models are those of assistants, asked with the same', () => {
  const tools = Object.entries({ ...openers, ...questions }).map(
    ([name, { description, input }]) => {
      const { $schema: _, ...schema } = toJsonSchema(input);
      return { name: `${TOOL_PREFIX}${name}`, modelDescription: description, inputSchema: schema };
    },
  );
  const contributed = contributes.languageModelTools.map(
    ({ name, modelDescription, inputSchema }) => ({ name, modelDescription, inputSchema }),
  );
  expect(contributed).toEqual(tools);
  expect(contributes.chatParticipants.map(({ id }) => id)).toEqual([CHAT_PARTICIPANT]);
  expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual([MCP_SERVERS]);
});

test('menus and keys name only commands that are there', () => {
  const ids = new Set(contributes.commands.map(({ command }) => command));
  const named = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(
    ({ command }) => command,
  );
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test('nothing that changes often decides on the menu of a row', () => {
  // VS Code draws all rows of all trees anew when such a key changes, also some that are gone: microsoft/vscode#170478.
  const rows = contributes.menus['view/item/context'];
  const inRows = new Set(rows.map(({ command }) => command));
  // A command's enablement counts among the keys of each menu that has it.
  const whens = [
    ...rows.map(({ when }) => when),
    ...contributes.commands.map((one) =>
      'enablement' in one && inRows.has(one.command) ? one.enablement : '',
    ),
  ];
  const keys = whens.flatMap((when) => when.replaceAll(/\/.*?\//g, '').match(/[a-z][\w.]*/gi));
  const known = new Set(['view', 'viewItem', 'workspaceFolderCount', ...viewIds]);
  expect(keys.filter((key) => key !== null && !known.has(key))).toEqual([]);
});

test('all keys begin with one chord, but for what lists have theirs for, in our own views, and F5 on a kubelet log that nothing else debugs', () => {
  const of = (wanted: (key: string) => boolean) =>
    contributes.keybindings.filter(({ key }) => wanted(key));
  const others = of((key) => key !== 'enter' && key !== 'f5');
  expect(new Set(others.map(({ key }) => key.split(' ')[0])).size).toBe(1);
  for (const { when } of of((key) => key === 'enter'))
    expect(when).toContain('focusedView =~ /^kubelet');
  const when = 'kubelet.offersLog && !inDebugMode && !debugConfigurationType';
  expect(of((key) => key === 'f5')).toEqual([{ command: 'kubelet.debugLog', key: 'f5', when }]);
});

test('settings, language, colours, context keys, activation', () => {
  expect(Object.keys(contributes.configuration.properties)).toEqual(
    [
      settings.year,
      settings.utcOffset,
      settings.fadeFuture,
      settings.followCaret,
      settings.rulePacks,
      settings.sourceFolders,
      settings.kubeconfig,
      settings.playSpeed,
      settings.redact,
    ].map((key) => `${settings.section}.${key}`),
  );
  expect(contributes.languages.map(({ id }) => id)).toEqual([LANGUAGE]);
  expect(contributes.languages.flatMap((language) => Object.keys(language))).not.toContain(
    'extensions',
  );
  const own = (Object.keys(workerStates) as WorkerIcon[]).map(workerIcon);
  expect(contributes.colors.map(({ id }) => id)).toEqual([
    ...own.map(({ color }) => color),
    'kubelet.cursor',
  ]);
  expect(Object.keys(contributes.icons)).toEqual(own.map(({ id }) => id));
  expect(JSON.stringify(contributes)).toContain(contextKeys.hasSession);
  expect(manifest.activationEvents).toEqual([
    'onFileSystem:kubelet-log',
    'onLanguage:log',
    'onLanguage:plaintext',
    ...Object.values(pageTypes).map((type) => `onWebviewPanel:${type}`),
    `workspaceContains:${INCIDENT_FILE}`,
    `onDebugResolve:${DEBUG_TYPE}`,
    `onDebugDynamicConfigurations:${DEBUG_TYPE}`,
  ]);
});

test('the debug type and the languages that take breakpoints', () => {
  expect(contributes.debuggers.map(({ type }) => type)).toEqual([DEBUG_TYPE]);
  expect(contributes.breakpoints.map(({ language }) => language)).toEqual([LANGUAGE, 'go']);
});

test('every text of the manifest has its words, and every word is used', () => {
  const used = new Set(
    [...JSON.stringify(contributes).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key),
  );
  expect([...used].toSorted()).toEqual(Object.keys(words).toSorted());
});

test('every picture and grammar that the manifest names is there', () => {
  const files = [
    ...JSON.stringify(contributes).matchAll(/"(?:\.\/)?((?:media|syntaxes)\/[^"]+)"/g),
  ];
  expect(files.length).toBeGreaterThan(5);
  for (const [, file = ''] of files) expect(fs.existsSync(path.join(root, file)), file).toBe(true);
});
