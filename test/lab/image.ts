// The one image of the lab, made of a static busybox without any registry: it is both the pause image and what pods run.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { must } from './program.ts';
import { cacheDir } from './run.ts';

export const pauseImage = 'registry.k8s.io/pause:3.10';
export const busyboxImage = 'docker.io/library/busybox:latest';
const busybox = '/bin/busybox';

/** A shell that ends when asked to, and reaps what it inherits meanwhile. */
export const waitForever = "trap 'exit 0' TERM INT; while :; do sleep 1000 & wait $!; done";

/** The path of a docker-archive with both names, made when it is not in the cache. */
export async function imageArchive(): Promise<string> {
  const digest = createHash('sha256')
    .update(readFileSync(busybox))
    .update(pauseImage)
    .update(busyboxImage);
  const archive = path.join(cacheDir, `images-${digest.digest('hex').slice(0, 12)}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(cacheDir, { recursive: true });
  const work = mkdtempSync(path.join(cacheDir, 'image-'));
  try {
    await writeArchive(work);
    renameSync(path.join(work, 'archive.tar'), archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return archive;
}

async function writeArchive(work: string): Promise<void> {
  const rootfs = path.join(work, 'rootfs');
  for (const dir of ['bin', 'tmp', 'etc', 'proc', 'sys', 'dev'])
    mkdirSync(path.join(rootfs, dir), { recursive: true });
  copyFileSync(busybox, path.join(rootfs, 'bin/busybox'));
  chmodSync(path.join(rootfs, 'bin/busybox'), 0o755);
  for (const applet of (await must(busybox, '--list')).split('\n').filter(Boolean))
    if (applet !== 'busybox') symlinkSync('busybox', path.join(rootfs, 'bin', applet));
  const image = path.join(work, 'image');
  mkdirSync(image);
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  await must('tar', ...same, '-C', rootfs, '-cf', path.join(image, 'layer.tar'), '.');
  const layer = createHash('sha256').update(readFileSync(path.join(image, 'layer.tar')));
  writeFileSync(
    path.join(image, 'config.json'),
    JSON.stringify({
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      os: 'linux',
      config: { Cmd: ['/bin/sh', '-c', waitForever], Env: ['PATH=/bin'] },
      rootfs: { type: 'layers', diff_ids: [`sha256:${layer.digest('hex')}`] },
    }),
  );
  writeFileSync(
    path.join(image, 'manifest.json'),
    JSON.stringify([
      { Config: 'config.json', RepoTags: [pauseImage, busyboxImage], Layers: ['layer.tar'] },
    ]),
  );
  await must('tar', ...same, '-C', image, '-cf', path.join(work, 'archive.tar'), '.');
}
