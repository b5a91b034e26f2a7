// The error that a record tells, taken apart.
import { withoutSecrets } from '../../base/secrets.ts';
import type { LogRecord } from '../../log/record.ts';
import { takeApart, type TakenApart } from './takeApart.ts';

const keys = ['err', 'error'] as const;
const saysError = /desc = |rror: |[Ee]rror |[Ff]ailed|[Uu]nable to|[Cc]annot|[Cc]ould not/;

/** A head of klog that the reader of the format did not take. */
const head = /^[IWEF]\d{4} [\d:.]{8,15}\s{1,8}\d{1,10} \S{1,80}\] /;

/** Of a structured line its error, of any other the message itself; undefined where neither tells of one. */
export function errorOf(record: LogRecord): TakenApart | undefined {
  for (const key of keys) {
    const value = record.field(key);
    if (value !== undefined && value !== '' && value !== '<nil>')
      return takeApart(withoutSecrets(value));
  }
  const { message } = record;
  return saysError.test(message) ? takeApart(withoutSecrets(message.replace(head, ''))) : undefined;
}
