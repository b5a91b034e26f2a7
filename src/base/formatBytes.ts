/** A size as people say it: `512 B`, `67.3 MiB`, `20 GiB`. */
export function formatBytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let power = 0;
  for (let rest = value; rest >= 1024 && power < units.length - 1; rest /= 1024) power++;
  const scaled = value / 1024 ** power;
  return `${scaled.toFixed(power > 1 && scaled < 100 ? 1 : 0)} ${units[power] ?? ''}`;
}
