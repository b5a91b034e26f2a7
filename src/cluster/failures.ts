// Turns what HTTP, TLS and sockets say into the errors that a reflector knows how to meet.
import type { IncomingHttpHeaders } from 'node:http';
import { withoutSecrets } from '../base/secrets.ts';
import type { RequestError, Status } from '../informer/requestError.ts';
import { field, isRecord, jsonOf, textField } from './json.ts';
import { Decoder } from './protobuf/decoder.ts';
import { isProtobuf } from './protobuf/mediaType.ts';
import { retryAfterIn } from './remotePolicy.ts';

/** As NewGenericServerResponse of k8s.io/apimachinery/pkg/api/errors has them, for answers without a Status. */
const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** The parts of a Status that are used, each only where it has the right type. */
function readStatus(value: unknown): Status | undefined {
  if (textField(value, 'kind') !== 'Status') return undefined;
  const code = field(value, 'code');
  const reason = textField(value, 'reason');
  const message = told(value);
  const details = field(value, 'details');
  return {
    ...(typeof code === 'number' ? { code } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(isRecord(details) ? { details: readDetails(details) } : {}),
  };
}

/** A server, or a proxy before it, may quote what it was sent. */
function told(value: unknown): string | undefined {
  const message = textField(value, 'message');
  return message === undefined ? undefined : withoutSecrets(message);
}

function readDetails(details: Readonly<Record<string, unknown>>) {
  const seconds = details['retryAfterSeconds'];
  const causes = Array.isArray(details['causes']) ? (details['causes'] as unknown[]) : [];
  return {
    ...(typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {}),
    causes: causes.map((cause) => {
      const reason = textField(cause, 'reason');
      const message = told(cause);
      return {
        ...(reason === undefined ? {} : { reason }),
        ...(message === undefined ? {} : { message }),
      };
    }),
  };
}

/** The object of an ERROR event. */
export function errorOfEvent(object: unknown): RequestError {
  const status = readStatus(object);
  return status === undefined ? { type: 'unexpected-object' } : { type: 'status', status };
}

/** An answer that is no success: the server's own Status, or one made of the code and the text. */
export function errorOfAnswer(
  code: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
): RequestError {
  const protobuf = isProtobuf(headers);
  const text = protobuf ? '' : body.toString();
  const message = withoutSecrets(text.trim().slice(0, 2048));
  const made: Status = { reason: reasons[code] ?? 'Unknown', message };
  const status = { ...(readStatus(protobuf ? objectIn(body) : jsonOf(text)) ?? made), code };
  const seconds = retryAfterIn(headers['retry-after'], Date.now());
  return { type: 'status', status, ...(seconds === undefined ? {} : { retryAfter: seconds }) };
}

function objectIn(body: Buffer): unknown {
  const read = new Decoder({ managedFields: 'drop' }).enveloped(body, 0, body.length);
  return read.ok ? read.value : undefined;
}

/** A line of a watch that cannot be read, as client-go's StreamWatcher reports it. */
export function undecodable(message: string): RequestError {
  return {
    type: 'status',
    status: {
      code: 500,
      reason: 'InternalError',
      message: `unable to decode an event from the watch stream: ${message}`,
      details: {
        causes: ['UnexpectedServerResponse', 'ClientWatchDecoding'].map((reason) => {
          return { reason, message };
        }),
      },
    },
  };
}

type NetworkCode = Extract<RequestError, { type: 'network' }>['code'];

const codes: Readonly<Record<string, NetworkCode>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
};

/** What to add to the words of the TLS library, which do not say what to do. */
const advice: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the kubeconfig has no certificate authority for this server',
  SELF_SIGNED_CERT_IN_CHAIN: 'the kubeconfig has no certificate authority for this server',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the kubeconfig has no certificate authority for this server',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the kubeconfig has no certificate authority for this server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-server-name in the kubeconfig says which name to expect',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ENOTFOUND: 'the name of the server is not known',
};

/** An error thrown on the way to the server; `server` is told as the place, without what it may carry of secrets. */
export function errorOnTheWay(thrown: unknown, server: string): RequestError {
  const code = textFieldOf(thrown, 'code') ?? '';
  const message = textFieldOf(thrown, 'message') || code || 'unknown error';
  const more = advice[code] === undefined ? '' : ` (${advice[code]})`;
  return {
    type: 'network',
    code: codes[code] ?? 'other',
    message: withoutSecrets(`${server}: ${message}${more}`),
  };
}

/** Of an Error too, whose fields are not its own. */
function textFieldOf(thrown: unknown, name: string): string | undefined {
  const value: unknown =
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
