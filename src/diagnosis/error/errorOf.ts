// The error that a record tells, taken apart.
import { withoutSecrets } from '../../base/secrets.ts';
import type { LogRecord } from '../../log/record.ts';
import { takeApart, type TakenApart } from './takeApart.ts';

const keys = ['err', 'error'] as const;
const saysError = /desc = |rror: |failed|[Uu]nable to|[Cc]annot|[Cc]ould not/;

/** Of a structured line its error, of any other the message itself; undefined where neither tells of one. */
export function errorOf(record: LogRecord): TakenApart | undefined {
  for (const key of keys) {
    const value = record.field(key);
    if (value !== undefined && value !== '' && value !== '<nil>')
      return takeApart(withoutSecrets(value));
  }
  return saysError.test(record.message) ? takeApart(withoutSecrets(record.message)) : undefined;
}
