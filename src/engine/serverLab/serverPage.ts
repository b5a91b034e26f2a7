// The page of the API server: the moves of a script on etcd, the watch cache and its clients, as they are after one of the moves.
import type { ServerPage, ServerQuery } from '../../protocol/apiServerApi.ts';
import { readable, scriptLines } from '../queues/queuePage.ts';
import { readServerScript, type ServerMove } from './script.ts';
import { ServerRun } from './serverRun.ts';

export function serverPage({ version, script, at }: ServerQuery): ServerPage {
  const lines = scriptLines(script);
  const { gates, moves } = readable(() => readServerScript(lines));
  const last = moves.length - 1;
  const shown = Math.min(Math.max(at ?? last, -1), last);
  const run = new ServerRun(version, gates);
  for (const move of moves.slice(0, shown + 1)) run.perform(move);
  return { ...run.state, moves: moves.map(inWords), at: shown };
}

function inWords({ do: what, ...rest }: ServerMove): string {
  const given = Object.entries(rest).filter(([, value]) => value !== '' && value !== false);
  return [what, ...given.map(([name, value]) => `${name}=${value}`)].join(' ');
}
