import type { Gap } from '../base/input.ts';
import type { LogTable } from './record.ts';
export function findGaps(_table: LogTable): Gap[] {
  return [];
}
