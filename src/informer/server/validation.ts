// Mirrors ValidateListOptions of apimachinery's apis/internalversion/validation (v0.37).
import type { Status } from '../requestError.ts';
import { badRequest, invalid } from './status.ts';

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

function badVersion(resourceVersion: string): Status | undefined {
  if (/^\d*$/.test(resourceVersion)) return undefined;
  return invalid(`resourceVersion: Invalid value: "${resourceVersion}": strconv.ParseUint failed`);
}

export function validateList(parameters: ListParameters): Status | undefined {
  const { resourceVersion, resourceVersionMatch: match } = parameters;
  if (parameters.continue !== '' && resourceVersion !== '' && resourceVersion !== '0') {
    return badRequest('specifying resource version is not allowed when using continue');
  }
  if (match !== '') {
    if (resourceVersion === '') {
      return invalid(
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
      );
    }
    if (parameters.continue !== '') {
      return invalid(
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
      );
    }
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      return invalid(`resourceVersionMatch: Unsupported value: "${match}"`);
    }
    if (match === 'Exact' && resourceVersion === '0') {
      return invalid(
        'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
      );
    }
  }
  return badVersion(resourceVersion);
}

/** @param watchList whether the server can send initial events */
export function validateWatch(parameters: WatchParameters, watchList: boolean): Status | undefined {
  const { resourceVersionMatch: match, sendInitialEvents } = parameters;
  if (sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan') {
      return invalid(
        'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      );
    }
    if (!watchList) {
      return invalid(
        'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      );
    }
  } else if (match !== '') {
    return invalid(
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    );
  }
  if (parameters.continue !== '' && match !== '') {
    return invalid(
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
    );
  }
  return badVersion(parameters.resourceVersion);
}
