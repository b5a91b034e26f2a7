// Where functions stand in a Go file, by gofmt's form: a declaration begins its line, and so does the brace that ends it.

export interface GoFunction {
  readonly name: string;
  /** The type that it is a method of. */
  readonly receiver: string | undefined;
  /** First and last line, from 1. */
  readonly from: number;
  readonly to: number;
}

const declaration = /^func (?:\((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) )?(\w+)[([]/;

export function functionsIn(text: string): readonly GoFunction[] {
  const found: GoFunction[] = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const [, receiver, name] = declaration.exec(lines[i] ?? '') ?? [];
    if (name === undefined) continue;
    const from = i + 1;
    // One on a single line has its end there.
    if (!/\}\s*$/.test(lines[i] ?? '')) while (i + 1 < lines.length && lines[i] !== '}') i++;
    found.push({ name, receiver, from, to: i + 1 });
  }
  return found;
}

/**
 * The function of a name, `Kubelet.syncLoop` or `syncLoop`: of several with it the first. `Reflector.list|Reflector.ListAndWatch`: the first of
 * these that the file has, as names change between versions; so does whether one is exported.
 */
export function functionNamed(text: string, names: string): GoFunction | undefined {
  const all = functionsIn(text);
  for (const wanted of names.split('|')) {
    const [name = '', receiver] = wanted.split('.').reverse();
    const own = all.filter((each) => receiver === undefined || each.receiver === receiver);
    const found =
      own.find((each) => each.name === name) ??
      own.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}
