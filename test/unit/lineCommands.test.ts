import { cac } from 'cac';
import { expect, it } from 'vitest';
import { all } from '../../src/cli/commands.ts';
import { asksOthers, lineCommands } from '../fuzz/linePairs.ts';

it('every command is walked with long lines, or reads no file', () => {
  const program = cac('kubelet-debugger');
  for (const add of all) add(program);
  const walked = new Set([...lineCommands.map((command) => command.split(' ')[0]), ...asksOthers]);
  expect([...walked].sort()).toEqual(program.commands.map(({ name }) => name).sort());
});
