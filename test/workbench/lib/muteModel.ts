// A model that can be chosen in the chat and says only that it was asked: VS Code calls no participant where no model is chosen.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { publisher, writeVsix } from './languagePack.ts';

export const wasAsked = 'A model was asked.';

// VS Code lists a vendor's models when somebody asks for them.
const main = `const vscode = require('vscode');
exports.activate = async ({ subscriptions }) => {
  const model = { id: 'mute', name: 'Mute', family: 'mute', version: '1' };
  const bounds = { maxInputTokens: 100_000, maxOutputTokens: 1_000, capabilities: { toolCalling: true } };
  subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('mute', {
      provideLanguageModelChatInformation: async () => [{ ...model, ...bounds, isUserSelectable: true }],
      provideLanguageModelChatResponse: async (_model, _messages, _options, progress) => {
        progress.report(new vscode.LanguageModelTextPart(${JSON.stringify(wasAsked)}));
      },
      provideTokenCount: async () => 1,
    }),
  );
  await vscode.lm.selectChatModels({ vendor: 'mute' });
};
`;

/** Gives the package to install, among the system's temporary files. */
export function writeMuteModel(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-mute-model-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const manifest = {
    name: 'mute-model',
    publisher,
    version: '1.0.0',
    engines: { vscode: '^1.104.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
    contributes: { languageModelChatProviders: [{ vendor: 'mute', displayName: 'Mute' }] },
  };
  return writeVsix(folder, manifest, { 'main.js': main });
}
