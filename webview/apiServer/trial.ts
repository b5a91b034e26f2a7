// The same request sent to the connected cluster, once the person agrees to it, and both answers side by side.
import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../../src/base/formatBytes.ts';
import type { LiveInformerPage } from '../../src/protocol/liveInformerApi.ts';
import type {
  TrialAnswerRow,
  TrialDifference,
  TrialForm,
  TrialRow,
  TrialUnknown,
} from '../../src/protocol/trialApi.ts';
import { rich, t } from '../shared/l10n.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, section, toggles } from '../shared/parts.ts';
import { blankForm } from './trialForm.ts';

const matchName = 'resourceVersionMatch';
const endName = 'initial-events-end';
const matches = ['', 'Exact', 'NotOlderThan'] as const;

const unknowns: Record<TrialUnknown, string> = {
  history: t('Unknown: it hangs on what was before the version that was seen last.'),
  token: t('Unknown: the token is the server’s own.'),
  version: t('Unknown: no version of the cluster has been seen yet.'),
};

const differing: Record<TrialDifference, string> = {
  code: t('the code'),
  reason: t('the reason'),
  objects: t('the objects and their order'),
  bookmark: t('the bookmark that ends the initial events'),
};

/** What the page does with it. */
export interface TrialHost {
  readonly client: PageClient;
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
  readonly said: (words: string) => void;
}

export class Trial {
  private readonly host: TrialHost;
  private form = blankForm;
  /** Of the move that the form was taken from; what a person writes stays until another is shown. */
  private of = '';
  private edited = false;
  private sending = false;
  private row: TrialRow | undefined;

  constructor(host: TrialHost) {
    this.host = host;
  }

  /** For the rest of a list in pages. */
  get token(): string {
    return this.row?.server.continue ?? '';
  }

  /** `of`: names the move that the form is of. */
  take(of: string, form: TrialForm | undefined): void {
    if (form === undefined || (of === this.of && this.edited)) return;
    if (of !== this.of) this.edited = false;
    this.of = of;
    const { namespace, node } = this.form;
    this.form = { ...form, namespace, node };
  }

  view(live: LiveInformerPage | undefined): TemplateResult {
    const note = t('one request, read only, after you agree');
    if (live === undefined)
      return section(
        t('Try on the Cluster'),
        html`<p class="kd-note">
          ${t('No cluster is connected. “Kubelet: Connect to Cluster…” connects one.')}
        </p>`,
        { note },
      );
    const { context, row } = live;
    const seen = row.lastSyncResourceVersion;
    return section(
      t('Try on the Cluster'),
      html`<p class="kd-note">
          ${seen === '' ? t('The cluster {0}.', context) : t('The cluster {0}, whose pods were seen last at version {1}.', context, seen)}
        </p>
        ${this.fields()}
        <p>
          ${button(t('Try on the Cluster…'), () => void this.send(), { kind: 'primary' })}
          ${this.sending ? html`<span class="kd-note" role="status">${t('It is sent once you agree; the answer is waited for at most 10 s.')}</span>` : nothing}
        </p>
        ${this.row === undefined ? nothing : answers(this.row)}`,
      { note },
    );
  }

  private fields(): TemplateResult {
    const { form } = this;
    const isList = form.kind === 'list';
    return html`<div class="kd-form">
      ${toggles(
        t('Request'),
        ['list', 'watch'],
        form.kind,
        { list: 'LIST', watch: 'WATCH' },
        (kind) => {
          this.change({ kind });
        },
      )}
      ${this.field('namespace', form.namespace, (namespace) => ({ namespace }))}
      ${this.field('spec.nodeName', form.node, (node) => ({ node }))}
      ${this.field('resourceVersion', form.resourceVersion, (resourceVersion) => ({ resourceVersion }))}
      <span class="kd-form-row">
        <span class="kd-note">${matchName}</span>
        ${toggles(
          'resourceVersionMatch',
          matches,
          form.resourceVersionMatch,
          { '': t('none') },
          (resourceVersionMatch) => {
            this.change({ resourceVersionMatch });
          },
        )}
      </span>
      ${isList ? this.field('limit', form.limit === 0 ? '' : String(form.limit), (text) => ({ limit: limitOf(text) })) : nothing}
      ${isList ? this.field('continue', form.continue, (token) => ({ continue: token })) : nothing}
      ${
        isList
          ? nothing
          : html`${this.check('sendInitialEvents', form.sendInitialEvents)}
            ${this.check('allowWatchBookmarks', form.allowWatchBookmarks)}`
      }
    </div>`;
  }

  private field(
    name: string,
    value: string,
    changed: (text: string) => Partial<TrialForm>,
  ): TemplateResult {
    return html`<label class="kd-form-row">
      <span class="kd-note">${name}</span>
      <input
        class="kd-mono"
        spellcheck="false"
        maxlength="4000"
        .value=${value}
        @change=${({ target }: Event) => {
          if (target instanceof HTMLInputElement) this.change(changed(target.value.trim()));
        }}
      />
    </label>`;
  }

  private check(
    name: 'sendInitialEvents' | 'allowWatchBookmarks',
    checked: boolean,
  ): TemplateResult {
    return html`<label class="kd-form-row">
      <span class="kd-note">${name}</span>
      <input
        type="checkbox"
        .checked=${checked}
        @change=${() => {
          this.change({ [name]: !checked });
        }}
      />
    </label>`;
  }

  private change(changed: Partial<TrialForm>): void {
    this.form = { ...this.form, ...changed };
    this.edited = true;
    this.host.changed();
  }

  private async send(): Promise<void> {
    if (this.sending) return;
    const { client, changed, failed, said } = this.host;
    this.sending = true;
    changed();
    try {
      const row = await client.call('tryOnCluster', [this.form]);
      if (row !== undefined) {
        this.row = row;
        said(verdict(row));
      }
    } catch (error) {
      failed(error);
    } finally {
      this.sending = false;
      changed();
    }
  }
}

function limitOf(text: string): number {
  const limit = Number(text);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, 1_000_000) : 0;
}

function verdict({ differences, model }: TrialRow): string {
  if (typeof model === 'string') return unknowns[model];
  if (differences === undefined) return t('There is no answer to compare with the model’s.');
  return differences.length === 0
    ? t('The model answers the same: code, reason, objects in order, bookmark.')
    : t(
        'The model answers otherwise in: {0}.',
        differences.map((each) => differing[each]).join(', '),
      );
}

function answers(row: TrialRow): TemplateResult {
  const { plan, server, model, modelOf } = row;
  return html`<p class="kd-mono kd-asked">${plan.request}</p>
    <p role="status">${verdict(row)}</p>
    <div class="kd-insides">
      <section aria-label=${t('The server’s answer')}>
        <h3>${t('The server’s answer')}</h3>
        ${answer(server)}
      </section>
      <section aria-label=${t('The model’s answer')}>
        <h3>${t('The model’s answer')}</h3>
        <p class="kd-note">
          ${t('Kubernetes {0}, with the pods as they were seen at version {1}', modelOf.version, modelOf.resourceVersion)}
        </p>
        ${typeof model === 'string' ? html`<p class="kd-note">${unknowns[model]}</p>` : answer(model)}
      </section>
    </div>`;
}

function answer(row: TrialAnswerRow): TemplateResult {
  const { code, reason, message, retryAfter, took, bytes, events, total } = row;
  return html`<dl>
      <dt>${t('Answer')}</dt>
      <dd>${code === undefined ? t('none') : html`${code} ${reason}`}</dd>
      ${message === '' ? nothing : term(t('Message'), message)}
      ${retryAfter === undefined ? nothing : term('Retry-After', `${retryAfter} s`)}
      ${term(t('End'), ending(row))} ${term(t('Time'), `${(took / 1000).toFixed(3)} s`)}
      ${bytes === 0 ? nothing : term(t('Size'), formatBytes(bytes))}
      ${row.resourceVersion === '' ? nothing : term('resourceVersion', row.resourceVersion)}
      ${row.continue === '' ? nothing : term('continue', row.continue)}
    </dl>
    <ol class="kd-line kd-answer">
      ${events.map(
        ({ after, type, key, resourceVersion, endsInitialEvents }) =>
          html`<li>
            <span class="kd-clock">${(after / 1000).toFixed(3)}</span>
            <span class="kd-key">${type === 'ITEM' ? '' : type}</span>${key}
            ${resourceVersion === '' ? nothing : html`<span class="kd-quiet">@${resourceVersion}</span>`}
            ${endsInitialEvents ? html`<span class="kd-tag">${endName}</span>` : nothing}
          </li>`,
      )}
    </ol>
    ${events.length < total ? html`<p class="kd-note">${rich('{0} of {1}', events.length, total)}</p>` : nothing}`;
}

function ending({ end, problem, code }: TrialAnswerRow): string {
  if (problem !== '') return problem;
  if (end === 'time')
    return code === undefined ? t('no answer in 10 s') : t('not heard after 10 s');
  return end === 'bytes' ? t('not heard beyond the bound of its size') : t('whole');
}

function term(name: string, value: string): TemplateResult {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}
