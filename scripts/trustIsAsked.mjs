import fs from 'node:fs';

/**
 * Profiles of `npm start` that were made before had Workspace Trust off, for all folders that a person opens in them. The line is taken
 * out; everything else of the settings stays as it is, comments too.
 */
export function trustIsAsked(settings) {
  if (!fs.existsSync(settings)) return;
  const text = fs.readFileSync(settings, 'utf8');
  const left = text.replace(
    /^[ \t]*"security\.workspace\.trust\.enabled"\s*:\s*false\s*,?[ \t]*\r?\n/gm,
    '',
  );
  if (left !== text) fs.writeFileSync(settings, left);
}
