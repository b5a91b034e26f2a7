import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { sourceFacts } from '../../../src/log/sourceFacts.ts';

const cases = new URL('../../cases/', import.meta.url);

describe('the log of each case', () => {
  it.each(fs.readdirSync(cases))('%s is understood to its last line', (name) => {
    const bytes = fs.readFileSync(new URL(`${name}/kubelet.log`, cases));
    const facts = sourceFacts(readLog(sourceId(0), bytes, { year: 2024 }));
    const said = facts.formats.map(({ format, records }) => `${format} ${records}`).join(', ');
    expect({ name, said, unparsed: facts.unparsedLines }).toEqual({ name, said, unparsed: 0 });
  });
});
