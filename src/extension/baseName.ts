/** A file's name without its folders, as a person calls it. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The names of several files, each with as many of its folders as tell it apart from the others. */
export function namesApart(paths: readonly string[]): readonly string[] {
  const parts = paths.map((path) => path.split(/[/\\]/));
  const short = parts.map(() => 1);
  const nameOf = (at: number): string => parts[at]?.slice(-(short[at] ?? 1)).join('/') ?? '';
  for (;;) {
    const counts = new Map<string, number>();
    for (const at of parts.keys()) counts.set(nameOf(at), (counts.get(nameOf(at)) ?? 0) + 1);
    const alike = [...parts.keys()].filter(
      (at) => (counts.get(nameOf(at)) ?? 0) > 1 && (short[at] ?? 1) < (parts[at]?.length ?? 1),
    );
    if (alike.length === 0) return parts.map((_, at) => nameOf(at));
    for (const at of alike) short[at] = (short[at] ?? 1) + 1;
  }
}
