// What findings of a group say together. Of a group that has come out of another only what is other in it is counted.
import { Counts } from '../../base/counts.ts';
import { shownText } from '../../base/shownText.ts';
import type { Finding, FindingSeverity } from '../../diagnosis/finding.ts';
import { stepTo, type Step } from './findingGroups.ts';

export class GroupCounts {
  private readonly titles = new Counts<string>();
  private readonly pods = new Counts<string>();
  private readonly severities = new Counts<FindingSeverity>();
  private first = '';
  private common: string | undefined;

  constructor(group: readonly Finding[]) {
    this.take(group, { gone: [], come: group });
  }

  take(group: readonly Finding[], { gone, come }: Pick<Step, 'gone' | 'come'>): void {
    for (const finding of come) this.add(finding, 1);
    for (const finding of gone) this.add(finding, -1);
    const first = group[0]?.title ?? '';
    if (first !== this.first) this.common = undefined;
    this.first = first;
  }

  private add({ title, podKey, pod, severity }: Finding, count: 1 | -1): void {
    const whose = podKey ?? pod;
    if (whose !== undefined) this.pods.add(whose, count);
    this.severities.add(severity, count);
    // Another, or the last of its kind.
    if (this.titles.add(title, count) === (count === 1 ? 1 : 0)) this.common = undefined;
  }

  get podCount(): number {
    return this.pods.all.size;
  }

  get bySeverity(): ReadonlyMap<FindingSeverity, number> {
    return this.severities.all;
  }

  /** `Container … crashes`: what is the same in all titles; the first where they differ in their length. */
  get title(): string {
    return (this.common ??= shownText(commonTitle(this.first, this.titles.all.keys())));
  }

  static of(group: readonly Finding[]): GroupCounts {
    const known = counted.get(group) ?? goOn(group) ?? new GroupCounts(group);
    counted.set(group, known);
    return known;
  }
}

const counted = new WeakMap<readonly Finding[], GroupCounts>();

/** The counts of the group that it came out of, which are its own from now on. */
function goOn(group: readonly Finding[]): GroupCounts | undefined {
  const step = stepTo.get(group);
  const counts = step && counted.get(step.before);
  if (step === undefined || counts === undefined) return undefined;
  counted.delete(step.before);
  counts.take(group, step);
  return counts;
}

function commonTitle(first: string, titles: Iterable<string>): string {
  const words = first.split(' ');
  for (const title of titles) {
    const own = title.split(' ');
    if (own.length !== words.length) return first;
    for (const [i, word] of words.entries()) if (word !== own[i]) words[i] = '…';
  }
  return words.join(' ');
}
