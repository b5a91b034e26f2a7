// A thread that reads parts of a file: asked for a range of bytes, it answers with the part of the table that they make.
import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { PartReader } from '../../../log/tablePart.ts';
import type { PartRequest } from './parallelIndex.ts';

assert(parentPort !== null, 'parts are read in a worker thread');
const port = parentPort;
const reader = new PartReader();
let long = new Uint8Array(0);

port.on('message', (request: PartRequest) => {
  const size = request.to - request.from;
  if (reader.room(size) === undefined && long.length < size) long = new Uint8Array(size);
  const buffer = reader.room(size) ?? long;
  const fd = fs.openSync(request.path, 'r');
  try {
    const read = fs.readSync(fd, buffer, 0, size, request.from);
    const { options, clock, room } = request;
    const part = reader.read(buffer.subarray(0, read), options, clock, room);
    port.postMessage(part, [part.rows.buffer]);
  } finally {
    fs.closeSync(fd);
  }
});
