import type { Micros } from '../../base/time.ts';
import type { GrowingBytes } from '../host/memoryText.ts';
import { grownText } from '../host/memoryText.ts';
import type { Followed, OpenedText } from '../host/sourceHost.ts';

export interface NodeTextOptions {
  readonly node: string;
  readonly server: string;
  /** Only lines that name this pod are read. */
  readonly pod: string | undefined;
  readonly modified: Micros;
  readonly bytes: GrowingBytes;
  /** The node's lines, until the signal. */
  read(signal: AbortSignal): AsyncIterable<Followed>;
}

/** The lines that a store has of a node, as a text that ends. */
export class NodeText implements OpenedText {
  readonly name: string;
  readonly node: string;
  readonly path = undefined;
  readonly modified: Micros;
  readonly bytes: GrowingBytes;
  problem: string | undefined;
  /** It could not be read to its end. */
  failed = false;
  private readonly options: NodeTextOptions;

  constructor(options: NodeTextOptions) {
    const { node, modified, bytes } = options;
    this.name = node;
    this.node = node;
    this.modified = modified;
    this.bytes = bytes;
    this.problem = partial(options);
    this.options = options;
  }

  async *chunks(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { options } = this;
    const { node, server } = options;
    try {
      for await (const part of options.read(signal)) {
        if (part.kind === 'notice') this.problem = part.text;
        else {
          this.bytes.append(part.bytes);
          yield part.bytes;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      this.failed = true;
      const why = error instanceof Error ? error.message : String(error);
      const rest = this.bytes.size === 0 ? '' : ' What came before is there.';
      this.problem = `The lines of ${node} could not all be read from ${server}. ${why}${rest}`;
    }
  }

  dispose(): void {
    // Memory goes with its last reference.
  }
}

/** The same as a text that goes on. */
export function followedNodeText(options: NodeTextOptions, dispose: () => void): OpenedText {
  const { node, bytes, modified } = options;
  const grown = grownText(node, bytes, modified, (signal) => options.read(signal));
  return { ...grown, node, problem: partial(options), dispose };
}

function partial({ node, pod }: NodeTextOptions): string | undefined {
  if (pod === undefined) return undefined;
  return `Only the lines of ${node} that name ${pod} were asked for: what others would prove is unknown.`;
}
