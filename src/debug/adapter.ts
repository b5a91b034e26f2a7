// One debug session over one set of logs: requests in, replies and events out, movement by the engine's cursor. The shape is that of
// an inline adapter of VS Code; on a stream the same is put in frames (`framing.ts`).
import { Emitter } from '../base/event.ts';
import type { Disposable } from '../base/disposable.ts';
import { capabilities } from './capabilities.ts';
import type { DebugHost, OpenedLogs } from './host.ts';
import { wantedLogs, wantedNode } from './launchArgs.ts';
import {
  eventMessage,
  flag,
  maybeNumber,
  maybeText,
  number,
  record,
  Refusal,
  refusalMessage,
  replyMessage,
  requestOf,
  text,
  type Args,
  type Outgoing,
  type Request,
} from './messages.ts';
import { assemble, type Running } from './running.ts';
import { settled } from './settled.ts';
import { breakpointLocations, gotoTargets } from './targets.ts';
import { help, isGone, sentenceOf, summary } from './texts.ts';

type Handler = (request: Request) => Promise<object | undefined> | object | undefined;
/** A handler that has sent its own reply. */
const replied = undefined;
/** Requests that don't wait for those before them. */
const urgent: ReadonlySet<string> = new Set(['pause', 'cancel', 'disconnect', 'terminate']);

export class KubeletDebugAdapter implements Disposable {
  private readonly host: DebugHost;
  private readonly emitter = new Emitter<Outgoing & { readonly seq: number }>();
  private client: Args = {};
  private running: Running | undefined;
  private ended = false;
  /** Ends what is being opened. */
  private opening = new AbortController();
  private queue: Promise<void> = Promise.resolve();
  private seq = 1;

  readonly onDidSendMessage = this.emitter.event;

  constructor(host: DebugHost) {
    this.host = host;
  }

  /** Takes one message. Everything that goes wrong is a reply. */
  handleMessage(message: unknown): void {
    const request = requestOf(message);
    if (request === undefined) return;
    if (urgent.has(request.command)) void this.answer(request);
    else this.queue = this.queue.then(() => this.answer(request));
  }

  private readonly send = (message: Outgoing): void => {
    this.emitter.fire({ ...message, seq: this.seq++ });
  };

  private async answer(request: Request): Promise<void> {
    try {
      const handler = Object.hasOwn(this.handlers, request.command)
        ? this.handlers[request.command]
        : undefined;
      if (handler === undefined) throw new Refusal(`There is no request ${request.command}.`);
      const body = await handler(request);
      if (body !== replied) this.send(replyMessage(request, body));
    } catch (error) {
      const show = error instanceof Refusal && error.show;
      this.send(refusalMessage(request, sentenceOf(error), show));
    }
  }

  private get now(): Running {
    if (this.running === undefined)
      throw new Refusal(this.ended ? 'This session has ended.' : 'No log is being debugged yet.');
    return this.running;
  }

  private get lineShift(): number {
    return this.now.lineShift;
  }

  private readonly handlers: Readonly<Record<string, Handler>> = {
    initialize: ({ args }) => {
      this.client = args;
      return capabilities();
    },
    launch: (request) => this.launch(request),
    attach: (request) => this.attach(request),
    configurationDone: (request) => this.start(request),
    disconnect: () => this.end(),
    terminate: async () => {
      await this.end();
      this.send(eventMessage('terminated', {}));
      return {};
    },
    restart: (request) => this.restart(request),
    pause: async () => {
      await this.now.moves.pause();
      return {};
    },
    cancel: () => ({}),
    ...this.movements(),
    ...this.questions(),
    ...this.breakpointRequests(),
  };

  private movements(): Readonly<Record<string, Handler>> {
    const moving =
      (
        move: 'run' | 'event' | 'line' | 'sync',
        direction: 'forwards' | 'backwards',
        body: object = {},
      ): Handler =>
      (request) => {
        const { moves, shown } = this.now;
        const thread = shown.threadOf(request.args);
        const byLine = move === 'event' && request.args['granularity'] === 'instruction';
        return this.moved(request, body, (reply) =>
          moves.move(byLine ? 'line' : move, direction, thread, reply),
        );
      };
    return {
      continue: moving('run', 'forwards', { allThreadsContinued: true }),
      reverseContinue: moving('run', 'backwards'),
      next: moving('event', 'forwards'),
      stepBack: moving('event', 'backwards'),
      stepIn: moving('line', 'forwards'),
      stepOut: moving('sync', 'forwards'),
      'kubelet/stepInBack': moving('line', 'backwards'),
      'kubelet/stepOutBack': moving('sync', 'backwards'),
      goto: (request) => {
        const target = number(request.args, 'targetId');
        return this.moved(request, {}, (reply) => this.now.moves.goto(target, 'goto', reply));
      },
      'kubelet/goto': (request) => {
        const position = maybeNumber(request.args, 'position');
        const to = position ?? text(request.args, 'time');
        return this.moved(request, {}, (reply) => this.now.moves.goto(to, 'goto', reply));
      },
      'kubelet/play': (request) => {
        const speed = maybeNumber(request.args, 'speed') ?? 1;
        return this.moved(request, {}, (reply) => this.now.moves.play(speed, reply));
      },
      restartFrame: (request) => {
        const { began } = this.now.shown.frameOf(request.args).frame;
        if (began === undefined) throw new Refusal('The log does not tell when this frame began.');
        return this.moved(request, {}, (reply) => this.now.moves.goto(began, 'goto', reply));
      },
    };
  }

  /** Runs a movement that replies by itself; what fails before its reply is an error reply, what fails later is told. */
  private async moved(
    request: Request,
    body: object,
    move: (reply: () => void) => Promise<void>,
  ): Promise<undefined> {
    await new Promise<void>((resolve, reject) => {
      let answered = false;
      const reply = (): void => {
        answered = true;
        this.send(replyMessage(request, body));
        resolve();
      };
      move(reply).catch((error: unknown) => {
        if (!answered) reject(error instanceof Error ? error : new Error(String(error)));
        else this.running?.moves.say(sentenceOf(error));
        if (isGone(error)) this.terminate();
      });
    });
    return replied;
  }

  /** The log is not open any more: there is nothing to stop at. */
  private terminate(): void {
    void this.end().then(() => {
      this.send(eventMessage('terminated', {}));
    });
  }

  private questions(): Readonly<Record<string, Handler>> {
    return {
      threads: async () => {
        const { threads } = await this.now.shown.threads();
        return { threads };
      },
      stackTrace: ({ args }) => this.now.shown.stack(args),
      scopes: async ({ args }) => ({ scopes: await this.now.shown.scopes(args) }),
      variables: async ({ args }) => ({ variables: await this.now.shown.variables(args) }),
      locations: ({ args }) => this.now.shown.location(args),
      evaluate: (request) => this.evaluate(request),
      completions: async ({ args }) => {
        const column = number(args, 'column') - (1 - this.columnShift);
        const written = text(args, 'text').slice(0, Math.max(0, column));
        const names = await this.now.opened.ask('debugComplete', [written]);
        return {
          targets: names.map((label) => ({ label, start: 0, length: written.length })),
        };
      },
      exceptionInfo: () => {
        // VS Code asks for what it shows, and the session may have ended by then: a refusal is an error of its console.
        if (this.ended) return { exceptionId: 'kubelet', breakMode: 'never' };
        const { stop } = this.now.moves;
        if (stop?.reason !== 'exception') throw new Refusal('Nothing of this kind stopped it.');
        return { exceptionId: 'kubelet', description: stop.text, breakMode: 'always' };
      },
      source: async ({ args }) => {
        const reference =
          maybeNumber(record(args, 'source'), 'sourceReference') ?? number(args, 'sourceReference');
        if (reference <= 0) throw new Refusal('This source has no text here.');
        return { content: await this.now.sources.content(reference), mimeType: 'text/plain' };
      },
      'kubelet/frame': ({ args }) => {
        const { name, go } = this.now.shown.frameOf(args).frame;
        return { name, go };
      },
      loadedSources: () => ({ sources: this.now.sources.loaded() }),
      gotoTargets: ({ args }) =>
        gotoTargets(this.now.opened.ask, this.now.sources, args, this.lineShift),
    };
  }

  private get columnShift(): number {
    return flag(this.client, 'columnsStartAt1', true) ? 0 : 1;
  }

  private breakpointRequests(): Readonly<Record<string, Handler>> {
    return {
      setBreakpoints: async ({ args }) => ({
        breakpoints: await this.now.breakpoints.setLines(args),
      }),
      setFunctionBreakpoints: async ({ args }) => ({
        breakpoints: await this.now.breakpoints.setFunctions(args),
      }),
      setDataBreakpoints: async ({ args }) => ({
        breakpoints: await this.now.breakpoints.setData(args),
      }),
      setExceptionBreakpoints: async ({ args }) => ({
        breakpoints: await this.now.breakpoints.setExceptions(args),
      }),
      dataBreakpointInfo: ({ args }) => this.now.shown.dataBreakpoint(args),
      breakpointLocations: ({ args }) =>
        breakpointLocations(this.now.opened.ask, this.now.sources, args, this.lineShift),
    };
  }

  private async launch(request: Request): Promise<undefined> {
    const { args } = request;
    const wanted = wantedLogs(args);
    const opened = await this.openedBy(() => this.host.open(wanted));
    if (opened.info.inputs === 0) {
      await opened.close();
      throw new Refusal('There is no line in these logs.', true);
    }
    await this.begin(request, opened, 'start');
    return replied;
  }

  private async attach(request: Request): Promise<undefined> {
    const wanted = wantedNode(request.args);
    const { node } = wanted;
    const opened = await this.openedBy(async (signal) => {
      const followed = await this.host.attach(wanted, signal);
      return { ...followed, info: await settled(followed.ask, signal) };
    });
    await this.begin(request, opened, 'end', node);
    if (opened.info.inputs === 0)
      this.running?.moves.say(`The log of ${node} has brought no line yet.`);
    return replied;
  }

  private async openedBy(
    open: (signal: AbortSignal) => Promise<OpenedLogs | undefined>,
  ): Promise<OpenedLogs> {
    if (this.running !== undefined) throw new Refusal('This session has been launched before.');
    this.opening = new AbortController();
    const { signal } = this.opening;
    const opened = await open(signal).catch((error: unknown) => {
      throw new Refusal(signal.aborted ? 'It was given up.' : sentenceOf(error), !signal.aborted);
    });
    if (opened !== undefined && !signal.aborted) return opened;
    await opened?.close();
    throw new Refusal('It was given up.');
  }

  private async begin(
    request: Request,
    opened: OpenedLogs,
    usual: 'start' | 'end',
    node?: string,
  ): Promise<undefined> {
    const { args } = request;
    const hindsight = maybeText(args, 'hindsight');
    if (hindsight === 'then' || hindsight === 'now') await opened.ask('setHindsight', [hindsight]);
    this.running = assemble({
      host: this.host,
      opened,
      args,
      client: this.client,
      usual,
      node,
      send: this.send,
    });
    this.running.moves.say(summary(opened.info));
    this.send(eventMessage('initialized', {}));
    this.send(replyMessage(request, {}));
    return replied;
  }

  /** All breakpoints are told: to the first line, and on from there when that is no stop. */
  private async start(request: Request): Promise<undefined> {
    await this.enter(request, this.now.entry);
    return replied;
  }

  private async restart(request: Request): Promise<undefined> {
    const { entry, usual } = this.now;
    const stops = flag(record(request.args, 'arguments'), 'stopOnEntry', entry !== undefined);
    await this.enter(request, stops ? usual : undefined);
    return replied;
  }

  private async enter(request: Request, entry: string | undefined): Promise<void> {
    const { moves, opened, usual, stopsOnFinding } = this.now;
    if (entry !== undefined) {
      this.send(replyMessage(request, {}));
      const edge = { start: 0, end: Number.MAX_SAFE_INTEGER };
      const to = entry === 'start' || entry === 'end' ? edge[entry] : entry;
      if (stopsOnFinding)
        await moves.enter(to === 'cursor' ? (await opened.ask('cursor', [])).position : to);
      else if (to === 'cursor') await moves.pause();
      else await moves.goto(to, 'entry', () => undefined);
      return;
    }
    await opened.ask('seek', [{ kind: usual }]);
    await this.moved(request, {}, (reply) => moves.move('run', 'forwards', 'syncLoop', reply));
  }

  private async end(): Promise<object> {
    const { running } = this;
    this.opening.abort();
    this.running = undefined;
    this.ended = running !== undefined || this.ended;
    running?.moves.dispose();
    running?.sampler?.dispose();
    await running?.opened.close();
    return {};
  }

  private async evaluate(request: Request): Promise<object | undefined> {
    const expression = text(request.args, 'expression').trim();
    const { moves, shown } = this.now;
    if (maybeText(request.args, 'context') === 'repl') {
      const place = /^goto\s+(\S.*)$/.exec(expression)?.[1];
      if (place !== undefined) {
        await moves.goto(place, 'goto', () => undefined, { preserveFocus: true });
        return { result: moves.stop?.text ?? '', variablesReference: 0 };
      }
      const pod = /^why\s+(\S.*)$/.exec(expression)?.[1];
      if (pod !== undefined) {
        const { sentences } = await this.now.opened.ask('debugWhy', [pod]);
        const result = sentences.map(({ text: sentence }) => sentence).join('\n');
        return { result, variablesReference: 0 };
      }
      if (expression === 'help') return { result: help, variablesReference: 0 };
    }
    return await shown.evaluate(request.args);
  }

  /** Shows where the cursor is now, when others moved it. */
  follow(): void {
    this.running?.moves.follow().catch((error: unknown) => {
      this.running?.moves.say(sentenceOf(error));
    });
  }

  dispose(): void {
    void this.end();
    this.emitter.dispose();
  }
}
