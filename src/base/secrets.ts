// What lets somebody in and must not be handed on with a text: tokens, passwords, keys. Told by where it stands, not by what it is like,
// so that names and ids stay.

const patterns: readonly RegExp[] = [
  // What follows the word of a header.
  /\bBearer\s+([\w.~+/=-]{8,})/dgi,
  /\bAuthorization\\?["']?\s*[:=]\s*\\?["']?\[?\\?["']?Basic\s+([\w.~+/=-]{4,})/dgi,
  // Signed tokens have a form of their own.
  /\b(eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)/dg,
  // A user's password in a URL; a user without one is a name, and an image with a digest has none.
  /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/@:"'\\]{0,256}:([^\s/@"'\\]{1,256})@(?!sha\d)/dgi,
  // A field by its name. A short token is a word about one, and the password `root` the default of a flag that each kubelet prints.
  /\b(?:[\w-]{0,30}[_-])?token\\?["']?\s*[:=]\s*\\?["']?([\w.~+/=-]{16,})/dgi,
  /\b(?:[\w-]{0,30}[_-])?(?:password|passwd|client-key-data|client-certificate-data|secret[_-]?access[_-]?key|api[_-]?key)\\?["']?\s*[:=]\s*\\?["']?([^\s"',;}\\]{5,})/dgi,
];

/** Where secrets stand in a text: from and to, in no order, some of them more than once. */
export function secretsIn(text: string): readonly (readonly [from: number, to: number])[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ indices }) => {
      const found = indices?.[1];
      return found === undefined ? [] : [found];
    }),
  );
}

/** The text with an asterisk for each character of a secret: places in it stay what they are. */
export function withoutSecrets(text: string): string {
  let clean = text;
  for (const [from, to] of secretsIn(text))
    clean = clean.slice(0, from) + '*'.repeat(to - from) + clean.slice(to);
  return clean;
}

/** The same for the bytes of a text in UTF-8; the same bytes when there is none in it. */
export function bytesWithoutSecrets(bytes: Uint8Array): Uint8Array {
  // One character a byte: places in it are places in the bytes.
  const found = secretsIn(new TextDecoder('latin1').decode(bytes));
  if (found.length === 0) return bytes;
  const clean = bytes.slice();
  for (const [from, to] of found) clean.fill(0x2a, from, to);
  return clean;
}
