import { checkPack } from '../../diagnosis/pack/checkPack.ts';
import { readRules } from '../ruling.ts';
import { readPack, type PackProblem } from '../../diagnosis/pack/readPack.ts';

/** What is wrong in a pack's text, or how its samples went. */
export function testRulePack(text: string): {
  readonly problems: readonly PackProblem[];
  readonly samples: { readonly passed: number; readonly problems: readonly string[] };
} {
  const pack = readPack(text);
  const { problems: mistakes } = readRules([{ name: '', text }], []);
  if (!pack.ok || mistakes.length > 0)
    return { problems: mistakes, samples: { passed: 0, problems: [] } };
  const results = checkPack(pack.value);
  const problems = results.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  return { problems: [], samples: { passed: results.length - problems.length, problems } };
}
