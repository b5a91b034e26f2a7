import type { CAC } from 'cac';
import { testRulePack } from '../engine/export/rulePack.ts';
import { print, UsageError } from './output.ts';
import { readText } from './readText.ts';

/** `test-rules PACK…`: a person's own rules on their samples. Exit code 1 when a pack is wrong or a sample is not as it says. */
export function addTestRules(program: CAC): void {
  program
    .command('test-rules [...packs]', 'Tries each rule of a rule pack (YAML) on its samples')
    .action((packs: string[]) => {
      if (packs.length === 0) throw new UsageError('Name at least one rule pack, a YAML file.');
      for (const pack of packs) {
        const { problems, samples } = testRulePack(readText(pack));
        for (const { line, column, text } of problems) print(`${pack}:${line}:${column}: ${text}`);
        for (const text of samples.problems) print(`${pack}: ${text}`);
        if (problems.length + samples.problems.length > 0) process.exitCode = 1;
        if (problems.length === 0)
          print(
            `${pack}: ${samples.passed} of ${samples.passed + samples.problems.length} samples as they should be`,
          );
      }
    });
}
