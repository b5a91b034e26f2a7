// Where the functions of the queues begin in client-go, at the tag of each version that is shown.
import type { GoFunctionRow, QueueVersion } from '../../protocol/queueApi.ts';

/** Tags of Kubernetes, whose repository has client-go's source. */
export const tags: Readonly<Record<QueueVersion, string>> = {
  '1.9': 'v1.9.0',
  '1.22': 'v1.22.17',
  '1.32': 'v1.32.9',
  '1.37': 'v1.37.2',
};

const versions: readonly QueueVersion[] = ['1.9', '1.22', '1.32', '1.37'];

/** The line in each of the four; 0 where there is no such function. */
const lines: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'FIFO.Add': [139, 156, 164, 195],
  'FIFO.Update': [186, 203, 211, 213],
  'FIFO.Delete': [193, 210, 218, 220],
  'FIFO.AddIfNotPresent': [161, 178, 186, 0],
  'FIFO.addIfNotPresent': [174, 191, 199, 0],
  'FIFO.Replace': [299, 313, 322, 283],
  'FIFO.Resync': [329, 344, 353, 315],
  'FIFO.Pop': [261, 275, 283, 246],
  'FIFO.Close': [122, 139, 143, 146],
  'DeltaFIFO.Add': [174, 277, 309, 386],
  'DeltaFIFO.Update': [182, 285, 317, 395],
  'DeltaFIFO.Delete': [192, 297, 329, 408],
  'DeltaFIFO.AddIfNotPresent': [234, 338, 370, 0],
  'DeltaFIFO.addIfNotPresent': [251, 355, 387, 0],
  'DeltaFIFO.queueActionLocked': [310, 407, 439, 482],
  'DeltaFIFO.queueActionInternalLocked': [0, 0, 448, 491],
  dedupDeltas: [264, 368, 400, 443],
  'DeltaFIFO.Replace': [466, 560, 636, 619],
  'DeltaFIFO.Resync': [538, 646, 720, 704],
  'DeltaFIFO.syncKeyLocked': [562, 663, 737, 721],
  'DeltaFIFO.Pop': [426, 513, 576, 562],
  'DeltaFIFO.Close': [142, 245, 273, 317],
  'RealFIFO.Add': [0, 0, 0, 337],
  'RealFIFO.Update': [0, 0, 0, 349],
  'RealFIFO.Delete': [0, 0, 0, 363],
  'RealFIFO.Bookmark': [0, 0, 0, 585],
  'RealFIFO.addToItems_locked': [0, 0, 0, 255],
  'RealFIFO.addReplaceToItemsLocked': [0, 0, 0, 295],
  'RealFIFO.addResyncToItemsLocked': [0, 0, 0, 324],
  reconcileReplacement: [0, 0, 0, 636],
  'RealFIFO.Replace': [0, 0, 0, 604],
  'RealFIFO.Resync': [0, 0, 0, 739],
  'RealFIFO.Pop': [0, 0, 0, 390],
  'RealFIFO.PopBatch': [0, 0, 0, 486],
  'RealFIFO.Close': [0, 0, 0, 188],
};

const folder = 'staging/src/k8s.io/client-go/tools/cache';

/** Those of the named functions that the version has. */
export function goFunctions(version: QueueVersion, names: readonly string[]): GoFunctionRow[] {
  return names.flatMap((name) => {
    const line = lines[name]?.[versions.indexOf(version)] ?? 0;
    return line === 0 ? [] : [{ name, path: `${folder}/${fileOf(name)}`, line }];
  });
}

function fileOf(name: string): string {
  if (name.startsWith('FIFO.')) return 'fifo.go';
  return /^(DeltaFIFO\.|dedupDeltas$)/.test(name) ? 'delta_fifo.go' : 'the_real_fifo.go';
}
