// The log of a node's kubelet, without signing in on the node: by log queries where it logs to the journal, else as a file of
// /var/log. Looks which of them there is.
import { err, ok, type Result } from '../base/result.ts';
import { followJournal } from './journalLog.ts';
import { followLogFile } from './logFile.ts';
import { namesIn, quietly, type LogPart, type NodeLogOptions } from './logPart.ts';
import { noLog, notAllowed, obstacleOf, type NodeObstacle } from './nodeObstacle.ts';
import { starred } from './starred.ts';
import type { NodeProxy } from './nodeProxy.ts';

export interface NodeLog {
  /** `journal`, or the path of the file below /var/log. */
  readonly from: string;
  /** From where the options say, without end until the signal. */
  follow(options: NodeLogOptions): AsyncGenerator<LogPart>;
}

export async function findNodeLog(
  proxy: NodeProxy,
  signal: AbortSignal,
): Promise<Result<NodeLog, NodeObstacle>> {
  if ((await proxy.isAllowed('get', signal)) === false) return err(notAllowed('get'));
  const listing = await proxy.get('logs/', signal);
  if (!listing.ok) return err(obstacleOf(proxy.node, 'logs/', listing.error));
  const query = await queryState(proxy, signal);
  if (query === 'journal')
    return ok({
      from: 'journal',
      follow: (options) => starred(quietly(options.signal, followJournal(proxy, options))),
    });
  const file = await logFileIn(proxy, listing.value.body.toString(), signal);
  if (file === undefined) return err(noLog(proxy.node, query === 'no-log'));
  return ok({
    from: file,
    follow: (options) => starred(quietly(options.signal, followLogFile(proxy, file, options))),
  });
}

/**
 * Asks for one line. A kubelet without the gate or the flag takes the query for nothing and lists the folder; one whose node has no
 * journal says in the text that there are files.
 */
async function queryState(
  proxy: NodeProxy,
  signal: AbortSignal,
): Promise<'journal' | 'no-log' | 'unknown-query'> {
  const answer = await proxy.get('logs/?query=kubelet&tailLines=1', signal);
  if (!answer.ok || /html/.test(answer.value.headers['content-type'] ?? '')) return 'unknown-query';
  const text = answer.value.body.toString();
  const refused =
    /^\n?(options present and query resolved to log files|log not found for|error getting log for|error: journal output not available|failed to get logging cmd)/;
  return refused.test(text) ? 'no-log' : 'journal';
}

const logNames = ['kubelet.log', 'kubelet', 'kubelet.INFO', 'kubelet.exe.INFO'];

/** By the names in the listing of the folder, then in its folder `kubelet`. */
async function logFileIn(
  proxy: NodeProxy,
  listing: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const names = namesIn(listing);
  const file = logNames.find((name) => names.includes(name));
  if (file !== undefined) return file;
  if (!names.includes('kubelet/')) return undefined;
  const inside = await proxy.get('logs/kubelet/', signal);
  const found = inside.ok ? namesIn(inside.value.body.toString()) : [];
  const name = logNames.find((each) => found.includes(each));
  return name === undefined ? undefined : `kubelet/${name}`;
}
