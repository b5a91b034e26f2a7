import { describe, expect, it } from 'vitest';
import { formatRfc3339, micros } from '../../../src/base/time.ts';
import type { ClockOptions } from '../../../src/log/sourceClock.ts';
import { sourceFacts } from '../../../src/log/sourceFacts.ts';
import { instant, tableOf } from '../../support/log.ts';

function times(text: string, options: ClockOptions = {}): string[] {
  const table = tableOf(text, options);
  return Array.from(table.time.subarray(0, table.length), (time) =>
    Number.isNaN(time) ? '-' : formatRfc3339(micros(time)).slice(0, 19),
  );
}

const bare = (date: string, clock = '10:00:00'): string => `I${date} ${clock}.000000 1 a.go:1] x`;

describe('the year of a date without one', () => {
  it('is the next where the year before ended, however many days lie between', () => {
    const text = ['1230', '0206'].map((date) => bare(date)).join('\n');
    expect(times(text, { year: 2020 })).toEqual(['2020-12-30T10:00:00', '2021-02-06T10:00:00']);
  });

  it('is the one before where the log runs backwards', () => {
    const text = ['0206', '1230', '1102'].map((date) => bare(date)).join('\n');
    expect(times(text, { modified: instant('2021-03-01T00:00:00Z') })).toEqual([
      '2021-02-06T10:00:00',
      '2020-12-30T10:00:00',
      '2020-11-02T10:00:00',
    ]);
  });

  it('is that of the line beside it that has one', () => {
    const text = [
      `Thu 2026-02-05 09:59:59 UTC node-1 systemd[1]: Started kubelet.`,
      bare('0205'),
      `Thu 2019-12-31 23:59:59 UTC node-1 systemd[1]: Started kubelet.`,
      bare('0101', '00:00:01'),
    ].join('\n');
    expect(times(text)).toEqual([
      '2026-02-05T09:59:59',
      '2026-02-05T10:00:00',
      '2019-12-31T23:59:59',
      '2020-01-01T00:00:01',
    ]);
  });

  it('is a leap year where the date is in no other', () => {
    expect(times(bare('0229'), { modified: instant('2023-06-01T00:00:00Z') })).toEqual([
      '2020-02-29T10:00:00',
    ]);
  });

  // https://github.com/kubernetes/minikube/issues/4084: the head of journalctl is no line, and older than all of them.
  it('is the last that the head of journalctl allows, which is no line itself', () => {
    const text = [
      '-- Logs begin at Thu 2018-04-11 23:51:07 +0430, end at Fri 2019-04-12 00:01:07 +0430. --',
      'Apr 12 00:01:05 minikube kubelet[3272]: E0412 00:01:05.648133    3272 kubelet.go:2266] node "minikube" not found',
      'Apr 12 00:01:04 minikube kubelet[3272]: E0412 00:01:04.648133    3272 kubelet.go:2266] node "minikube" not found',
      'Apr 12 00:01:03 minikube kubelet[3272]: E0412 00:01:03.648133    3272 kubelet.go:2266] node "minikube" not found',
      'Sep 30 00:01:02 minikube kubelet[3272]: E0930 00:01:02.648133    3272 kubelet.go:2266] node "minikube" not found',
    ].join('\n');
    expect(times(text)).toEqual([
      '-',
      '2019-04-11T19:31:05',
      '2019-04-11T19:31:04',
      '2019-04-11T19:31:03',
      '2018-09-29T19:31:02',
    ]);
    expect(sourceFacts(tableOf(text)).reversed).toBe(true);
  });

  // The form of https://github.com/smart-edge-open/converged-edge-experience-kits/issues/89
  it('is told by the head of systemctl status', () => {
    const text = [
      '● kubelet.service - kubelet: The Kubernetes Node Agent',
      '   Active: active (running) since Wed 2020-12-30 17:25:47 CET; 1 weeks 0 days ago',
      ' Main PID: 12345 (kubelet)',
      '',
      'Dec 30 17:25:48 node-1 kubelet[12345]: I1230 17:25:48.000000   12345 server.go:1] x',
      'Jan 06 18:00:00 node-1 kubelet[12345]: E0106 18:00:00.000000   12345 a.go:1] ski…',
    ].join('\n');
    expect(times(text).slice(-2)).toEqual(['2020-12-30T16:25:48', '2021-01-06T17:00:00']);
  });
});

describe('the year of a text', () => {
  it('is that of other dates of the same day, where all tell the same', () => {
    const told = (dates: readonly string[]): string | undefined =>
      times(
        [bare('0824'), ...dates.map((date) => `  "creationTimestamp": "${date}"`)].join('\n'),
      )[0];
    expect(told(['2020-08-24T00:57:10Z', '2019-01-01T00:57:10Z'])).toBe('2020-08-24T10:00:00');
    expect(told(['2020-08-24T00:57:10Z', '2021-08-24T00:57:10Z'])).toBe('2000-08-24T10:00:00');
  });

  it('is told as deep as a list’s item stands', () => {
    const head =
      '-- Logs begin at Mon 2024-06-10 17:39:17 UTC, end at Wed 2024-06-12 14:43:15 UTC. --';
    expect(times(`\t\t${head}\n\t\t${bare('0612')}`).at(-1)).toBe('2024-06-12T10:00:00');
  });
});

describe('the year of a journal’s head', () => {
  it('is that of a logger’s own stamp behind one, before it and after it', () => {
    const head = 'Oct 29 17:22:58 vm microk8s.daemon-containerd[2842]: ';
    const text = `${head}+ return 1\n${head}time="2024-10-29T17:22:58.39Z" level=info msg="x"\n`;
    const told = ['2024-10-29T17:22:58', '2024-10-29T17:22:58'];
    expect(times(text, { modified: instant('2026-11-23T00:00:00Z') })).toEqual(told);
  });
});

describe('the year that a trace of the same log tells', () => {
  // k8s.io/utils/trace prints when it began, with the year; long ones are wrapped.
  it('goes before the day on which the log was written down', () => {
    const text = [
      bare('0107', '04:27:12'),
      'I0107 04:27:30.541265       1 trace.go:219] Trace[1817643909]: "Get" accept:application/json,user-agent:k9s',
      '/$Format,verb:GET (07-Jan-2023 04:24:00.511) (total time: 210030ms):',
    ].join('\n');
    const told = times(text, { modified: instant('2026-11-01T00:00:00Z') });
    expect(told.slice(0, 2)).toEqual(['2023-01-07T04:27:12', '2023-01-07T04:27:30']);
  });

  it('is none where the month is none', () => {
    const text = `${bare('0107')} (07-anF-2023 04:24:00.511) (total time: 210030ms)`;
    expect(times(text, { year: 2020 })).toEqual(['2020-01-07T10:00:00']);
    expect(times(text)).toEqual(['2000-01-07T10:00:00']);
  });
});

describe('a stamp of whole seconds', () => {
  const stamped = (outer: string, inner: string): string => `${outer} ${inner} [INFO] x`;

  it('is as exact as its wrapper, which shows the same second', () => {
    const text = [
      stamped('2025-12-26T11:40:26.276839300Z', '2025/12/26 11:40:26'),
      stamped('2025-12-26T11:40:27.001000000Z', '2025/12/26 11:40:26'),
    ].join('\n');
    const { time } = tableOf(text);
    const told = Array.from(time.subarray(0, 2), (at) => formatRfc3339(micros(at)));
    expect(told).toEqual(['2025-12-26T11:40:26.276839Z', '2025-12-26T11:40:26.000000Z']);
  });
});

describe('the zone of a stamp without one', () => {
  // minikube logs in its host's zone what docker answers it at that moment, in docker's.
  it.each([
    ['2021-09-20 15:54:51.91319 +0000 UTC', '0920', '18:54:52', '2021-09-20T15:54:52'],
    ['2026-03-13 03:21:06.232484321 +0200 EET', '0313', '03:21:06', '2026-03-13T01:21:06'],
    ['2021-09-20 20:54:51.9 +0000 UTC', '0921', '09:54:52', '2021-09-20T20:54:52'],
  ])('is told by the clock of a daemon that answers: %s', (answered, date, clock, told) => {
    const info = `${bare(date, clock)} docker info: {ID:${'x'.repeat(600)} SystemTime:${answered} Name:n}`;
    const later = `${bare(date, clock)} y`;
    expect(times([info, later].join('\n'))).toEqual([told, told]);
  });

  it('is that of another program behind the same head of a journal', () => {
    const head = (clock: string): string => `Mar 04 ${clock} server-0 k3s[771]: `;
    const text = [
      `${head('18:05:30')}I0304 18:05:30.100000     771 kubelet.go:1] x`,
      `${head('18:05:31')}time="2021-03-04T18:05:31.5+08:00" level=info msg="Running kube-proxy"`,
      `${head('18:05:32')}I0304 18:05:32.100000     771 kubelet.go:1] x`,
    ].join('\n');
    const told = ['2021-03-04T10:05:30', '2021-03-04T10:05:31', '2021-03-04T10:05:32'];
    expect(times(text, { modified: instant('2021-05-01T00:00:00Z') })).toEqual(told);
    const utc = text.replace('2021-03-04T18:05:31.5+08:00', '2021-03-04T10:05:31.5Z');
    expect(times(utc, { modified: instant('2021-05-01T00:00:00Z') })).toEqual(told);
  });

  it('is that of the line beside it with the same time of day', () => {
    const text = [
      bare('0304', '18:05:30'),
      `time="2021-03-04T18:05:31+08:00" level=info msg="Releasing address"`,
    ].join('\n');
    expect(times(text, { year: 2021 })).toEqual(['2021-03-04T10:05:30', '2021-03-04T10:05:31']);
  });

  it('is not told by a stamp inside a message, nor by a line of another hour', () => {
    const text = [
      `I0304 18:05:30.000000 1 a.go:1] "x" created="2021-03-04 10:05:30 +0000 UTC"`,
      `time="2021-03-04T20:05:31+08:00" level=info msg="Releasing address"`,
    ].join('\n');
    expect(times(text)).toEqual(['2021-03-04T18:05:30', '2021-03-04T12:05:31']);
  });

  // https://github.com/containerd/cri/issues/1014: the journal is 20 minutes late where the host starves.
  it('is not told by a journal that lags', () => {
    const text = `2018-12-12T10:20:01+0000 n kubelet[7]: I1212 10:00:01.000000 7 a.go:1] x`;
    expect(times(text)).toEqual(['2018-12-12T10:00:01']);
  });
});
