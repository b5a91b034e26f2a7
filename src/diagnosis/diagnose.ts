import type { History } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import type { Finding } from './finding.ts';
export function diagnose(_history: History, _tape: Tape): Finding[] {
  return [];
}
