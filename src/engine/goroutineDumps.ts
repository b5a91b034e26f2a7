// The goroutine dump that is open, if one is: a text that somebody had, or what a kubelet answered.
import { Emitter } from '../base/event.ts';
import type { InputId } from '../base/input.ts';
import { SECOND, type Micros } from '../base/time.ts';
import { parseGoroutines, type Goroutine } from '../log/goroutineDump.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { GoroutineSource } from '../protocol/goroutineApi.ts';
import { wallClock } from './host/memoryText.ts';
import type { OpenedText, SessionSources } from './host/sourceHost.ts';
import type { Live } from './live.ts';

export interface OpenDump {
  readonly name: string;
  readonly goroutines: readonly Goroutine[];
  readonly at: Micros | undefined;
  readonly node: string | undefined;
  readonly version: string | undefined;
  /** The line of a log that holds it. */
  readonly input?: InputId;
}

/** So many of those that kubelets were asked for are kept. */
const MOST_KEPT = 20;
/** Within this one is not asked again, µs. */
const FRESH = 2 * SECOND;

/** Of a text that holds a dump, so much is read at most. */
const MOST_BYTES = 256 << 20;

export class GoroutineDumps {
  private readonly live: Live;
  private readonly files: SessionSources;
  private readonly emitter = new Emitter<undefined>();
  private current: OpenDump | undefined;
  /** What nodes answered, the newest last. */
  private readonly answered: OpenDump[] = [];
  readonly onChange = this.emitter.event;

  constructor(live: Live, files: SessionSources) {
    this.live = live;
    this.files = files;
  }

  /** Rejects with a sentence when none is open. */
  get needed(): OpenDump {
    if (this.current === undefined) {
      throw new ChannelError(
        'No goroutine dump is open. Open one from a file, or ask a node of a connected cluster.',
        'nothing-open',
      );
    }
    return this.current;
  }

  async open(source: GoroutineSource, signal: AbortSignal): Promise<void> {
    const found = await this.found(source, signal);
    if (found.goroutines.length === 0) {
      throw new ChannelError(
        `${found.name} holds no goroutines: a dump has lines such as "goroutine 1 [select, 3 minutes]:".`,
        'no-dump',
      );
    }
    this.current = found;
    this.emitter.fire(undefined);
  }

  private found(source: GoroutineSource, signal: AbortSignal): Promise<OpenDump> | OpenDump {
    switch (source.kind) {
      case 'text':
        return readDump(source);
      case 'file':
        return dumpIn(this.files.open(source.source, signal), signal);
      case 'node':
        return this.ofNode(source.node, signal);
    }
  }

  private async ofNode(node: string, signal: AbortSignal): Promise<OpenDump> {
    const { text, at, version } = await this.live.goroutines(node, signal);
    const dump = { ...readDump({ name: node, text }), at, node, version };
    this.answered.push(dump);
    if (this.answered.length > MOST_KEPT) this.answered.shift();
    return dump;
  }

  /** Asks a node for what its goroutines do now, beside what is shown. */
  async sample(node: string, signal: AbortSignal): Promise<void> {
    const last = this.answered.findLast((dump) => dump.node === node)?.at ?? -Infinity;
    if (wallClock() - last > FRESH) await this.ofNode(node, signal);
  }

  /** All that a stack may be looked up in: what nodes answered, and the one that is open. */
  get all(): readonly OpenDump[] {
    const { current, answered } = this;
    return current === undefined || answered.includes(current) ? answered : [...answered, current];
  }
}

/** The first dump in what a source holds; without goroutines where it has none. Rejects with why it can't be read. */
export async function dumpIn(
  texts: AsyncIterable<OpenedText>,
  signal: AbortSignal,
): Promise<OpenDump> {
  let last: OpenDump | undefined;
  for await (const opened of texts) {
    try {
      last = readDump({ name: opened.name, text: await textOf(opened, signal) });
      if (last.goroutines.length > 0) return last;
      if (opened.problem !== undefined) throw new ChannelError(opened.problem, 'no-dump');
    } finally {
      opened.dispose();
    }
  }
  if (last === undefined) throw new ChannelError('There is nothing to read.', 'no-dump');
  return last;
}

async function textOf(opened: OpenedText, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of opened.chunks(signal)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) break;
  }
  return text;
}

/** No goroutines: the text holds no dump. */
export function readDump({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): OpenDump {
  const goroutines = parseGoroutines(text);
  const version = /\bk8s\.io\/kubernetes@(v1\.\d{1,3}\.\d{1,3})/.exec(text)?.[1];
  return { name, goroutines, at: undefined, node: undefined, version };
}
