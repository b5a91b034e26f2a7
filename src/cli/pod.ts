import type { CAC } from 'cac';
import { podStory, storyText } from '../engine/present/story.ts';
import { UsualPhases } from '../engine/present/usualPhases.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
}

/** `pod LOG… ns/name`: the story of one pod, all lives of that name. */
export function addPod(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command('pod [...logs]', 'The story of one pod: the last argument is ns/name'),
    ),
  )
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (args: string[], options: Options) => {
      const [namespace = '', name] = args.at(-1)?.split('/') ?? [];
      if (name === undefined || args.length < 2)
        throw new UsageError('Name the logs, then the pod as ns/name.');
      const session = await openLogs(args.slice(0, -1), options);
      const pods = session.incident.history.podsNamed(namespace, name);
      if (pods.length === 0) throw new UsageError(`The log mentions no pod ${namespace}/${name}.`);
      const usual = new UsualPhases(session.incident.history.pods);
      const stories = pods.map((pod) => podStory(session.incident, session.moment, pod, usual));
      if (options.format === 'json') exporter(session, options).json(stories);
      else exporter(session, options).text(stories.map(storyText).join('\n'));
      session.dispose();
    });
}
