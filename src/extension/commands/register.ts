import * as vscode from 'vscode';
import type { CommandArguments, CommandId } from '../contributions.ts';
import { messages, reasonOf } from '../messages.ts';

/** One handler for each command: leaving one out does not compile. */
export type CommandHandlers = {
  readonly [K in CommandId]: (...args: CommandArguments[K]) => Promise<void> | void;
};

/** What a command throws is a sentence for a person, and is shown as one. */
export function registerCommands(handlers: CommandHandlers): vscode.Disposable {
  const registered = Object.entries(handlers).map(([id, handler]) =>
    vscode.commands.registerCommand(id, async (...args: Parameters<typeof handler>) => {
      try {
        await Reflect.apply(handler, undefined, args);
      } catch (error) {
        void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}
