// Mirrors ValidateListOptions and SetListOptionsDefaults of apimachinery's apis/internalversion, and ValidateListOptions of
// apiserver's pkg/storage (v0.37).
import type { Status } from '../requestError.ts';
import { decodeContinue } from './continueToken.ts';
import { badRequest, badVersion, invalid, type FieldError } from './status.ts';

/** The parameters of a list or watch as they stand in the query; `''` where one is not given. */
export interface ListParameters {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly limit: number;
  readonly continue: string;
}

export interface WatchParameters {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  readonly sendInitialEvents: boolean | undefined;
  readonly allowWatchBookmarks: boolean;
  /** The server chooses, if there is none. */
  readonly timeoutSeconds: number | undefined;
}

const forbidden = (field: string, why: string): FieldError => {
  return { field, reason: 'FieldValueForbidden', message: `Forbidden: ${why}` };
};

function badMatch(match: string, supported: readonly string[]): FieldError[] {
  if (supported.includes(match)) return [];
  const values = supported.map((value) => `"${value}"`).join(', ');
  const message = `Unsupported value: "${match}": supported values: ${values}`;
  return [{ field: 'resourceVersionMatch', reason: 'FieldValueNotSupported', message }];
}

function withContinue(token: string): FieldError[] {
  if (token === '') return [];
  const why = 'resourceVersionMatch is forbidden when continue is provided';
  return [forbidden('resourceVersionMatch', why)];
}

export function validateList(parameters: ListParameters): Status | undefined {
  const errors = listErrors(parameters);
  if (errors.length > 0) return invalid(errors);
  const { resourceVersion, continue: token } = parameters;
  if (token !== '') {
    if (decodeContinue(token) === undefined)
      return badRequest('invalid continue token: continue key is not valid');
    if (resourceVersion !== '' && resourceVersion !== '0')
      return badRequest('specifying resource version is not allowed when using continue');
    return undefined;
  }
  const words = badVersion(resourceVersion);
  return words === undefined ? undefined : badRequest(`invalid resource version: ${words}`);
}

function listErrors(parameters: ListParameters): FieldError[] {
  const { resourceVersion, resourceVersionMatch: match } = parameters;
  if (match === '') return [];
  const errors: FieldError[] = [];
  if (resourceVersion === '') {
    const why = 'resourceVersionMatch is forbidden unless resourceVersion is provided';
    errors.push(forbidden('resourceVersionMatch', why));
  }
  errors.push(
    ...withContinue(parameters.continue),
    ...badMatch(match, ['Exact', 'NotOlderThan', '']),
  );
  if (match === 'Exact' && resourceVersion === '0') {
    const why = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"';
    errors.push(forbidden('resourceVersionMatch', why));
  }
  return errors;
}

/** What the server makes of a watch that begins with the state, whoever asked for it: one with initial events. */
export function withDefaults(parameters: WatchParameters, watchList: boolean): WatchParameters {
  const { resourceVersion: version, resourceVersionMatch: match, sendInitialEvents } = parameters;
  const isLegacy = version === '' || version === '0';
  if (!watchList || !isLegacy || match !== '' || sendInitialEvents !== undefined) return parameters;
  return { ...parameters, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
}

/** @param watchList whether the server can send initial events */
export function validateWatch(parameters: WatchParameters, watchList: boolean): Status | undefined {
  const errors = watchErrors(parameters, watchList);
  if (errors.length > 0) return invalid(errors);
  const words = badVersion(parameters.resourceVersion);
  return words === undefined ? undefined : { code: 500, message: words };
}

function watchErrors(parameters: WatchParameters, watchList: boolean): FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = parameters;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    const why = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
    errors.push(forbidden('resourceVersionMatch', why));
  }
  if (sendInitialEvents !== undefined && !watchList) {
    const why =
      'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbidden('sendInitialEvents', why));
  }
  if (match === '') return errors;
  if (sendInitialEvents === undefined) {
    const why = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    errors.push(forbidden('resourceVersionMatch', why));
  }
  return [...errors, ...badMatch(match, ['NotOlderThan']), ...withContinue(parameters.continue)];
}
