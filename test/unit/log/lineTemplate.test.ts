import { describe, expect, it } from 'vitest';
import { LineTemplate } from '../../../src/log/lineTemplate.ts';
import { tableOf } from '../../support/log.ts';

const kill = new LineTemplate(' pod="', '" containerName="', '" gracePeriod=', '');

function valuesOf(pairs: string): readonly string[] | undefined {
  const head = 'I1121 09:34:10.754055   26449 kuberuntime_container.go:866] "Killing container"';
  return tableOf(`${head}${pairs}`, { year: 2026 }).record(0).values(kill);
}

describe('a template of a line', () => {
  it.each(['', '\n', '\r\n'])('cuts out the values of a line that ends with %j', (end) => {
    const pairs = ` pod="default/web-1" containerName="app" gracePeriod=30${end}`;
    expect(valuesOf(pairs)).toEqual(['default/web-1', 'app', '30']);
  });

  it.each([
    ['another key', ' pod="default/web-1" container="app" gracePeriod=30'],
    ['another order', ' containerName="app" pod="default/web-1" gracePeriod=30'],
    ['one pair more', ' pod="default/web-1" containerName="app" gracePeriod=30 more=1'],
    ['one pair less', ' pod="default/web-1" containerName="app"'],
    ['an escape', ' pod="default/web-1" containerName="a\\"b" gracePeriod=30'],
    ['a letter of two bytes', ' pod="default/wéb-1" containerName="app" gracePeriod=30'],
    ['no quotes', ' pod=default/web-1 containerName="app" gracePeriod=30'],
    ['a string for a bare word', ' pod="default/web-1" containerName="app" gracePeriod="30"'],
    ['a value of several lines', ' pod="default/web-1" containerName="app" gracePeriod=<'],
    ['a cut line', ' pod="default/web-1" containerName="ap'],
  ])('leaves a line with %s to who asks for fields', (_, pairs) => {
    expect(valuesOf(pairs)).toBeUndefined();
  });
});
