// What is said of a fault that keeps the kubelet from running: only what the log shows of its end.
import type { Sentence } from '../sentence.ts';

export const exits: readonly Sentence[] = [
  {
    says: 'The process ends with it.',
    shown: {
      line: /^"?command failed\b|run\.go:\d+\] "?command failed|[Ff]ailed to run [Kk]ubelet|Kubelet exited/,
    },
  },
  { says: 'More than one process of the kubelet says so.', shown: { processes: 2 } },
  {
    says: 'systemd schedules the restart of a unit in this log.',
    shown: { said: 'restartCounter' },
  },
];
