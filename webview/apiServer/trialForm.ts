// What of a move of the laboratory is asked of a cluster: the same parameters, at versions that stand to the cluster's as the move's stood to
// the model's.
import type { ServerPage } from '../../src/protocol/apiServerApi.ts';
import type { TrialForm } from '../../src/protocol/trialApi.ts';

export const blankForm: TrialForm = {
  kind: 'list',
  namespace: '',
  node: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
  sendInitialEvents: false,
  allowWatchBookmarks: false,
};

interface Move {
  readonly do?: string;
  readonly rv?: string;
  readonly match?: TrialForm['resourceVersionMatch'];
  readonly limit?: number;
  readonly continue?: boolean;
  readonly stream?: boolean;
  readonly bookmarks?: boolean;
}

/** `newest`: the cluster's version, empty where it is not known; `token`: of the last page that the cluster gave. */
export function formOf(
  line: string | undefined,
  page: Pick<ServerPage, 'etcd'>,
  newest: string,
  token: string,
): TrialForm | undefined {
  const move = moveOf(line);
  const { do: kind, rv = '', match = '', limit = 0, stream = false, bookmarks = true } = move;
  if (kind !== 'list' && kind !== 'watch') return undefined;
  const resourceVersion = inCluster(rv, page, newest);
  if (kind === 'list')
    return {
      ...blankForm,
      kind,
      resourceVersion,
      resourceVersionMatch: match,
      limit,
      continue: move.continue === true ? token : '',
    };
  return {
    ...blankForm,
    kind,
    resourceVersion,
    resourceVersionMatch: stream ? 'NotOlderThan' : '',
    sendInitialEvents: stream,
    allowWatchBookmarks: bookmarks,
  };
}

/** A script that is being replaced may yet turn out to be none. */
function moveOf(line = '{}'): Move {
  try {
    return (JSON.parse(line) ?? {}) as Move;
  } catch {
    return {};
  }
}

function inCluster(version: string, { etcd }: Pick<ServerPage, 'etcd'>, newest: string): string {
  const asked = Number(version);
  if (!(asked > 0) || !(Number(newest) > 0)) return version;
  // What was compacted is the oldest there is: a cluster compacts each five minutes.
  if (asked < etcd.compacted) return '1';
  const ahead = asked - etcd.revision;
  // A busy cluster is soon where the model waits.
  return String(Number(newest) + (ahead > 0 ? ahead * farAhead : ahead));
}
const farAhead = 1_000_000;
