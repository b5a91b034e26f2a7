import type { CAC } from 'cac';
import { MINUTE } from '../base/time.ts';
import type { Session } from '../engine/session.ts';
import type { CaseCut } from '../protocol/caseApi.ts';
import { addRules } from './findings.ts';
import { momentNamed } from './moment.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { print, UsageError } from './output.ts';
import { withRedact, type RedactOptions } from './redacted.ts';
import { version } from './version.ts';
import { writeFile } from './writeFile.ts';

interface Options extends LogOptions, RedactOptions {
  readonly out?: string;
  readonly pod?: string;
  readonly around?: string;
  readonly minutes?: number | string;
  readonly findings?: boolean;
  readonly title?: string;
  readonly notes?: string;
  readonly rules?: string | readonly string[];
}

/** `case save LOG… --out FILE.kubelet-case`: a cut of the logs with what was found, for somebody else to open. */
export function addCase(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command(
        'case [...args]',
        'case save LOG… --out FILE.kubelet-case: a cut of the logs with findings, cursor and notes',
      ),
    ),
  )
    .option('--out <file>', 'the case to write, FILE.kubelet-case')
    .option('--pod <pod>', 'only while this pod, ns/name, lived')
    .option('--around <time>', 'only this time, and 5 minutes before and after')
    .option('--minutes <n>', 'other than 5')
    .option('--findings', 'only from the first finding above info to the end of the last')
    .option('--title <title>', 'what the case is called')
    .option('--notes <text>', 'what whoever opens it should know')
    .option('--rules <pack>', 'a rule pack (YAML) of your own; may be given more than once', {
      type: [],
    })
    .action(async ([verb, ...logs]: string[], options: Options) => {
      if (verb !== 'save') throw new UsageError('case wants to know what to do: case save LOG…');
      const { out, title = '', notes = '', redact = false } = options;
      if (out === undefined)
        throw new UsageError('Name the case to write: --out FILE.kubelet-case.');
      const session = await openLogs(logs, options);
      addRules(session, options.rules);
      if (options.around !== undefined)
        session.seek({ kind: 'time', time: momentNamed(session, options.around) });
      const cut = cutOf(session, options);
      const request = { title, notes, cut, redact, version };
      const saved = await session.saveCase(request, new AbortController().signal);
      writeFile(out, saved.columns.bytes);
      print(`${out}: ${saved.columns.bytes.length} bytes. ${saved.cut}`);
      session.dispose();
    });
}

function cutOf(session: Session, { pod, around, minutes, findings }: Options): CaseCut {
  if ([pod, around, findings].filter((each) => each !== undefined).length > 1)
    throw new UsageError('One of --pod, --around and --findings, please.');
  if (pod !== undefined) {
    const [namespace = '', name = ''] = pod.split('/');
    const lives = session.incident.history.podsNamed(namespace, name);
    if (lives.length === 0) throw new UsageError(`The log mentions no pod ${pod}.`);
    return { kind: 'pod', pods: lives.map(({ key }) => key) };
  }
  if (around !== undefined) {
    const reach = Number(minutes ?? 5);
    if (!(reach > 0)) throw new UsageError(`--minutes wants a number, not ${minutes ?? ''}.`);
    return { kind: 'around', time: momentNamed(session, around), reach: reach * MINUTE };
  }
  return { kind: findings === true ? 'findings' : 'whole' };
}
