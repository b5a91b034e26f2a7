// The token for the rest of a list, readable where the API server encodes it (apiserver v0.37, pkg/storage/continue.go).

export interface ContinueToken {
  /** The version of the first page; undefined: the rest is of the newest version, which need not fit the pages before. */
  readonly version: number | undefined;
  /** What comes after this key is still to be listed. */
  readonly after: string;
}

export function encodeContinue({ version, after }: ContinueToken): string {
  return `${version ?? -1}:${after}`;
}

export function decodeContinue(token: string): ContinueToken | undefined {
  const [, version, after] = /^(-1|[1-9]\d*):(.+)$/.exec(token) ?? [];
  if (version === undefined || after === undefined) return undefined;
  return { version: version === '-1' ? undefined : Number(version), after };
}
