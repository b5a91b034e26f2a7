// Where a page leads: to a line of the log, to a pod, to another page. All of it is asked of the extension.
import type { InputId } from '../../src/base/input.ts';
import type { SeekTarget, StepUnit } from '../../src/protocol/engineApi.ts';
import type { PageName } from '../../src/protocol/hostApi.ts';
import type { GoPart } from './goLink.ts';
import type { PageClient } from './pageClient.ts';

export class Links {
  private readonly client: PageClient;
  private readonly failed: (error: unknown) => void;

  /** `failed` hears why something that the person asked for did not come about. */
  constructor(client: PageClient, failed: (error: unknown) => void) {
    this.client = client;
    this.failed = failed;
  }

  /** Moves the cursor to a line and shows it in the log. */
  readonly goTo = (input: InputId): void => {
    this.seek({ kind: 'input', input });
  };

  readonly seek = (target: SeekTarget): void => {
    this.run(async () => {
      const { input } = await this.client.call('seek', [target]);
      if (input !== undefined) await this.client.call('openLog', [input]);
    });
  };

  readonly step = (unit: StepUnit, count: number): void => {
    this.run(() => this.client.call('step', [unit, count]));
  };

  readonly copy = (text: string): void => {
    this.run(() => this.client.call('copy', [text]));
  };

  readonly showPage = (page: PageName): void => {
    this.run(() => this.client.call('showPage', [page]));
  };

  /** Opens the page of findings at one of them. */
  readonly showFinding = (key: string): void => {
    this.run(() => this.client.call('showPage', ['findings', key]));
  };

  /** Opens a Go function; without a version in that of the kubelet at the cursor. */
  readonly openGo = ({ path, name }: GoPart, version?: string): void => {
    this.run(() => this.client.call('openGoFunction', [path, name, version]));
  };

  /** Opens the Go statement that wrote a line. */
  readonly openStatement = (input: InputId): void => {
    this.run(() => this.client.call('openGoStatement', [input]));
  };

  readonly selectPod = (podKey: string | undefined): void => {
    this.run(() => this.client.call('selectPod', [podKey]));
  };

  /** Opens the page of a pod, which all other views then follow. */
  readonly showPod = (podKey: string): void => {
    this.run(async () => {
      await this.client.call('selectPod', [podKey]);
      await this.client.call('showPage', ['pod']);
    });
  };

  private run(action: () => Promise<unknown>): void {
    action().catch(this.failed);
  }
}
