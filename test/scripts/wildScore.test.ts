import { describe, expect, it } from 'vitest';
import {
  compareComponent,
  compareOrder,
  compareTime,
  componentAt,
  percent,
  scoreLines,
  weigh,
} from '../../scripts/wildScore.mjs';

const sections = [
  { from: 1, to: 10, component: 'etcd', zone: null },
  { from: 11, to: 20, component: 'kubelet', zone: '+05:30' },
];

describe('the score of whole real files', () => {
  it.each([
    ['kubelet', 'kubelet', 'same'],
    ['kubelet', 'kubenswrapper', 'same'],
    ['kubelet', 'k3s/kubelet', 'same'],
    ['k3s', 'kubelet', 'wrong'],
    ['k3s', 'host', 'same'],
    ['kubelet', 'host', 'wrong'],
    ['other:coredns', 'other:CoreDNS', 'same'],
    ['other:coredns', 'text', 'foreign'],
    ['text', null, 'foreign'],
    ['kube-scheduler', 'kubelet', 'wrong'],
    ['kubelet', undefined, 'wrong'],
  ])('takes a line of %s read as %s for %s', (expected, said, is) => {
    expect(compareComponent(expected, said)).toBe(is);
  });

  it.each([
    ['2024-05-12T04:54:38.125Z', '2024-05-12T04:54:38.900Z', 'right'],
    ['2024-05-12T04:54:38.125Z', '2024-05-12T04:54:40Z', 'wrong'],
    ['2024-05-12T04:54:38+05:30', '2024-05-11T23:24:38Z', 'right'],
    ['2024-05-12T04:54:38', '2024-05-11T23:24:38Z', 'right'],
    ['2024-05-12T04:54:38', '2024-05-12T04:54:38Z', 'right'],
    ['2024-05-12T04:54:38', '2024-05-12T05:54:38Z', 'wrong'],
    ['--05-12T04:54:38', '2019-05-12T04:54:38Z', 'right'],
    ['--05-12T04:54:38', '2019-06-12T04:54:38Z', 'wrong'],
    ['2024-05-12T04:54', '2024-05-12T04:54:50Z', 'right'],
    ['2024-05-12T04:54:38', '2025-05-12T04:54:38Z', 'wrong'],
    ['2024-05-12T04:54:38', null, 'missing'],
    [null, '2024-05-12T04:54:38Z', 'none'],
  ])('holds %s, read as %s, for %s', (expected, said, is) => {
    expect(compareTime(expected, said, { zone: '+05:30' })).toBe(is);
  });

  it.each([
    ['2022-05-07T10:00:00Z', '2022-05-07T15:00:00Z', 'right'],
    ['2022-05-07T10:00:00Z', '2022-05-07T04:30:00.4Z', 'right'],
    ['2022-05-07T10:00:00Z', '2022-05-07T15:05:00Z', 'wrong'],
    ['2022-05-07T10:00:00Z', '2022-05-08T10:00:00Z', 'wrong'],
  ])('takes %s in any zone where the file shows none: %s is %s', (expected, said, is) => {
    expect(compareTime(expected, said, { zone: 'not in the file' })).toBe(is);
  });

  it('counts the neighbours of a section whose order was kept', () => {
    const sample = [2, 4, 12, 14, 16].map((line) => ({ line, time: `--01-01T00:00:${line + 10}` }));
    const said = new Map(
      [9, 8, 1, 2, 3].map((second, at) => [
        sample[at]?.line ?? 0,
        { time: `2024-01-01T00:00:0${second}Z` },
      ]),
    );
    expect(compareOrder(sample, said, sections)).toEqual({ kept: 2, pairs: 3 });
  });

  it('leaves out neighbours whose stamps are too coarse to tell which came first', () => {
    const sample = [
      { line: 2, time: '2021-05-17T19:43:06.553-07:00' },
      { line: 4, time: '--05-17T19:43:06' },
      { line: 6, time: '2021-05-17T19:43:07.207-07:00' },
      { line: 8, time: '--05-17T19:43:09' },
    ];
    const said = new Map(
      ['06.553', '06.000', '07.207', '09.000'].map((second, at) => [
        sample[at]?.line ?? 0,
        { time: `2021-05-18T02:43:${second}Z` },
      ]),
    );
    expect(compareOrder(sample, said, sections)).toEqual({ kept: 2, pairs: 2 });
  });

  it('scores the lines and names each miss', () => {
    const sample = [
      { line: 3, component: 'etcd', time: '2024-01-01T00:00:00Z' },
      { line: 12, component: 'kubelet', time: null },
      { line: 15, component: 'text', time: null },
    ];
    const answers = [
      { line: 3, component: 'kubelet', time: '2024-01-02T00:00:00Z' },
      { line: 12, component: 'kubelet', time: null },
      { line: 15, component: 'unknown', time: null },
    ];
    expect(scoreLines({ sections, sample }, answers)).toEqual({
      component: { same: 1, foreign: 1, wrong: 1 },
      time: { right: 0, wrong: 1, missing: 0, none: 2 },
      misses: ['3: kubelet, not etcd', '3: 2024-01-02T00:00:00Z, not 2024-01-01T00:00:00Z'],
      order: { kept: 0, pairs: 0 },
    });
  });

  it('weighs a finding by the line it cites first', () => {
    const sample = [{ line: 12, component: 'text', time: null }];
    expect(weigh(componentAt({ sections, sample }, 12))).toBe('foreign');
    expect(weigh(componentAt({ sections, sample }, 13))).toBe('node');
    expect(weigh('dockerd, cri-dockerd, systemd')).toBe('node');
    expect(weigh('kubelet, text')).toBe('to judge');
    expect(weigh('coredns, text')).toBe('foreign');
    expect(weigh(componentAt({ sections, sample }, 99))).toBe('foreign');
    expect(weigh('mixed')).toBe('to judge');
    expect(percent(1, 3)).toBe('33.3 %');
    expect(percent(0, 0)).toBe('-');
  });
});
