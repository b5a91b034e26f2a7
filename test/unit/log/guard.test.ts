import fs from 'node:fs';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { guardsOf, holdsOne } from '../../../src/log/guard.ts';
import { flatten } from '../../../src/diagnosis/objects.ts';
import { rules } from '../../../src/diagnosis/rules/index.ts';
import { readLog } from '../../../src/log/readLog.ts';

describe('guardsOf', () => {
  it.each([
    [/failed to exit (?:now|soon)/, ['failed to exit ']],
    [/status 137 of the colou?r/, [' of the colo']],
    [/one thing|another(?: one)?|third\.go/, ['one thing', 'another', 'third.go']],
    [/x(?!not here)y+zz[abcd]/, undefined],
    [/No Such Thing/i, undefined],
    [/path \/v2\/ (?<name>long name) is/, ['path /v']],
  ])('of %s are %j', (pattern, expected) => {
    expect(guardsOf(pattern)).toEqual(expected);
  });

  it('stand in every line of the captures that a sign fits', () => {
    const captures = new URL('../../fixtures/captures/', import.meta.url);
    const guarded = rules
      .flatMap(({ signs }) => signs.map(({ text }) => ({ text, guards: guardsOf(text) })))
      .filter(({ guards }) => guards !== undefined);
    expect(guarded.length).toBeGreaterThan(100);
    let fitting = 0;
    for (const name of fs.readdirSync(captures)) {
      const bytes = zlib.gunzipSync(fs.readFileSync(new URL(`${name}/kubelet.log.gz`, captures)));
      const table = readLog(sourceId(0), bytes);
      for (let row = 0; row < Math.min(table.length, 3_000); row++) {
        const body = flatten(table.record(row));
        for (const { text, guards } of guarded) {
          if (!text.test(body)) continue;
          fitting++;
          if (!holdsOne(body, guards)) expect(`${String(text)} ${body}`).toBe('');
        }
      }
    }
    expect(fitting).toBeGreaterThan(100);
  });
});
