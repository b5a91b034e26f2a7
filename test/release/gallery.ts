// A gallery on the loopback: what `ovsx publish` sends is what code-server can install by its id. It speaks the part of both protocols that
// these two use. It runs in a thread of its own, for those who ask it are waited for: its address is the one message that it sends.
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, unzipSync } from 'fflate';

interface Published {
  readonly manifest: {
    readonly publisher: string;
    readonly name: string;
    readonly version: string;
    readonly displayName: string;
    readonly description: string;
    readonly engines: { readonly vscode: string };
    readonly repository: { readonly url: string };
  };
  readonly vsix: Buffer;
  /** By type of asset: the text or picture that the gallery's page shows. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

const types: Readonly<Record<string, string>> = {
  'Microsoft.VisualStudio.Code.Manifest': 'extension/package.json',
  'Microsoft.VisualStudio.Services.Content.Details': 'extension/readme.md',
  'Microsoft.VisualStudio.Services.Content.Changelog': 'extension/changelog.md',
  'Microsoft.VisualStudio.Services.Content.License': 'extension/LICENSE.txt',
  'Microsoft.VisualStudio.Services.Icons.Default': 'extension/media/icon.png',
};
const VSIX = 'Microsoft.VisualStudio.Services.VSIXPackage';

const token = workerData as string;
const published: Published[] = [];
const unknown: string[] = [];
const server = http.createServer((request, response) => {
  void answer(request).then(([status, type, body]) => {
    response.writeHead(status, {
      'content-type': type,
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    });
    response.end(body);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function answer(
  request: http.IncomingMessage,
): Promise<[status: number, type: string, body: string | Uint8Array]> {
  const url = new URL(request.url ?? '/', base);
  const json = (value: unknown, status = 200): [number, string, string] => [
    status,
    'application/json',
    JSON.stringify(value),
  ];
  if (request.method === 'OPTIONS') return [204, 'text/plain', ''];
  if (url.pathname === '/api/version') return json({ version: '1.0.0' });
  if (url.pathname === '/api/-/publish') {
    if (url.searchParams.get('token') !== token) return json({ error: 'Invalid token.' }, 400);
    const one = readVsix(await bodyOf(request));
    published.push(one);
    const { publisher, name, version } = one.manifest;
    return json({ namespace: publisher, name, version }, 201);
  }
  if (url.pathname === '/gallery/extensionquery') {
    const asked = JSON.parse((await bodyOf(request)).toString()) as ExtensionQuery;
    return json(found(published, asked, base));
  }
  // A count of installs.
  if (request.method === 'POST' && url.pathname.endsWith('/stats')) return json({});
  // What nobody here answered.
  if (url.pathname === '/unknown') return json(unknown);
  const [, version, type = ''] = /^\/assets\/([\d.]+)\/([\w.]+)$/.exec(url.pathname) ?? [];
  const one = published.find(({ manifest }) => manifest.version === version);
  const bytes = type === VSIX ? one?.vsix : one?.assets.get(type);
  if (bytes !== undefined) return [200, 'application/octet-stream', bytes];
  unknown.push(`${request.method} ${url.pathname}`);
  return json({ error: 'Not here.' }, 404);
}

parentPort?.postMessage(base);

async function bodyOf(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function readVsix(vsix: Buffer): Published {
  const files = unzipSync(vsix);
  const assets = new Map(
    Object.entries(types).flatMap(([type, file]) => {
      const bytes = files[file];
      return bytes === undefined ? [] : [[type, bytes] as const];
    }),
  );
  const manifest: unknown = JSON.parse(
    strFromU8(files['extension/package.json'] ?? new Uint8Array()),
  );
  return { manifest: manifest as Published['manifest'], vsix, assets };
}

interface ExtensionQuery {
  readonly filters: readonly { readonly criteria: readonly { readonly value?: string }[] }[];
}

/** Newest first. Asked for by id or by words: there is one extension here. */
function found(published: readonly Published[], { filters }: ExtensionQuery, base: string) {
  const [newest] = published.toReversed();
  const values = filters.flatMap(({ criteria }) => criteria.map(({ value }) => value ?? ''));
  const id = newest && `${newest.manifest.publisher}.${newest.manifest.name}`;
  const extensionId = uuidOf(id ?? '');
  const isAsked = values.some((value) => value.toLowerCase() === id || value === extensionId);
  const extensions =
    newest === undefined || !isAsked
      ? []
      : [
          {
            extensionId,
            extensionName: newest.manifest.name,
            displayName: newest.manifest.displayName,
            shortDescription: newest.manifest.description,
            publisher: {
              publisherId: uuidOf(newest.manifest.publisher),
              publisherName: newest.manifest.publisher,
              displayName: newest.manifest.publisher,
              flags: '',
            },
            versions: published.toReversed().map((one) => versionOf(one, base)),
            statistics: [],
            tags: [],
            categories: [],
            flags: 'validated, public',
            releaseDate: '2026-01-01T00:00:00Z',
            publishedDate: '2026-01-01T00:00:00Z',
            lastUpdated: '2026-01-01T00:00:00Z',
          },
        ];
  const counts = [{ name: 'TotalCount', count: extensions.length }];
  return {
    results: [
      {
        extensions,
        pagingToken: null,
        resultMetadata: [{ metadataType: 'ResultCount', metadataItems: counts }],
      },
    ],
  };
}

function versionOf({ manifest, assets }: Published, base: string) {
  const assetUri = `${base}/assets/${manifest.version}`;
  return {
    version: manifest.version,
    lastUpdated: '2026-01-01T00:00:00Z',
    assetUri,
    fallbackAssetUri: assetUri,
    files: [...assets.keys(), VSIX].map((assetType) => ({
      assetType,
      source: `${assetUri}/${assetType}`,
    })),
    properties: [
      { key: 'Microsoft.VisualStudio.Code.Engine', value: manifest.engines.vscode },
      { key: 'Microsoft.VisualStudio.Services.Links.Source', value: manifest.repository.url },
    ],
  };
}

/** The same for the same words. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
