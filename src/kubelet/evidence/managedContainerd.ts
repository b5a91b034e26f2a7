// Where no containerd runs, dockerd starts one of its own (moby's libcontainerd/supervisor/remote_daemon.go), which logs into the same
// file in the same form. What each says while containerd boots is told apart by where it stands, later by its words.
import type { Program } from '../../log/record.ts';

const startsOwn =
  /msg="(?:libcontainerd: )?(?:containerd not running, starting managed containerd|started new (?:docker-)?containerd process)"/;
const boots = /msg="starting containerd"/;
const booted = /msg="containerd successfully booted /;
/** Of its plug-ins; `module=containerd` up to Docker 18.06. */
const says =
  /\bmodule="?containerd\b|\bio\.containerd\.|msg="(?:shim (?:reaped|disconnected)|cleaning up (?:dead shim|after shim disconnected)|(?:starting|loading) signal loop)/;

export class ManagedContainerd {
  /** First rows that say that dockerd starts it, that it boots and that it has, each ascending. */
  private readonly starts: number[] = [];
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];

  /** Rows come in order. */
  add(row: number, text: string): void {
    if (startsOwn.test(text)) this.starts.push(row);
    else if (boots.test(text)) this.begins.push(row);
    else if (booted.test(text)) this.ends.push(row);
  }

  /** Forgets rows from this one on. */
  cut(row: number): void {
    for (const rows of [this.starts, this.begins, this.ends])
      while ((rows.at(-1) ?? -1) >= row) rows.pop();
  }

  get isThere(): boolean {
    return this.starts.length > 0;
  }

  programAt(row: number, text: string): Program {
    const begun = this.begins.findLast((begin) => begin <= row);
    const isBooting = begun !== undefined && this.endAfter(begun) >= row;
    return isBooting || says.test(text) ? 'containerd' : 'dockerd';
  }

  /** Of a boot that shows no end nothing is told by its place. */
  private endAfter(begun: number): number {
    return this.ends.find((end) => end > begun) ?? begun;
  }
}
