import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamCommand } from '../../../../../src/engine/host/node/command.ts';
import { FollowedFile } from '../../../../../src/engine/host/node/follow.ts';
import type { Followed } from '../../../../../src/engine/host/sourceHost.ts';

let dir = '';
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kd-follow-'));
});
afterAll(() => {
  fs.rmSync(dir, { recursive: true });
});

/** Collects what comes, notices as `<first words>`, gaps as `<!…>`, and does the next step whenever the text so far ends with its cue. */
async function played(
  source: (signal: AbortSignal) => AsyncIterable<Followed>,
  steps: readonly (readonly [cue: string, act: () => void])[],
): Promise<string> {
  const stop = new AbortController();
  let text = '';
  let next = 0;
  for await (const event of source(stop.signal)) {
    text += event.kind === 'data' ? Buffer.from(event.bytes).toString() : `<${shown(event)}>`;
    while (next < steps.length && text.endsWith(steps[next]?.[0] ?? '')) steps[next++]?.[1]();
    if (next === steps.length) stop.abort();
  }
  return text;
}

/** Which of the sentences it is; a gap is marked. */
function shown({ text, gap }: Extract<Followed, { kind: 'notice' }>): string {
  const what =
    /not there|is gone|rotated|rewritten|started again|runs again/.exec(text)?.[0] ?? text;
  return gap === undefined ? what : `!${what}`;
}

describe('a followed file', () => {
  const follow = (name: string) => (signal: AbortSignal) =>
    new FollowedFile(path.join(dir, name)).follow({ signal, interval: 5 });

  /** What takes the place of a file, and what is said of it. */
  const hindrances: readonly (readonly [string, (file: string) => unknown, RegExp])[] = [
    [
      'a folder',
      (file) => {
        fs.mkdirSync(file);
      },
      /is a folder now: it is looked at again/,
    ],
    ['a pipe', (file) => execFileSync('mkfifo', [file]), /is no file now: it is looked at/],
    [
      'a device',
      (file) => {
        fs.symlinkSync('/dev/zero', file);
      },
      /is no file now: it is looked/,
    ],
    ['nothing', () => undefined, /is gone: it is looked at again/],
    [
      'a link to itself',
      (file) => {
        fs.symlinkSync(file, file);
      },
      /can't be read: .*ELOOP/,
    ],
    [
      'a folder without a way in',
      (file) => {
        fs.symlinkSync(`${file}.no/a`, file);
      },
      /is gone/,
    ],
  ];
  it.each(hindrances)(
    'that becomes %s is told of, and goes on when it comes back',
    async (_, become, sentence) => {
      const file = path.join(dir, `h${Math.random()}.log`);
      fs.writeFileSync(file, 'one\n');
      const stop = new AbortController();
      const heard: string[] = [];
      for await (const event of new FollowedFile(file).follow({
        signal: stop.signal,
        interval: 2,
      })) {
        const text = event.kind === 'data' ? Buffer.from(event.bytes).toString() : event.text;
        heard.push(text);
        if (text === 'one\n') {
          fs.rmSync(file);
          become(file);
        } else if (sentence.test(text)) {
          // Some looks later it is not told again.
          setTimeout(() => {
            fs.rmSync(file, { recursive: true, force: true });
            fs.writeFileSync(file, 'two\n');
          }, 40);
        } else if (text === 'two\n') stop.abort();
      }
      expect(heard.filter((text) => sentence.test(text))).toHaveLength(1);
      expect(heard.filter((text) => /^(one|two)\n$/.test(text))).toEqual(['one\n', 'two\n']);
    },
  );

  it('that is none from the start is looked at until it is one', async () => {
    const file = path.join(dir, 'later.log');
    fs.mkdirSync(file);
    const text = await played(follow('later.log'), [
      [
        'followed>',
        () => {
          fs.rmdirSync(file);
          fs.writeFileSync(file, 'one\n');
        },
      ],
      ['one\n', () => undefined],
    ]);
    expect(text).toMatch(/^<.*is a folder now.*>one\n/);
  });

  it('gives what is added, over a rotation and a cut', async () => {
    const file = path.join(dir, 'a.log');
    fs.writeFileSync(file, 'one\n');
    const text = await played(follow('a.log'), [
      [
        'one\n',
        () => {
          fs.appendFileSync(file, 'two');
        },
      ],
      [
        'two',
        () => {
          fs.renameSync(file, `${file}.1`);
          fs.appendFileSync(`${file}.1`, ' late\nend');
          fs.writeFileSync(file, 'three\n');
        },
      ],
      [
        'three\n',
        () => {
          fs.writeFileSync(file, '4\n');
        },
      ],
      ['4\n', () => undefined],
    ]);
    expect(text).toBe('one\ntwo late\nend\n<rotated>three\n<!rewritten>4\n');
  });

  it('waits for a file that is not there yet, or is gone for a while', async () => {
    const file = path.join(dir, 'b.log');
    const text = await played(follow('b.log'), [
      [
        '<not there>',
        () => {
          fs.writeFileSync(file, 'one\n');
        },
      ],
      [
        'one\n',
        () => {
          fs.rmSync(file);
        },
      ],
      [
        '<is gone>',
        () => {
          fs.writeFileSync(file, 'two\n');
        },
      ],
      ['two\n', () => undefined],
    ]);
    expect(text).toBe('<not there>one\n<is gone><rotated>two\n');
  });
});

describe('streamCommand', () => {
  /** Prints from `first` to `last` in the n-th run, as the file beside counts them. */
  const script = (counter: string, runs: readonly string[]): readonly string[] => {
    const file = path.join(dir, counter);
    const cases = runs.map((run, i) => `${i}) ${run};;`).join(' ');
    return [
      '/bin/sh',
      '-c',
      `n=$(cat ${file} 2>/dev/null || echo 0); echo $((n+1)) > ${file}; case $n in ${cases} esac`,
    ];
  };

  const run = async (argv: readonly string[], restarts: number): Promise<string> =>
    played(
      (signal) => streamCommand(argv, { signal, restarts, firstWait: 1 }),
      [['never', () => undefined]],
    );

  it('goes on after its end without loss or doubling', async () => {
    const argv = script('c1', [
      'printf "1\\n2\\n3\\n"',
      'printf "2\\n3\\n4\\n"',
      'printf "4\\n5\\n"; exit 3',
    ]);
    expect(await run(argv, 2)).toBe('1\n2\n3\n<started again>4\n<started again>5\n');
  });

  it('tells a gap where nothing is seen again', async () => {
    const argv = script('c2', ['printf "1\\n2\\n"', 'printf "8\\n9\\n"']);
    expect(await run(argv, 1)).toBe('1\n2\n<started again><!runs again>8\n9\n');
  });

  it('says why a command ended, or could not be started', async () => {
    const texts: string[] = [];
    for (const argv of [['/bin/sh', '-c', 'echo no such host >&2; exit 255'], ['/not/there']]) {
      const stop = new AbortController();
      for await (const event of streamCommand(argv, { signal: stop.signal, firstWait: 1 })) {
        if (event.kind === 'notice') texts.push(event.text);
        stop.abort();
      }
    }
    expect(texts).toEqual([
      '/bin/sh ended with code 255 (no such host); it is started again',
      expect.stringMatching(/^\/not\/there can't be started: .*ENOENT/),
    ]);
  });
});
