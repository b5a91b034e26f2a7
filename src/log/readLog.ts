import type { SourceId } from '../base/input.ts';
import { MemoryBytes } from './byteStore.ts';
import type { LogTable } from './record.ts';
import type { ClockOptions } from './sourceClock.ts';
import { TableBuilder } from './tableBuilder.ts';

/** The table of a text that is wholly in memory. */
export function readLog(source: SourceId, bytes: Uint8Array, options: ClockOptions = {}): LogTable {
  const builder = new TableBuilder(source, new MemoryBytes(bytes), options);
  builder.append(bytes);
  builder.finish();
  return builder.table;
}
