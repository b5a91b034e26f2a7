// npm run release -- --repository URL [--pre]: all that a publish needs, into artifacts/release. The same sources give the same bytes: times
// are the last commit's. Nothing is sent anywhere: publishing is `vsce publish --packagePath`, `ovsx publish` and `npm publish` of these files.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { binOf, fail, root, run, runNode } from './lib.mjs';

bootstrap();
const { noticesOf } = await import('./notices.mjs');
const { sbomOf } = await import('./sbom.mjs');

const { values } = parseArgs({
  options: { repository: { type: 'string' }, pre: { type: 'boolean', default: false } },
});
const repository = repositoryOf(values.repository);
const out = path.join(root, 'artifacts/release');
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const { name, version } = manifest;
/** The pictures and pages of this release, not of what came after it. */
const tag = `v${version}`;
process.env.SOURCE_DATE_EPOCH ??= commitTime();

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
if (runNode(['esbuild.mjs']) !== 0) fail('The build failed; its words are above.');
const readme = absoluteLinks(fs.readFileSync(path.join(root, 'README.md'), 'utf8'));
fs.writeFileSync(path.join(out, 'README.md'), readme);
fs.copyFileSync(
  path.join(root, 'dist/ThirdPartyNotices.txt'),
  path.join(out, 'THIRD_PARTY_NOTICES'),
);
fs.writeFileSync(path.join(out, 'sbom.cdx.json'), await sbomOf(manifest, repository, notices()));
fs.writeFileSync(path.join(out, 'RELEASE_NOTES.md'), releaseNotes());
packExtension();
packCommandLine();
fs.writeFileSync(path.join(out, 'SHA256SUMS'), sums());
for (const file of fs.readdirSync(out).sort())
  console.log(
    `artifacts/release/${file}  ${(fs.statSync(path.join(out, file)).size / 1000).toFixed(1)} kB`,
  );

function repositoryOf(text) {
  const url = URL.parse(text ?? '');
  if (url?.protocol !== 'https:')
    fail('npm run release -- --repository https://HOST/OWNER/NAME names where the source is.');
  return url.href.replace(/\/$|\.git$/g, '');
}

function commitTime() {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
}

function notices() {
  return noticesOf(
    root,
    JSON.parse(fs.readFileSync(path.join(root, 'artifacts/metafile.json'), 'utf8')),
  );
}

/** A gallery shows the README far from its neighbours. */
function absoluteLinks(text) {
  const isRelative = (to) => !/^(?:[a-z]+:|#|\/)/i.test(to);
  const pictures = text.replace(
    /(<(?:img|source)\b[^>]*\b(?:src|srcset)=")([^"]+)/g,
    (whole, before, to) => (isRelative(to) ? `${before}${repository}/raw/${tag}/${to}` : whole),
  );
  return pictures.replace(/(!?)(\[[^\]]*\]\()([^)\s]+)/g, (whole, mark, before, to) =>
    isRelative(to)
      ? `${mark}${before}${repository}/${mark === '!' ? 'raw' : 'blob'}/${tag}/${to}`
      : whole,
  );
}

/** What CHANGELOG.md says of this version. */
function releaseNotes() {
  const changelog = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  const part = changelog.split(/^## /m).find((text) => text.startsWith(version));
  if (part === undefined) fail(`CHANGELOG.md has nothing of ${version}.`);
  const [, ...lines] = part.split('\n');
  return `# ${manifest.displayName} ${version}\n${lines.join('\n').trimEnd()}\n`;
}

function packExtension() {
  const dir = staging('extension');
  for (const file of ['dist', 'media', 'syntaxes', 'l10n', 'LICENSE', 'CHANGELOG.md'])
    fs.cpSync(path.join(root, file), path.join(dir, file), { recursive: true });
  for (const file of fs.readdirSync(root).filter((each) => /^package\.nls\..*json$/.test(each)))
    fs.copyFileSync(path.join(root, file), path.join(dir, file));
  fs.writeFileSync(path.join(dir, 'README.md'), readme);
  const { scripts: _scripts, devDependencies: _dev, ...rest } = manifest;
  const published = {
    ...rest,
    repository: { type: 'git', url: `${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
  writeJson(path.join(dir, 'package.json'), published);
  const vsix = path.join(out, `${name}-${version}.vsix`);
  const options = ['--no-dependencies', '--no-rewrite-relative-links', '--out', vsix];
  const packed = execFileSync(
    process.execPath,
    [
      binOf('@vscode/vsce'),
      'package',
      '--allow-unused-files-pattern',
      ...options,
      ...(values.pre ? ['--pre-release'] : []),
    ],
    { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (/warning/i.test(packed)) fail(packed);
  fs.rmSync(dir, { recursive: true });
}

/** The command line by itself: `npx kubelet-debugger`, and as a plug-in `kubectl kubelet-debugger`. */
function packCommandLine() {
  const dir = staging('npm');
  fs.mkdirSync(path.join(dir, 'dist'));
  for (const file of fs.readdirSync(path.join(root, 'dist')).sort()) {
    if (!file.endsWith('.cjs')) continue;
    const bytes = fs.readFileSync(path.join(root, 'dist', file));
    // What asks for the editor's own module runs nowhere else.
    if (!bytes.includes('require("vscode")'))
      fs.copyFileSync(path.join(root, 'dist', file), path.join(dir, 'dist', file));
  }
  fs.copyFileSync(path.join(root, 'dist/ThirdPartyNotices.txt'), path.join(dir, 'NOTICES.txt'));
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(dir, 'LICENSE'));
  fs.writeFileSync(path.join(dir, 'README.md'), readme);
  const bin = './dist/cli.cjs';
  writeJson(path.join(dir, 'package.json'), {
    name,
    version,
    description: manifest.description,
    keywords: manifest.keywords,
    license: manifest.license,
    repository: { type: 'git', url: `git+${repository}.git` },
    engines: { node: manifest.engines.node },
    // kubectl finds its plug-ins by name, where an underscore stands for a dash.
    bin: { [name]: bin, 'kubectl-kubelet_debugger': bin },
    files: ['dist', 'NOTICES.txt'],
  });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const code = run(npm, ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], {
    cwd: dir,
  });
  if (code !== 0) fail('npm pack failed; its words are above.');
  fs.rmSync(dir, { recursive: true });
}

function staging(part) {
  const dir = path.join(root, 'artifacts', `release-${part}`);
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  return dir;
}

function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function sums() {
  return fs
    .readdirSync(out)
    .sort()
    .map((file) => {
      const sum = createHash('sha256')
        .update(fs.readFileSync(path.join(out, file)))
        .digest('hex');
      return `${sum}  ${file}\n`;
    })
    .join('');
}
