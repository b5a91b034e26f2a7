/** What would mend it: another sign-in, a selector, the name of a label, a certificate; `store`: nothing of the kind. */
export type StoreErrorCode = 'sign-in' | 'selector' | 'node-label' | 'certificate' | 'store';

/** What went wrong with a store, as a sentence for a person: it holds no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(message: string, code: StoreErrorCode = 'store') {
    super(message);
    this.code = code;
  }
}
