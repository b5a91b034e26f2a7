// A rehearsal of a publish, up to what a person sees: `npm run release`, a gallery, and a real VS Code that installs from it by id. The last
// line is `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { codeServerCli } from '../../scripts/codeServer.mjs';
import { root, sayCounts } from '../../scripts/lib.mjs';
import { ovsx } from '../../scripts/releasePeers.mjs';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  viewHeader,
  webview,
} from '../workbench/lib/drive.ts';
import { openWorkbench } from '../workbench/lib/workbench.ts';

const repository = 'https://example.com/owner/name';
const id = 'kubelet-debugger.kubelet-debugger';
const release = path.join(root, 'artifacts/release');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};
/** Made up, for an update to come from. */
const before = '0.0.9';
const token = 'rehearsal';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-release-'));
let [passed, failed] = [0, 0];

await step('the same sources give the same bytes', () => {
  makeRelease();
  const first = read('SHA256SUMS');
  makeRelease();
  expectSame(read('SHA256SUMS'), first);
  const made = fs.readdirSync(release).sort();
  expectSame(made.join(' '), [...releaseFiles()].sort().join(' '));
});

await step(
  'each link and picture of README leads out of the gallery, to a file that is there',
  () => {
    const links = [...read('README.md').matchAll(/\]\(([^)\s]+)|(?:src|srcset)="([^"]+)/g)];
    if (links.length === 0) throw new Error('README has no links.');
    for (const [, link, picture] of links) {
      const to = link ?? picture ?? '';
      if (to.startsWith('#')) continue;
      if (!to.startsWith('https://')) throw new Error(`${to} is not absolute.`);
      const [, file] = new RegExp(`^${repository}/(?:raw|blob)/v${version}/([^#]+)`).exec(to) ?? [];
      if (file !== undefined && !fs.existsSync(path.join(root, file)))
        throw new Error(`${file} is not there.`);
    }
  },
);

await step('the bill of materials names what the notices name', () => {
  const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { purl: string }[] };
  const noticed = [...read('THIRD_PARTY_NOTICES').matchAll(/^={80}\n(\S+) (\S+) \(/gm)];
  const purls = noticed.map(
    ([, name = '', of = '']) => `pkg:npm/${name.replace('@', '%40')}@${of}`,
  );
  expectSame(
    components
      .map(({ purl }) => purl)
      .sort()
      .join('\n'),
    purls.sort().join('\n'),
  );
});

await step('the npm package runs by itself, and as a plug-in of kubectl', () => {
  const prefix = path.join(folder, 'npm');
  const tarball = path.join(release, `kubelet-debugger-${version}.tgz`);
  const npm = ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', tarball];
  execFileSync('npm', npm, { stdio: 'pipe' });
  const log = path.join(root, 'media/samples/teardown-containerd/kubelet.log.gz');
  for (const name of ['kubelet-debugger', 'kubectl-kubelet_debugger']) {
    const { stdout } = spawnSync(path.join(prefix, 'bin', name), ['findings', log], {
      encoding: 'utf8',
    });
    if (!stdout.includes('(cni-del-fails)')) throw new Error(`${name} said ${stdout}`);
  }
});

const thread = new Worker(new URL('gallery.ts', import.meta.url), { workerData: token });
const [gallery] = (await once(thread, 'message')) as [string];
const inGallery = {
  EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: `${gallery}/gallery`, itemUrl: gallery }),
};
try {
  await step('ovsx publishes the version before, and this one', () => {
    publish(versionBefore());
    publish(path.join(release, `kubelet-debugger-${version}.vsix`));
  });
  await step(
    'a clean VS Code installs it by its id, updates it, and uninstalls it without remains',
    () => {
      const home = path.join(folder, 'home');
      const say = (...args: string[]): string =>
        codeServerCli({ home, args, env: { HOME: home, ...inGallery } });
      say('--install-extension', `${id}@${before}`);
      expectSame(installed(say), `${id}@${before}`);
      say('--install-extension', id, '--force');
      expectSame(installed(say), `${id}@${version}`);
      say('--uninstall-extension', id);
      expectSame(installed(say), '');
      const extensions = path.join(home, 'extensions');
      const left = fs.readdirSync(extensions).filter((name) => name.startsWith(id));
      const obsolete = JSON.parse(readIf(path.join(extensions, '.obsolete')) ?? '{}') as object;
      // VS Code takes away at its next start what it marks so.
      expectSame(left.filter((name) => !Object.hasOwn(obsolete, name)).join(' '), '');
    },
  );
  await step('installed from the gallery it opens its sample', async () => {
    const workbench = await openWorkbench({ env: inGallery, extensions: [id] });
    try {
      const { page } = workbench;
      await runCommand(page, 'Extensions: Show Installed Extensions');
      await page
        .getByRole('listitem', { name: /Kubelet Debugger/ })
        .first()
        .click();
      const shown = page.locator('.extension-editor');
      await shown.getByText('Kubelet Debugger').first().waitFor();
      await webview(page).getByRole('heading', { name: 'Try it' }).waitFor();
      await page.screenshot({ path: path.join(root, 'artifacts/gallery-page.png') });
      await openContainer(page, 'Kubelet');
      await runCommand(page, 'Kubelet: Open Sample Incident');
      await quickInput(page)
        .getByRole('option', { name: /containerd/ })
        .click();
      await viewHeader(page, 'Findings').waitFor();
      await treeRow(page, /CNI DEL fails/)
        .first()
        .waitFor();
      await page.screenshot({ path: path.join(root, 'artifacts/gallery-installed.png') });
    } finally {
      await workbench.close();
    }
  });
  await step('nothing was asked that the gallery does not know', async () => {
    expectSame(await (await fetch(`${gallery}/unknown`)).text(), '[]');
  });
} finally {
  await thread.terminate();
  fs.rmSync(folder, { recursive: true, force: true });
}
sayCounts(passed, failed);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function step(title: string, play: () => Promise<void> | void): Promise<void> {
  const from = Date.now();
  try {
    await play();
    passed++;
    console.log(`ok   ${title} (${Date.now() - from} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${title}\n${error instanceof Error ? error.stack : String(error)}`);
  }
}

function expectSame(is: string, wanted: string): void {
  if (is !== wanted) throw new Error(`is\n${is}\nwanted\n${wanted}`);
}

function makeRelease(): void {
  const script = path.join(root, 'scripts/release.mjs');
  execFileSync(process.execPath, [script, '--repository', repository], { stdio: 'pipe' });
}

function* releaseFiles(): Iterable<string> {
  yield* ['README.md', 'RELEASE_NOTES.md', 'SHA256SUMS', 'THIRD_PARTY_NOTICES', 'sbom.cdx.json'];
  yield* ['tgz', 'vsix'].map((kind) => `kubelet-debugger-${version}.${kind}`);
}

function read(name: string): string {
  return fs.readFileSync(path.join(release, name), 'utf8');
}

function readIf(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** This one, with the number of one before. */
function versionBefore(): string {
  const files = unzipSync(fs.readFileSync(path.join(release, `kubelet-debugger-${version}.vsix`)));
  for (const name of ['extension/package.json', 'extension.vsixmanifest'])
    files[name] = strToU8(
      strFromU8(files[name] ?? new Uint8Array()).replace(
        new RegExp(`(ersion"?[:=] ?")${version.replaceAll('.', '\\.')}"`),
        `$1${before}"`,
      ),
    );
  const file = path.join(folder, `kubelet-debugger-${before}.vsix`);
  fs.writeFileSync(file, zipSync(files));
  return file;
}

function publish(file: string): void {
  const args = ['publish', file, '--pat', token, '--registryUrl', gallery];
  const { status, stdout, stderr } = spawnSync(process.execPath, [ovsx, ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  if (status !== 0 || /warn/i.test(stdout + stderr)) throw new Error(stdout + stderr);
}

function installed(say: (...args: string[]) => string): string {
  return say('--list-extensions', '--show-versions')
    .split('\n')
    .filter((line) => line.startsWith(id))
    .join(' ');
}
