import fs from 'node:fs';
import type { CAC } from 'cac';
import { micros, parseRfc3339, type Micros } from '../base/time.ts';
import { endpointSample, isSampledEndpoint, sampledEndpoints } from '../engine/export/sample.ts';
import { printJsonText, UsageError } from './output.ts';
import { readText } from './readText.ts';

interface Options {
  readonly at?: string;
  readonly node?: string;
}

/** `sample ENDPOINT ANSWER`: what somebody saved of a kubelet's endpoint, as a line to open beside its log. */
export function addSample(program: CAC): void {
  program
    .command(
      'sample <endpoint> <answer>',
      'What an endpoint of a kubelet answered (/pods, /metrics, …), as a line to open beside its log',
    )
    .option('--at <time>', 'when it was asked, RFC 3339; default when the file was written')
    .option('--node <node>', 'whose answer it is, where logs of several nodes are opened')
    .action((endpoint: string, file: string, options: Options) => {
      if (!isSampledEndpoint(endpoint))
        throw new UsageError(
          `There are no samples of ${endpoint}, but of ${sampledEndpoints.join(', ')}.`,
        );
      const text = readText(file);
      const at = options.at === undefined ? writtenAt(file) : timeNamed(options.at);
      const line = endpointSample(endpoint, text, at, options.node);
      if (line === undefined) throw new UsageError(`${file} is no answer of ${endpoint}.`);
      printJsonText(line);
    });
}

function timeNamed(text: string): Micros {
  const time = parseRfc3339(text);
  if (time === undefined) throw new UsageError(`${text} is no time such as 2026-11-21T10:00:30Z.`);
  return time;
}

function writtenAt(file: string): Micros {
  return micros(Math.round(fs.statSync(file).mtimeMs * 1000));
}
