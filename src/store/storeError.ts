/** What went wrong with a store, as a sentence for a person: it holds no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'sign-in' | 'store';

  constructor(message: string, code: StoreError['code'] = 'store') {
    super(message);
    this.code = code;
  }
}
