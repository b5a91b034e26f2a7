// Room debug: the Debug Adapter Protocol in front of the engine. It knows requests, replies and events, and which of them a client
// wants in what form; what a kubelet is, it asks the engine. No editor, no file, no process.
import type { DebugProtocol } from '@vscode/debugprotocol';

/** What a client sent, as far as it can be believed. */
export interface Request {
  readonly seq: number;
  readonly command: string;
  readonly args: Args;
}

/** Arguments of a request: every reading of them says what is missing or of the wrong kind. */
export type Args = Readonly<Record<string, unknown>>;

/** Refuses a request with a sentence. `show`: the person is to see it even where the client would hide it. */
export class Refusal extends Error {
  readonly show: boolean;

  constructor(message: string, show = false) {
    super(message);
    this.show = show;
  }
}

export function requestOf(message: unknown): Request | undefined {
  if (!isRecord(message)) return undefined;
  const { type, seq, command, arguments: args } = message;
  if (type !== 'request' || typeof command !== 'string') return undefined;
  return {
    seq: typeof seq === 'number' ? seq : 0,
    command,
    args: isRecord(args) ? args : {},
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(args: Args, name: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new Refusal(`"${name}" must be a text.`);
  return value;
}

export function maybeText(args: Args, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

export function number(args: Args, name: string): number {
  const value = args[name];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Refusal(`"${name}" must be a number.`);
  return value;
}

export function maybeNumber(args: Args, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flag(args: Args, name: string, otherwise: boolean): boolean {
  const value = args[name];
  return typeof value === 'boolean' ? value : otherwise;
}

export function record(args: Args, name: string): Args {
  const value = args[name];
  return isRecord(value) ? value : {};
}

/** The entries of a list that are records; none when there is no list. */
export function records(args: Args, name: string): readonly Args[] {
  const value = args[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function texts(args: Args, name: string): readonly string[] {
  const value = args[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** A message to the client, but for its number. */
export type Outgoing = Omit<DebugProtocol.ProtocolMessage, 'seq'> &
  Readonly<Record<string, unknown>>;

export function eventMessage(event: string, body: object): Outgoing {
  return { type: 'event', event, body };
}

export function replyMessage(request: Request, body: object): Outgoing {
  return {
    type: 'response',
    request_seq: request.seq,
    command: request.command,
    success: true,
    body,
  };
}

/** An error reply: `message` for programs, `error` for the person. */
export function refusalMessage(request: Request, reason: string, show: boolean): Outgoing {
  return {
    type: 'response',
    request_seq: request.seq,
    command: request.command,
    success: false,
    message: reason,
    body: { error: { id: 1, format: reason.replace(/[{}]/g, ''), showUser: show } },
  };
}
