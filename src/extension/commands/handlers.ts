// What each command does is looked up by its id: VS Code knows no types.
import type { CommandArguments, CommandId } from '../contributions.ts';
import type { TrustGate } from '../trust.ts';

/** One handler for each command: leaving one out does not compile. */
export type CommandHandlers = {
  readonly [K in CommandId]: (...args: CommandArguments[K]) => Promise<void> | void;
};

/** Runs the command of an id; what it throws is a sentence for a person. */
export function runnerOf(
  handlers: CommandHandlers,
  gate: TrustGate,
): (id: string, args: readonly unknown[]) => Promise<void> {
  const byId = new Map<string, CommandHandlers[CommandId]>(Object.entries(handlers));
  return async (id, args) => {
    gate.command(id);
    const handler = byId.get(id);
    if (handler !== undefined) await Reflect.apply(handler, undefined, args);
  };
}
