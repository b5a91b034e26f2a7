// How a suite inside an extension host tells its runner what happened: lines on the console, which the workbench
// hands to the page. An exit code alone proves nothing: a host that ended itself, or had no suite, gives 0 too.

/** Each such line begins with this; JSON follows. */
export const mark = 'KUBELET-DEBUGGER-TEST ';

export type HostMessage =
  | { readonly kind: 'passed'; readonly title: string; readonly ms: number }
  | { readonly kind: 'failed'; readonly title: string; readonly error: string }
  | {
      readonly kind: 'end';
      readonly host: string;
      readonly passed: number;
      readonly failed: number;
    };

export function tell(message: HostMessage): void {
  console.log(mark + JSON.stringify(message));
}

/** The message in a console line, if it is one. */
export function heard(line: string): HostMessage | undefined {
  if (!line.startsWith(mark)) return undefined;
  return JSON.parse(line.slice(mark.length)) as HostMessage;
}
