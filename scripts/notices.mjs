// The notices of the packages that are bundled: their licences ask for them. What is bundled, esbuild's metafile tells.
import fs from 'node:fs';
import path from 'node:path';

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;

/** Folders of packages, of the files that went into the bundles; sorted, each once. */
function bundledPackages({ inputs }) {
  const folders = Object.keys(inputs).flatMap((file) => {
    const [, folder] =
      /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replace(/^[\w-]+:/, '')) ?? [];
    return folder === undefined ? [] : [folder];
  });
  return [...new Set(folders)].sort();
}

/** Name, version, licence and its text of each. Fails where neither the package nor its word for it tells the text. */
export function noticesOf(root, metafile) {
  const known = new Map();
  for (const folder of bundledPackages(metafile)) {
    const dir = path.join(root, folder);
    const about = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
    const { name, version, license } = about;
    const texts = fs
      .readdirSync(dir)
      .filter((file) => licenceFile.test(file))
      .sort()
      .map((file) => fs.readFileSync(path.join(dir, file), 'utf8').trim());
    const text = texts.join('\n\n') || standardText(about);
    known.set(`${name} ${version}`, { name, version, license, text });
  }
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Some packages only name the MIT licence: the text that the name stands for, with whom the package names as its authors. */
function standardText({ name, version, license, author, contributors = [] }) {
  const nameOf = (person) => (typeof person === 'string' ? person : person?.name);
  const holders = [...new Set([author, ...contributors].map(nameOf).filter(Boolean))];
  if (license !== 'MIT' || holders.length === 0)
    throw new Error(`${name} ${version} brings no text of its licence.`);
  return `(The package brings no text of its licence: this is the standard one of the
SPDX id ${license} in its package.json, with the persons whom that names.)

MIT License

Copyright (c) ${holders.join(', ')}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}

/** The file that is packed. */
export function noticesText(notices) {
  const head =
    'Kubelet Debugger contains the following packages, each under the licence that stands below it.\n';
  const parts = notices.map(
    ({ name, version, license, text }) =>
      `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`,
  );
  return [head, ...parts].join('\n');
}
