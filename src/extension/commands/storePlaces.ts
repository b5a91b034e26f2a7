// The log stores that a person has used: their addresses are remembered, what is secret only by the editor's own store of secrets.
import * as vscode from 'vscode';
import * as v from 'valibot';
import { storeKinds, type StoreCredentials, type StoreTarget } from '../../protocol/storeApi.ts';
import { messages, reasonOf } from '../messages.ts';
import { uriOf } from '../uriOf.ts';

/** What is remembered of a store: nothing of it is secret. */
const placeSchema = v.object({
  kind: v.optional(v.picklist(storeKinds)),
  url: v.string(),
  tenant: v.optional(v.string()),
  selector: v.optional(v.string()),
  nodeLabel: v.optional(v.string()),
  /** The file with the certificate of its authority. */
  caFile: v.optional(v.string()),
});
export type StorePlace = v.InferOutput<typeof placeSchema>;

const credentialsSchema = v.variant('kind', [
  v.object({ kind: v.literal('basic'), user: v.string(), password: v.string() }),
  v.object({ kind: v.literal('bearer'), token: v.string() }),
  v.object({ kind: v.literal('apiKey'), key: v.string() }),
]);

const KEY = 'logStores';
const MOST = 10;
const EXAMPLES = 'http://loki:3100, https://elasticsearch:9200/filebeat-*';

export class StorePlaces {
  private readonly memory: vscode.Memento;
  private readonly secrets: vscode.SecretStorage;

  constructor(memory: vscode.Memento, secrets: vscode.SecretStorage) {
    this.memory = memory;
    this.secrets = secrets;
  }

  private get known(): readonly StorePlace[] {
    const read = v.safeParse(v.array(placeSchema), this.memory.get(KEY, []));
    return read.success ? read.output : [];
  }

  /** A store used before, or another one. */
  async choose(address: string | undefined): Promise<StorePlace | undefined> {
    if (address !== undefined) return await this.placeAt(address);
    const { known } = this;
    if (known.length === 0) return await this.askAddress();
    const another = { label: `$(add) ${vscode.l10n.t('Another Address…')}`, place: undefined };
    const rows = known.map((place) => ({
      label: `$(database) ${place.url}`,
      description: [place.kind ?? '', place.tenant ?? ''].filter((part) => part !== '').join(' · '),
      place,
    }));
    const picked = await vscode.window.showQuickPick([...rows, another], {
      title: title(),
      placeHolder: vscode.l10n.t('Which log store?'),
    });
    if (picked === undefined) return undefined;
    return picked.place ?? (await this.askAddress());
  }

  private async askAddress(): Promise<StorePlace | undefined> {
    const typed = await vscode.window.showInputBox({
      title: title(),
      prompt: vscode.l10n.t('The address of a Loki, an Elasticsearch or an OpenSearch'),
      placeHolder: EXAMPLES,
      ignoreFocusOut: true,
      validateInput: (text) => (isAddress(text) ? undefined : messages.badAddress()),
    });
    return typed === undefined ? undefined : await this.placeAt(typed.trim());
  }

  /** What an address holds of secrets goes where secrets are kept. */
  private async placeAt(address: string): Promise<StorePlace> {
    if (!isAddress(address)) throw new Error(messages.badAddress());
    const url = new URL(address);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    const place = this.known.find((each) => each.url === url.href) ?? { url: url.href };
    if (username !== '')
      await this.keep(place, {
        kind: 'basic',
        user: decodeURIComponent(username),
        password: decodeURIComponent(password),
      });
    return place;
  }

  async remember(place: StorePlace): Promise<void> {
    const others = this.known.filter(({ url }) => url !== place.url);
    await this.memory.update(KEY, [place, ...others].slice(0, MOST));
  }

  /** With all that it takes to reach it. */
  async targetOf({ caFile, ...place }: StorePlace): Promise<StoreTarget> {
    const text = await this.secrets.get(secretOf(place));
    const read = v.safeParse(credentialsSchema, text === undefined ? undefined : jsonOf(text));
    const httpProxy = vscode.workspace.getConfiguration('http').get<string>('proxy') ?? '';
    const defined = Object.fromEntries(
      Object.entries(place).filter(([, value]) => value !== undefined),
    );
    return {
      ...defined,
      url: place.url,
      ...(read.success ? { credentials: read.output } : {}),
      ...(httpProxy === '' ? {} : { httpProxy }),
      ...(caFile === undefined ? {} : { ca: await textOf(caFile) }),
    };
  }

  /** Asks for what would mend a failure; undefined when the person gives up. Throws on what nothing mends. */
  async mend(place: StorePlace, error: unknown): Promise<StorePlace | undefined> {
    // The class of errors is another one in a file of its own.
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const why = messages.plainly(reasonOf(error));
    switch (code) {
      case 'sign-in':
        return await this.askSignIn(place, why);
      case 'selector': {
        const selector = await askText(why, '{job="kubelet"}');
        return selector === undefined ? undefined : { ...place, selector };
      }
      case 'node-label': {
        const nodeLabel = await askText(why, 'node');
        return nodeLabel === undefined ? undefined : { ...place, nodeLabel };
      }
      case 'certificate':
        return await askCertificate(place, why);
      default:
        throw error;
    }
  }

  private async askSignIn(place: StorePlace, why: string): Promise<StorePlace | undefined> {
    const basic = { label: `$(account) ${vscode.l10n.t('User and Password')}` };
    const bearer = { label: `$(key) ${vscode.l10n.t('Token')}` };
    const apiKey = { label: `$(key) ${vscode.l10n.t('API Key (of Elasticsearch)')}` };
    const tenant = { label: `$(organization) ${vscode.l10n.t('Tenant (of Loki: X-Scope-OrgID)')}` };
    const how = await vscode.window.showQuickPick([basic, bearer, apiKey, tenant], {
      title: title(),
      placeHolder: why,
      ignoreFocusOut: true,
    });
    if (how === undefined) return undefined;
    if (how === tenant) {
      const name = await askText(why, '', vscode.l10n.t('Tenant'));
      return name === undefined ? undefined : { ...place, tenant: name };
    }
    const user = how === basic ? await askText(why, '', vscode.l10n.t('User')) : '';
    if (user === undefined) return undefined;
    const secret = await vscode.window.showInputBox({
      title: title(),
      prompt: vscode.l10n.t('Kept in the editor’s secret storage, nowhere else.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (secret === undefined || secret === '') return undefined;
    const credentials: StoreCredentials =
      how === basic
        ? { kind: 'basic', user, password: secret }
        : how === bearer
          ? { kind: 'bearer', token: secret }
          : { kind: 'apiKey', key: secret };
    await this.keep(place, credentials);
    return place;
  }

  private async keep(place: StorePlace, credentials: StoreCredentials): Promise<void> {
    await this.secrets.store(secretOf(place), JSON.stringify(credentials));
  }
}

function title(): string {
  return vscode.l10n.t('Open Logs from a Log Store');
}

function secretOf({ url }: StorePlace): string {
  return `logStore:${url}`;
}

function isAddress(text: string): boolean {
  return /^https?:\/\/./i.test(text.trim()) && URL.canParse(text.trim());
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined also for nothing typed. */
async function askText(
  why: string,
  placeHolder: string,
  prompt?: string,
): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: title(),
    prompt: prompt ?? why,
    placeHolder,
    ignoreFocusOut: true,
  });
  const text = typed?.trim() ?? '';
  return text === '' ? undefined : text;
}

async function askCertificate(place: StorePlace, why: string): Promise<StorePlace | undefined> {
  const choose = vscode.l10n.t('Choose Its Certificate…');
  if ((await vscode.window.showWarningMessage(why, choose)) !== choose) return undefined;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Certificate of the Authority (PEM)'),
    })) ?? [];
  return file && { ...place, caFile: file.fsPath };
}

async function textOf(file: string): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(file)));
  } catch (error) {
    throw new Error(messages.cannotRead(file, reasonOf(error)), { cause: error });
  }
}
