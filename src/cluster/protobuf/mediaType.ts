import type { IncomingHttpHeaders } from 'node:http';

const mediaType = 'application/vnd.kubernetes.protobuf';

/** What a server does not have in protobuf, as all custom resources, it gives in JSON. */
export const acceptProtobuf = `${mediaType}, application/json`;

export function isProtobuf(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.startsWith(mediaType) === true;
}
