// A word of a JSON file imported by its name, as the bundlers allow it and Node does not.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const manifest = new URL('../../package.json', import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (url !== manifest) return next(url, context);
    const { version } = JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as { version: string };
    const source = `export const version = ${JSON.stringify(version)};`;
    return { format: 'module', shortCircuit: true, source };
  },
});
