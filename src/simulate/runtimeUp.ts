// updateRuntimeUp of pkg/kubelet/kubelet.go: asks the runtime how it is, every five seconds, and so decides whether the sync loop goes on.
import {
  networkErrorOf,
  newRuntimeState,
  runtimeErrors,
  runtimeUpPeriod,
} from '../kubelet/runtimeState.ts';
import type { SyncLoop } from '../kubelet/syncLoop.ts';
import { say, type SyncContext } from './syncContext.ts';
import { spawn } from './task.ts';

/** What the runtime answers. */
interface RuntimeStatus {
  readonly err: string | undefined;
  readonly networkReady: string | undefined;
}

export class RuntimeUp {
  private readonly context: SyncContext;
  private readonly loop: () => SyncLoop;
  private state = newRuntimeState;

  /** `loop`: the sync loop as it is now, for the journal. */
  constructor(context: SyncContext, loop: () => SyncLoop) {
    this.context = context;
    this.loop = loop;
  }

  get networkError(): string | undefined {
    return this.state.networkError;
  }

  /** What stops the loop; `health` is what the PLEGs say of themselves, by name. */
  errors(health: Parameters<typeof runtimeErrors>[1]): readonly string[] {
    const { clock, version } = this.context;
    return runtimeErrors(this.state, health, clock.now(), version);
  }

  start(): void {
    const { clock, runtime, alive } = this.context;
    spawn(
      runtime.status(),
      (status) => {
        this.take(status);
        clock.after(runtimeUpPeriod, () => {
          if (alive()) this.start();
        });
      },
      alive,
    );
  }

  private take({ err, networkReady }: RuntimeStatus): void {
    const { context } = this;
    const { clock, version } = context;
    context.journal()?.loop({ kind: 'updateRuntimeUp', err, networkReady }, [], this.loop());
    if (err === undefined) {
      if (networkReady !== undefined) this.networkNotReady(networkReady);
      this.state = {
        lastBaseRuntimeSync: clock.now(),
        runtimeError: undefined,
        networkError:
          networkReady === undefined ? undefined : networkErrorOf(networkReady, version),
      };
    } else {
      const remote = version.minor >= 31 ? 'log.go' : 'remote_runtime.go';
      const failed = { severity: 'E', err } as const;
      say(context, remote, 'Status from runtime service failed', [], failed);
      say(context, 'kubelet.go', 'Container runtime sanity check failed', [], failed);
    }
  }

  /** From 1.26 on a kubelet that has just begun says so quietly, until it knows that its node was ready. */
  private networkNotReady(networkReady: string): void {
    const { minor } = this.context.version;
    const isFirst = this.state.lastBaseRuntimeSync === undefined;
    const v = minor >= 26 && isFirst ? 4 : 0;
    const severity = minor >= 36 ? 'I' : 'E';
    const keys = [['networkReady', networkReady]] as const;
    say(this.context, 'kubelet.go', 'Container runtime network not ready', keys, { v, severity });
  }
}
