// Why Go source did not come; the words for a person are those of `messages.ts`.

export type SourceTrouble =
  | 'no-go'
  | 'cancelled'
  | 'proxy-off'
  | 'flags'
  | 'no-network'
  | 'no-space'
  | 'checksum'
  | 'no-version'
  | 'old-go'
  | 'bad-archive'
  | 'other-version'
  | 'other';

export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
  readonly trouble: SourceTrouble;

  /** `detail`: what Go or the system said. */
  constructor(trouble: SourceTrouble, detail = '') {
    super(detail);
    this.trouble = trouble;
  }
}

/** One of another bundle is of another class. */
export function isSourceProblem(error: unknown): error is SourceProblem {
  return error instanceof Error && error.name === 'SourceProblem' && 'trouble' in error;
}
