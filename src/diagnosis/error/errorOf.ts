// The error that a record tells, taken apart.
import { withoutSecrets } from '../../base/secrets.ts';
import type { LogRecord } from '../../log/record.ts';
import { hangingWordOf } from '../lastWords.ts';
import type { Line } from '../rule.ts';
import { takeApart, type TakenApart } from './takeApart.ts';

const keys = ['err', 'error'] as const;
const saysError = /desc = |rror: |[Ee]rror |[Ff]ailed|[Uu]nable to|[Cc]annot|[Cc]ould not/;

/** A head of klog that the reader of the format did not take. */
const head = /^[IWEF]\d{4} [\d:.]{8,15}\s{1,8}\d{1,10} \S{1,80}\] /;

/** Pairs that name no object: how it is logged, how long it took, ids that are no short numbers. */
const noObject =
  /^(?:err|error|logger|msg|ts|time|level|caller|v|interval|took|duration|module|namespace|type|filter|subsys|component|\w*(?:UID|ID|Ids?|id))$/;
const numbered = /^(?!request|trace|span)[a-z]+I[Dd]=\d{1,6}$/;
const longestName = 80;

/** Of a structured line its error, of any other the message itself; undefined where neither tells of one. */
export function errorOf(line: Line, record: LogRecord | undefined): TakenApart | undefined {
  const last = hangingWordOf(line);
  if (last !== undefined) return takeApart(withoutSecrets(last));
  return record && errorOfRecord(record);
}

/** The same of what one record says itself. */
export function errorOfRecord(record: LogRecord): TakenApart | undefined {
  const text = textOf(record);
  if (text === undefined) return undefined;
  const named = record.fields.flatMap(({ key, value }) => {
    const isName = value !== '' && value.length <= longestName && !/^(?:nil|<nil>)$/.test(value);
    // A pair is starred as a whole: its key tells that it is a secret.
    const shown = withoutSecrets(`${key}="${value}"`).slice(key.length + 2, -1);
    const isObject = /^\d+$/.test(value) ? numbered.test(`${key}=${value}`) : !noObject.test(key);
    return isName && isObject ? [{ key, value: shown }] : [];
  });
  return { ...takeApart(withoutSecrets(text)), named };
}

function textOf(record: LogRecord): string | undefined {
  for (const key of keys) {
    const value = record.field(key);
    if (value !== undefined && value !== '' && value !== '<nil>') return value;
  }
  // A line break within a value, as the output of a command has it, ends nothing.
  const message = record.text.includes('\n') ? statementOf(record.message) : record.message;
  const [, quoted, bare] = pair.exec(message) ?? [];
  if (quoted !== undefined) return quoted;
  if (bare !== undefined) return bare;
  const isError =
    saysError.test(message) || (record.severity === 'fatal' && message.includes(': '));
  return isError ? message.replace(head, '') : undefined;
}

/** How loggers whose pairs are part of the message write their error: quoted, or up to the next pair. */
const pair =
  /\serr(?:or)?=(?:("(?:[^"\\]|\\.){1,4000}")|(?!")([^\n]{3,2000}?))(?:\s[\w.-]{1,30}=|$)/;

/** What goes on below a line of an error: text that is indented, the output of a command, the rest of a sentence that the break stands in. */
const goesOn = /^(?:\s|Mounting |Output:|Unmounting |Warning:|stderr:|stdout:|[:,;)\]}"']|and )/;
/** All that stands below is what a command printed. */
const printsOutput = /\boutput:? \S/;
const isOpen = /[:,;([{=\\]\s*$/;

/** Without lines below that say something else: of one program several lines may stand under one stamp. */
function statementOf(message: string): string {
  const [first = '', ...below] = message.split('\n');
  let statement = first;
  for (const line of below) {
    const isQuoted = (statement.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
    const isInside = statement.split('(').length > statement.split(')').length;
    const isEnd = !isQuoted && !isInside && !isOpen.test(statement) && !goesOn.test(line);
    if (line !== '' && isEnd && !printsOutput.test(first)) break;
    statement += `\n${line}`;
  }
  return statement;
}
