// The source `http` (pkg/kubelet/config/http.go): asks its URL again and again, and hands on what it gets when that is not what it got
// the last time. After three failures in a row it goes on in a lower voice.
import { SECOND } from '../base/time.ts';
import type { Pod } from '../kubelet/pod.ts';
import type { WriteLine } from './syncContext.ts';

/** `--http-check-frequency` */
export const httpCheckFrequency = 20 * SECOND;
export const manifestUrl = 'http://192.0.2.9/manifests.yaml';
const file = 'http.go';
/** Failures that are told at each verbosity, before the one that says that it is the last. */
const LOUD = 3;

export interface UrlSourceOptions {
  /** What stands behind the URL; undefined when it can't be reached. */
  readonly fetch: () => readonly Pod[] | undefined;
  readonly structuredLogs: boolean;
  readonly send: (pods: readonly Pod[]) => void;
  readonly line: WriteLine;
}

export class UrlSource {
  private failures = 0;
  /** The last answer; nothing before the first. */
  private data: string | undefined;
  private readonly options: UrlSourceOptions;

  constructor(options: UrlSourceOptions) {
    this.options = options;
    const url = ['URL', manifestUrl] as const;
    const header = ['header', { raw: 'map[]' }] as const;
    options.line('kubelet.go', 'Adding pod URL with HTTP header', [url, header]);
    options.line(file, 'Watching URL', [url], { v: 1 });
  }

  check(): void {
    const { fetch, send, line } = this.options;
    const pods = fetch();
    if (pods === undefined) {
      this.failed();
      return;
    }
    if (this.failures > 0) line(file, 'Successfully read pods from URL', []);
    this.failures = 0;
    const data = JSON.stringify(pods);
    if (data === this.data) return;
    this.data = data;
    send(pods);
  }

  private failed(): void {
    const err = `${manifestUrl}: Get ${manifestUrl}: dial tcp 192.0.2.9:80: connect: connection refused`;
    const { failures } = this;
    this.failures += 1;
    const text = 'Failed to read pods from URL';
    const last = `${text}. Dropping verbosity of this message to V(4)`;
    const keys = [['err', err]] as const;
    if (failures <= LOUD) this.options.line(file, failures < LOUD ? text : last, keys);
    // The printf lines have one place for a text; that of the low voice is not among them.
    else if (this.options.structuredLogs) this.options.line(file, text, keys, { v: 4 });
  }
}
