// A certificate of its own for a server or a client on the loopback, made in the test that needs it: no key is kept in a file.
import { createSign, generateKeyPairSync } from 'node:crypto';

export interface SelfSigned {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (text: string) => der(0x17, Buffer.from(text));

/** @param name its common name, and the DNS name that it is for */
export function selfSigned(name: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const commonName = sequence(oid('550403'), der(0x0c, Buffer.from(name)));
  const distinguished = sequence(der(0x31, commonName));
  const altName = sequence(der(0x82, Buffer.from(name)));
  const extensions = sequence(sequence(oid('551d11'), der(0x04, altName)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    distinguished,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    distinguished,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = createSign('SHA256').update(body).sign(privateKey);
  const bits = der(0x03, Buffer.from([0]), signature);
  const text = sequence(body, ecdsaWithSha256, bits).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
