import { ChannelError, type Handlers } from '../protocol/channel.ts';
import type { TrialAnswerRow, TrialApi, TrialForm, TrialPlan } from '../protocol/trialApi.ts';
import type { Connected, Live } from './live.ts';
import {
  differences,
  minorOf,
  modelAnswer,
  type SeenPod,
  type Situation,
} from './serverLab/trialModel.ts';

/** One request to the connected cluster, and the model's answer to the same. */
export function trialHandlers(live: Live): Handlers<TrialApi> {
  return {
    planTrial: (form) => planOf(live.needed, form),
    async tryOnCluster(form, agreed, { signal }) {
      const connected = live.needed;
      const plan = planOf(connected, form);
      if (plan.request !== agreed.request || plan.context !== agreed.context)
        throw new ChannelError(
          'Another cluster is connected than the request was agreed to for: nothing was sent.',
          'no-cluster',
        );
      const situation = situationOf(connected);
      const server: TrialAnswerRow = await connected.connection.tryOnce(form, signal);
      const model = modelAnswer(form, situation, plan.seconds * 1000);
      const { version, resourceVersion } = situation;
      return {
        plan,
        server,
        model,
        modelOf: { version: `1.${minorOf(version)}`, resourceVersion },
        differences: differences(server, model),
      };
    },
  };
}

function planOf({ connection }: Connected, form: TrialForm): TrialPlan {
  const { url, milliseconds, bytes } = connection.planTrial(form);
  return {
    context: connection.context,
    request: `GET ${url}`,
    seconds: milliseconds / 1000,
    bytes,
  };
}

function situationOf({ view, version }: Connected): Situation {
  const inside = view
    .stores()
    .find(({ resource }) => resource === 'pods')
    ?.inside();
  return {
    version,
    resourceVersion: inside?.reflector?.lastSyncResourceVersion ?? '',
    pods: view
      .pods()
      .map(({ metadata = {}, summary }): SeenPod => ({ metadata, node: summary.node })),
  };
}
