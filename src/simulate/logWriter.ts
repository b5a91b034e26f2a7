// Turns log effects into the lines that a kubelet of a version prints at a verbosity: klog text or klog JSON.
import { DAY, formatTimeOfDay, civilFromDays, micros, type Micros } from '../base/time.ts';
import type { LogEffect, LogValue, PodRef } from '../kubelet/effect.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { goQuote } from './goQuote.ts';
import { printfOf } from './printf.ts';
import { isStructured, messageOf } from './wording.ts';
import { sourceLine } from '../kubelet/version/sourceLines.ts';

export interface LogOptions {
  readonly version: KubeletVersion;
  readonly verbosity: number;
  readonly format: 'text' | 'json';
  /** Of its first process. */
  readonly pid: number;
  /** What the wall clock of the node is ahead of the simulation, in microseconds. */
  readonly wallOffset: () => number;
}

function refText([namespace, name]: PodRef): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

type EventValue = Extract<LogValue, { event: unknown }>['event'];

function eventText({ id, type, data }: EventValue, version: KubeletVersion): string {
  const none = data === '';
  if (version.minor >= 28)
    return `{"ID":"${id}","Type":"${type}","Data":${none ? 'null' : `"${data}"`}}`;
  return `&{ID:${id} Type:${type} Data:${none ? '<nil>' : data}}`;
}

/** The value as klog prints it behind `key=`. */
function textValue(value: LogValue, version: KubeletVersion): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value !== 'object') return String(value);
  if ('ref' in value) return goQuote(refText(value.ref));
  if ('raw' in value) return value.raw;
  if ('event' in value) return eventText(value.event, version);
  if ('container' in value) {
    const { runtime, id } = value.container;
    return version.minor >= 28
      ? `{"Type":"${runtime}","ID":"${id}"}`
      : `{Type:${runtime} ID:${id}}`;
  }
  if ('uid' in value) return version.quotedUids ? goQuote(value.uid) : value.uid;
  const refs = value.refs.map(refText);
  return version.quotedUids ? `[${refs.map(goQuote).join(',')}]` : `[${refs.join(' ')}]`;
}

function jsonValue(value: LogValue): unknown {
  if (typeof value !== 'object') return value;
  const ref = ([namespace, name]: PodRef): unknown => ({ name, namespace });
  if ('ref' in value) return ref(value.ref);
  if ('refs' in value) return value.refs.map(ref);
  if ('event' in value) {
    const { id, type, data } = value.event;
    return { ID: id, Type: type, Data: data === '' ? null : data };
  }
  if ('container' in value) return { Type: value.container.runtime, ID: value.container.id };
  return 'uid' in value ? value.uid : value.raw;
}

/** Where a line is printed and how; `text` is there where it is a printf line. */
interface Line {
  readonly file: string;
  readonly line: number;
  readonly severity: LogEffect['severity'];
  readonly v: number;
  readonly text?: string;
}

/** From the PID of a kubelet to that of the next one. */
const NEXT_PID = 271;

export class LogWriter {
  private last = 0;
  private pid: number;
  private readonly options: LogOptions;
  private readonly emit: (line: string) => void;

  constructor(options: LogOptions, emit: (line: string) => void) {
    this.options = options;
    this.emit = emit;
    this.pid = options.pid;
  }

  /** Another process writes from here on. */
  restart(): void {
    this.pid += NEXT_PID;
  }

  /** Writes the line if the verbosity shows it; lines of one moment are a few microseconds apart. */
  write(effect: LogEffect, now: Micros): void {
    const { verbosity, format, wallOffset } = this.options;
    const line = this.lineOf(effect);
    if (line === undefined || line.v > verbosity) return;
    const time = micros(Math.max(now, this.last + 11));
    this.last = time;
    const wall = micros(time + wallOffset());
    this.emit(
      format === 'json'
        ? this.json(effect, line, wall)
        : `${this.header(line, wall)}] ${line.text ?? this.structured(effect)}`,
    );
  }

  private lineOf(effect: LogEffect): Line | undefined {
    const { version } = this.options;
    const { file, message, severity, v } = effect;
    if (!isStructured(message, version)) return printfOf(effect, version);
    return { ...sourceLine(file, message, version.minor), severity, v };
  }

  private header({ severity, file, line }: Line, wall: Micros): string {
    const { pid } = this;
    const { month, day } = civilFromDays(Math.floor(wall / DAY));
    const date = `${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
    return `${severity}${date} ${formatTimeOfDay(wall)} ${String(pid).padStart(7)} ${file}:${line}`;
  }

  private structured(effect: LogEffect): string {
    const { version } = this.options;
    if (effect.plain === true) return effect.message;
    // Errors that no caller takes were printed as they are before they got a message of their own.
    if (effect.message === 'Unhandled Error' && !version.unhandledErrorLines)
      return effect.err ?? '';
    const message = messageOf(effect.message, version);
    const err = effect.err === undefined ? '' : ` err=${goQuote(effect.err)}`;
    const keys = effect.keys.map(([key, value]) => ` ${key}=${textValue(value, version)}`);
    return `${goQuote(message)}${err}${keys.join('')}`;
  }

  private json(effect: LogEffect, { file, line, severity, v, text }: Line, wall: Micros): string {
    const { version } = this.options;
    const ts = wall / 1000;
    const caller = `kubelet/${file}:${line}`;
    const verbosity = severity === 'E' ? {} : { v };
    if (text !== undefined) return JSON.stringify({ ts, caller, msg: text, ...verbosity });
    const keys = effect.keys.map(([key, value]): [string, unknown] => [key, jsonValue(value)]);
    return JSON.stringify({
      ts,
      caller,
      msg: messageOf(effect.message, version),
      ...verbosity,
      ...(effect.err === undefined ? {} : { err: effect.err }),
      ...Object.fromEntries(keys),
    });
  }
}
