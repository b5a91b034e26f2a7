import type { Handlers } from '../protocol/channel.ts';
import { machinePartIds, type MachineApi } from '../protocol/machineApi.ts';
import type { Session } from './session.ts';

const NO_JOURNAL =
  'nobody looked inside this kubelet: what is open is its log alone, and only simulated kubelets keep a journal';

/** What is asked about the inside of a kubelet. */
export function machineHandlers(session: Session): Handlers<MachineApi> {
  return {
    machineAt: ({ position }) => ({
      at: session.moment.time,
      position: position ?? session.moment.position,
      nodes: [],
      node: undefined,
      from: undefined,
      unknown: Object.fromEntries(machinePartIds.map((part) => [part, NO_JOURNAL])),
      parts: {},
      differences: [],
      step: -1,
      steps: 0,
      ended: undefined,
    }),
    machineSteps: ({ start = 0 }) => ({ start, total: 0, rows: [], atCursor: -1, why: NO_JOURNAL }),
    cacheWaits: () => ({ rows: [], total: 0, why: NO_JOURNAL }),
  };
}
