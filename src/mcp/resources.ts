// What can be read by its address: windows of the open logs, a case of what is open, Go functions of the kubelet where its source is at hand.
import fs from 'node:fs';
import path from 'node:path';
import type {
  ListResourcesResult,
  ReadResourceResult,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { shownLine } from '../base/shownText.ts';
import { goFunctionAt } from './goFunction.ts';
import {
  goSourceUri,
  logWindowUri,
  parseGoSourceUri,
  parseLogWindowUri,
  type GoSource,
} from '../protocol/uris.ts';
import { Refused } from './refused.ts';
import type { ToolHost } from './tools.ts';

type Content = ReadResourceResult['contents'][number];

const CASE = 'kubelet-case:/findings.kubelet-case';
/** Of one page of the list. */
const MOST_LISTED = 50;
/** Of a window of a log. */
const MOST_BYTES = 16_000;
const MOST_OF_CASE = 8 << 20;

export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    name: 'log window',
    uriTemplate: 'kubelet-log://{source}-{offset}/{name}',
    description:
      'Lines of an open log from a byte on; the id of a line, source:offset, names both.',
    mimeType: 'text/plain',
  },
  {
    name: 'Go function',
    uriTemplate: `${goSourceUri({ version: '{version}', path: '' })}{+path}#L{line}`.replace(
      '%7Bversion%7D',
      '{version}',
    ),
    description:
      'The function of the kubelet around a line, of a version whose source is in the Go module cache of this machine.',
    mimeType: 'text/x-go',
  },
];

export async function listResources(
  { engine, redact }: ToolHost,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListResourcesResult> {
  const info = await engine.ask('session', [], signal);
  if (info.sources.length === 0) return { resources: [] };
  const windows = info.sources.map(({ source, name, bytes }) => {
    const shown = redact ? `log-${source + 1}` : shownLine(path.basename(name), 200);
    return {
      uri: logWindowUri({ source, name: shown, offset: 0 }),
      name: shown,
      mimeType: 'text/plain',
      size: bytes,
    };
  });
  const whole = [
    {
      uri: CASE,
      name: 'case',
      description:
        'The open logs from the first finding to the last, with the findings, as an archive.',
      mimeType: 'application/zip',
    },
    ...windows,
  ];
  const start = Number(cursor ?? 0) || 0;
  const resources = whole.slice(start, start + MOST_LISTED);
  const next = start + resources.length;
  return { resources, ...(next < whole.length ? { nextCursor: String(next) } : {}) };
}

/** Rejects with a sentence. */
export async function readResource(
  options: ToolHost,
  uri: string,
  signal: AbortSignal,
): Promise<Content> {
  const { engine, redact } = options;
  const window = parseLogWindowUri(uri);
  if (window !== undefined) {
    const asked = { line: `${window.source}:${window.offset}`, maxBytes: MOST_BYTES };
    const { text } = await engine.ask('assist', ['read_lines', asked, redact], signal);
    return { uri, mimeType: 'text/plain', text };
  }
  if (uri === CASE) return { uri, ...(await caseBlob(options, signal)) };
  const [file = '', line] = uri.split('#L');
  const source = parseGoSourceUri(file);
  if (source !== undefined)
    return { uri, mimeType: 'text/x-go', text: goText(source, Number(line ?? 0)) };
  throw new Refused(`There is no resource ${shownLine(uri, 300)}.`);
}

async function caseBlob({ engine, redact, version }: ToolHost, signal: AbortSignal) {
  const request = { title: '', notes: '', cut: { kind: 'findings' }, redact, version } as const;
  const { columns } = await engine.ask('saveCase', [request], signal);
  if (columns.bytes.length > MOST_OF_CASE)
    throw new Refused('The case is too large to be handed over; `kubelet-debugger case` saves it.');
  return { mimeType: 'application/zip', blob: Buffer.from(columns.bytes).toString('base64') };
}

function goText(source: GoSource, line: number): string {
  const { version, path: file } = source;
  const name = `${version}/${file}`;
  const root = path.join(goModuleCache(), 'k8s.io');
  const whole = path.join(root, `kubernetes@${version}`, file);
  const real = /^v[\w.-]+$/.test(version) && fs.existsSync(whole) ? fs.realpathSync(whole) : '';
  if (!real.startsWith(fs.existsSync(root) ? `${fs.realpathSync(root)}${path.sep}` : '\0'))
    throw new Refused(`The source ${shownLine(name, 300)} is not available.`);
  const text = fs.readFileSync(real, 'utf8');
  const found = goFunctionAt(text, line);
  if (found === undefined)
    throw new Refused(`No function stands at line ${line} of ${shownLine(name, 300)}.`);
  return found;
}

/** As `go env GOMODCACHE` has it when nothing was set by `go env -w`. */
function goModuleCache(): string {
  const { GOMODCACHE = '', GOPATH = '', HOME = '' } = process.env;
  if (GOMODCACHE !== '') return GOMODCACHE;
  const [first = ''] = GOPATH.split(path.delimiter);
  return path.join(first === '' ? path.join(HOME, 'go') : first, 'pkg', 'mod');
}
