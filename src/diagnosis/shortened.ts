// What is quoted of a text: on one line, without secrets, and of a long one the end, for that says what is wrong.
import { withoutSecrets } from '../base/secrets.ts';

export function spaced(said: string): string {
  return withoutSecrets(said).replace(/\s+/g, ' ').trim();
}

/** Of a long text the end, from a word on. */
export function endOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(-most).replace(/^\S{0,40}\s(?=\S)/, '…');
}

/** Of a long text what it begins with, and the end, which says what is wrong. */
export function shortened(text: string, most: number): string {
  const said = spaced(text);
  if (said.length <= most) return said;
  const head = said.slice(0, most / 3).replace(/\s\S{0,40}$/, '');
  const tail = endOf(said, most - head.length);
  return `${head} …${tail.replace(/^…/, '')}`;
}

/** A number that stands alone, a time, an id, the near end of a connection: the same operation on the same object has another each time. */
const passing =
  /(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[.,\d]*Z?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}|[\d.]{7,15}:\d+(?=->)|(?<![\w./:-])\d+(?:\.\d+)?[a-zµ]{0,2}(?![\w/:-]|\.\d)/g;

/** What is left when the same is said again of the same. */
export function withoutPassing(text: string): string {
  return text.replace(passing, '#');
}
