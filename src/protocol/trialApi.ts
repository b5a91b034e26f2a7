// One list or watch of pods, sent once to the connected cluster because a person said so, and what the model answers to the same.

/** What is to be asked; what a kind does not have is left out of the request. */
export interface TrialForm {
  readonly kind: 'list' | 'watch';
  /** `''`: all. */
  readonly namespace: string;
  /** Pods that are bound to it; `''`: whatever they are bound to. */
  readonly node: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan';
  readonly limit: number;
  readonly continue: string;
  readonly sendInitialEvents: boolean;
  readonly allowWatchBookmarks: boolean;
}

/** What would be sent, to be agreed to. */
export interface TrialPlan {
  readonly context: string;
  /** `GET https://10.0.0.1:6443/api/v1/pods?watch=true`. */
  readonly request: string;
  readonly seconds: number;
  readonly bytes: number;
}

export interface TrialEventRow {
  /** Milliseconds after the request. */
  readonly after: number;
  /** `ITEM` of a list; `ADDED`, `BOOKMARK`, `ERROR`, … */
  readonly type: string;
  /** `namespace/name`; of an ERROR its words. */
  readonly key: string;
  readonly resourceVersion: string;
  readonly endsInitialEvents: boolean;
}

export interface TrialAnswerRow {
  /** Of HTTP; undefined where no answer came. */
  readonly code: number | undefined;
  /** Of a refusal; empty else. */
  readonly reason: string;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** The server ended it in order; a bound of ours did; or something failed. */
  readonly end: 'whole' | 'time' | 'bytes' | 'failed';
  readonly problem: string;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  /** Of a list. */
  readonly resourceVersion: string;
  readonly continue: string;
  /** In order; of many the first. */
  readonly events: readonly TrialEventRow[];
  readonly total: number;
}

/** Why the model has no answer of its own. */
export type TrialUnknown =
  /** It hangs on what happened before what the view has seen. */
  | 'history'
  /** Tokens are the server's own. */
  | 'token'
  /** The view has no version yet, or one that is no number. */
  | 'version';

export interface TrialRow {
  readonly plan: TrialPlan;
  readonly server: TrialAnswerRow;
  readonly model: TrialAnswerRow | TrialUnknown;
  /** Of which release the model is, and at which version the view stood when the request was sent. */
  readonly modelOf: { readonly version: string; readonly resourceVersion: string };
  /** In which of these the two differ; undefined: the model has no answer. */
  readonly differences: readonly TrialDifference[] | undefined;
}

export type TrialDifference = 'code' | 'reason' | 'objects' | 'bookmark';

export interface TrialApi {
  /** Rejects where no cluster is connected. Nothing is sent. */
  planTrial(form: TrialForm): Promise<TrialPlan>;
  /** Sends what was planned, once; rejects where that is not what would be sent now. */
  tryOnCluster(form: TrialForm, plan: TrialPlan): Promise<TrialRow>;
}
