// Turns log effects into the lines that a kubelet of a version prints at a verbosity: klog text or klog JSON.
import { DAY, formatTimeOfDay, civilFromDays, micros, type Micros } from '../base/time.ts';
import type { LogEffect, LogValue } from '../kubelet/effect.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { goQuote } from './goQuote.ts';
import { isStructured, messageOf, printfOf } from './wording.ts';
import { sourceLine } from '../kubelet/version/sourceLines.ts';

export interface LogOptions {
  readonly version: KubeletVersion;
  readonly verbosity: number;
  readonly format: 'text' | 'json';
  readonly pid: number;
  /** What the wall clock of the node is ahead of the simulation, in microseconds. */
  readonly wallOffset: () => number;
}

function refText([namespace, name]: readonly [string, string]): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

type EventValue = Extract<LogValue, { event: unknown }>['event'];

function eventText({ id, type, data }: EventValue, version: KubeletVersion): string {
  if (version.minor >= 28) return `{"ID":"${id}","Type":"${type}","Data":"${data}"}`;
  return `&{ID:${id} Type:${type} Data:${data}}`;
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
  const ref = ([namespace, name]: readonly [string, string]): unknown => ({ name, namespace });
  if ('ref' in value) return ref(value.ref);
  if ('refs' in value) return value.refs.map(ref);
  if ('event' in value) {
    const { id, type, data } = value.event;
    return { ID: id, Type: type, Data: data };
  }
  if ('container' in value) return { Type: value.container.runtime, ID: value.container.id };
  return 'uid' in value ? value.uid : value.raw;
}

export class LogWriter {
  private last = 0;
  private readonly options: LogOptions;
  private readonly emit: (line: string) => void;

  constructor(options: LogOptions, emit: (line: string) => void) {
    this.options = options;
    this.emit = emit;
  }

  /** Writes the line if the verbosity shows it; lines of one moment are a few microseconds apart. */
  write(effect: LogEffect, now: Micros): void {
    const { version, verbosity, format, wallOffset } = this.options;
    if (effect.v > verbosity) return;
    const time = micros(Math.max(now, this.last + 11));
    this.last = time;
    const wall = micros(time + wallOffset());
    if (format === 'json') {
      this.emit(this.json(effect, wall));
      return;
    }
    const body = isStructured(effect.message, version)
      ? this.structured(effect)
      : printfOf(effect, version);
    if (body !== undefined) this.emit(`${this.header(effect, wall)}] ${body}`);
  }

  private header({ severity, file, message }: LogEffect, wall: Micros): string {
    const { pid, version } = this.options;
    const { month, day } = civilFromDays(Math.floor(wall / DAY));
    const date = `${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
    const where = sourceLine(file, message, version.minor);
    return `${severity}${date} ${formatTimeOfDay(wall)} ${String(pid).padStart(7)} ${where.file}:${where.line}`;
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

  private json(effect: LogEffect, wall: Micros): string {
    const { version } = this.options;
    const where = sourceLine(effect.file, effect.message, version.minor);
    const ts = wall / 1000;
    const caller = `kubelet/${where.file}:${where.line}`;
    const verbosity = effect.severity === 'E' ? {} : { v: effect.v };
    const keys = effect.keys.map(([key, value]): [string, unknown] => [key, jsonValue(value)]);
    if (!isStructured(effect.message, version)) {
      const msg = printfOf(effect, version) ?? messageOf(effect.message, version);
      return JSON.stringify({ ts, caller, msg, ...verbosity });
    }
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
