// The browser that draws the workbench in tests and pictures.
import fs from 'node:fs';
import { onPath, run, say } from './lib.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const packages = ['chromium', 'fonts-dejavu-core'];

/** The path of a Chromium or Chrome, from CHROMIUM or PATH; undefined where there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) return fs.existsSync(named) ? named : undefined;
  return names.map(onPath).find((file) => file !== undefined);
}

/** The sentence for a person whose machine has no browser, else undefined. Debian's root gets one installed. */
export function needChromium() {
  if (findChromium()) return undefined;
  if (process.env.CHROMIUM) return `CHROMIUM names ${process.env.CHROMIUM}, which is not there.`;
  const apt = onPath('apt-get');
  if (!apt || process.getuid?.() !== 0)
    return `Chromium is missing. Install it (Debian: apt-get install --no-install-recommends ${packages.join(' ')}) or set CHROMIUM to the path of a Chrome.`;
  say(`installing ${packages.join(' and ')} by apt`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3'];
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  run(apt, [...options, 'update'], quiet);
  run(apt, [...options, 'install', '-y', '--no-install-recommends', ...packages], quiet);
  return findChromium() ? undefined : 'apt could not install Chromium. Is the network reachable?';
}
