import fs from 'node:fs';
import { micros, MILLISECOND } from '../../../base/time.ts';
import { containerOf } from '../../../log/archive/expand.ts';
import { HEAD } from '../archiveTexts.ts';
import { PARALLEL_FROM } from '../indexParts.ts';
import { failedText, wallClock } from '../memoryText.ts';
import type { OpenedText } from '../sourceHost.ts';
import { BlockBytes, ExtendedBytes, FileBytes, fileChunks } from './byteStore.ts';
import { FollowedFile } from './follow.ts';
import { reasonOf } from './openPaths.ts';
import { indexWorkerFile, parallelIndex } from './parallelIndex.ts';

/**
 * A file that is followed. What it held when opened is read from it as of any file, and kept in memory unless it is big: a
 * log that is cut short takes with it what was read, but only of a big one.
 */
export function followedText(path: string, name: string): OpenedText {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true)
      return failedText(name, `${name} is a folder: name the file in it that is to be followed.`);
    if (stat !== undefined && !stat.isFile()) return failedText(name, `${name} is no file.`);
    if (stat === undefined || stat.size < PARALLEL_FROM) return smallText(path, name, stat);
    return bigText(path, name, stat);
  } catch (error) {
    return failedText(name, `${name} can't be read: ${reasonOf(error)}.`);
  }
}

function smallText(path: string, name: string, stat: fs.Stats | undefined): OpenedText {
  if (stat !== undefined) refuseArchive(path);
  const file = new FollowedFile(path);
  const bytes = new BlockBytes();
  return {
    name,
    path: undefined,
    modified: modifiedOf(stat),
    bytes,
    problem: undefined,
    async *chunks(signal) {
      for (const chunk of file.held()) {
        signal.throwIfAborted();
        bytes.append(chunk);
        yield await Promise.resolve(chunk);
      }
    },
    growth: {
      append(chunk) {
        bytes.append(chunk);
      },
      follow: (signal) => file.follow({ signal }),
    },
    dispose: () => {
      file.close();
    },
  };
}

function bigText(path: string, name: string, stat: fs.Stats): OpenedText {
  refuseArchive(path);
  const held = new FileBytes(path);
  held.endAtLine();
  const file = new FollowedFile(path, held.size);
  const bytes = new ExtendedBytes(held);
  const workerFile = indexWorkerFile();
  return {
    ...(workerFile === undefined
      ? {}
      : { index: (request) => parallelIndex({ ...request, path, bytes: held, workerFile }) }),
    name,
    path: undefined,
    modified: modifiedOf(stat),
    bytes,
    problem: undefined,
    chunks: (signal) => fileChunks(held, signal),
    growth: {
      append(chunk) {
        bytes.append(chunk);
      },
      follow: (signal) => file.follow({ signal }),
    },
    dispose: () => {
      file.close();
      held.dispose();
    },
  };
}

function modifiedOf(stat: fs.Stats | undefined): OpenedText['modified'] {
  return stat === undefined ? wallClock() : micros(stat.mtimeMs * MILLISECOND);
}

/** Throws when the file is packed: there is no end at which it grows. */
function refuseArchive(path: string): void {
  const bytes = new FileBytes(path);
  try {
    if (containerOf(bytes.read(0, HEAD), path) !== undefined)
      throw new Error('it is packed, and what is packed can’t be followed');
  } finally {
    bytes.dispose();
  }
}
