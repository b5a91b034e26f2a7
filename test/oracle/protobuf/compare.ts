// Reads objects that Go wrote in protobuf and compares them with the JSON that Go made of them: compare.ts FILE.
import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { Decoder } from '../../../src/cluster/protobuf/decoder.ts';

interface Sample {
  readonly kind: string;
  /** In base64. */
  readonly protobuf: string;
  readonly object: unknown;
}

const decoder = new Decoder({ managedFields: 'keep' });
const lines = readFileSync(process.argv[2] ?? '', 'utf8')
  .trimEnd()
  .split('\n');
let different = 0;
// Twice: the second time all is there to be shared.
for (const line of [...lines, ...lines]) {
  const { kind, protobuf, object } = JSON.parse(line) as Sample;
  const bytes = Buffer.from(protobuf, 'base64');
  const read = decoder.bare(kind, bytes, 0, bytes.length, {});
  if (read.ok && isDeepStrictEqual(read.value, object)) continue;
  if (different === 0) console.log(JSON.stringify(read), '\nis not\n', JSON.stringify(object));
  different += 1;
}
console.log(`${2 * lines.length - different} passed, ${different} failed`);
process.exitCode = different === 0 && lines.length > 0 ? 0 : 1;
