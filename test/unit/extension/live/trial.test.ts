// A request to the cluster is sent only as it was shown, and only when a person has said so.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../../../src/extension/session.ts';
import { tryOnCluster } from '../../../../src/extension/live/trial.ts';

const editor = vi.hoisted(() => ({
  asked: [] as unknown[],
  pressed: undefined as string | undefined,
}));
vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...values: unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)])),
  },
  window: {
    showWarningMessage: (...asked: unknown[]) => {
      editor.asked.push(asked);
      return Promise.resolve(editor.pressed);
    },
  },
}));

const form = { kind: 'list' } as never;
const plan = {
  context: 'fake',
  request: 'GET http://127.0.0.1:1/api/v1/pods',
  seconds: 10,
  bytes: 4 << 20,
};

beforeEach(() => {
  editor.asked = [];
});

function sessionThat(answers: Readonly<Record<string, unknown>>) {
  const ask = vi.fn((method: string) => {
    const answer = answers[method];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { ask, session: { ask } as unknown as Pick<Session, 'ask'> };
}

test('it is shown whole, and not sent without a yes', async () => {
  editor.pressed = undefined;
  const { ask, session } = sessionThat({ planTrial: plan });
  expect(await tryOnCluster(session, form)).toBeUndefined();
  expect(ask.mock.calls.map(([method]) => method)).toEqual(['planTrial']);
  const detail = `GET http://127.0.0.1:1/api/v1/pods\n\nIt only reads pods and is sent once. Its answer is heard for at most 10 s and 4.0 MiB.`;
  expect(editor.asked).toEqual([
    ['Send one request to the cluster of the context fake?', { modal: true, detail }, 'Send'],
  ]);
});

test('after a yes what was shown is sent', async () => {
  editor.pressed = 'Send';
  const { ask, session } = sessionThat({ planTrial: plan, tryOnCluster: 'answer' });
  expect(await tryOnCluster(session, form)).toBe('answer');
  expect(ask.mock.calls.at(-1)).toEqual(['tryOnCluster', [form, plan], undefined]);
});

test('where there is no trust or no cluster nobody is asked', async () => {
  const { session } = sessionThat({ planTrial: new Error('only in a workspace that you trust') });
  await expect(tryOnCluster(session, form)).rejects.toThrow('trust');
  expect(editor.asked).toEqual([]);
});
