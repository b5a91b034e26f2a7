import fs from 'node:fs';
import path from 'node:path';
import { parseScenario } from '../simulate/parse.ts';

/** Where those are that come with this program: beside the bundle in a package, two folders up in the source. */
export function scenarioFolder(): string {
  // A command that npm linked is started by the name of its link.
  const here = path.dirname(fs.realpathSync(process.argv[1] ?? '.'));
  const places = ['../media/scenarios', '../../media/scenarios'];
  const found = places.map((place) => path.join(here, place)).find((dir) => fs.existsSync(dir));
  return found ?? path.join('media', 'scenarios');
}

/** By name; `title`: what one is of, or what is wrong with it. */
export function scenarios(): { name: string; title: string; text: string }[] {
  const folder = scenarioFolder();
  return fs
    .readdirSync(folder)
    .sort()
    .map((file) => {
      const text = fs.readFileSync(path.join(folder, file), 'utf8');
      const parsed = parseScenario(text);
      const title = parsed.ok ? parsed.value.title : parsed.error;
      return { name: path.basename(file, '.yaml'), title, text };
    });
}
