// The goroutines of a kubelet: what each is for, how long it waits and for what, the longest wait first.
import { html, nothing, type TemplateResult } from 'lit';
import { formatRfc3339, formatTimeOfDay } from '../../src/base/time.ts';
import type {
  GoroutineGroup,
  GoroutinePage,
  StackFrameRow,
  StackOrder,
  StackRow,
} from '../../src/protocol/goroutineApi.ts';
import { AskedRows } from '../shared/askedRows.ts';
import type { LiveAnswer } from '../shared/liveAnswer.ts';
import type { PageClient } from '../shared/pageClient.ts';
import { button, section } from '../shared/parts.ts';
import { TextPage } from '../shared/textPage.ts';
import { stackTable, type StackTable } from './stack.ts';
import { styles } from './styles.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export class GoroutinePageElement extends TextPage {
  static override styles = [TextPage.styles, styles].flat();

  protected override readonly needsLog = false;
  protected readonly heading = t('Kubelet Goroutines');
  protected readonly main: LiveAnswer<GoroutinePage>;
  /** By where they stand and their stack's id: one stack may stand in two places. */
  private readonly unfolded = new Set<string>();
  private readonly frames = new Map<number, readonly StackFrameRow[]>();
  private filter = '';
  private readonly asked = new AskedRows<StackOrder>(0, () => void this.main.ask());

  constructor(client: PageClient) {
    super(client);
    this.main = this.live({
      ask: (signal) => client.call('goroutines', [this.filter, this.asked.order], { signal }),
      on: ['goroutinesChanged', 'changed', 'cursorMoved'],
    });
    this.store.add(
      client.onEvent(({ kind }) => {
        if (kind !== 'goroutinesChanged') return;
        this.unfolded.clear();
        this.frames.clear();
      }),
    );
  }

  protected override content(): TemplateResult {
    const page = this.main.value;
    if (page === undefined) return html`${nothing}`;
    const { groups } = page;
    const background = groups.filter((group) => group.background);
    const filtered = this.filter !== '';
    return html`${this.bar(page)}
      <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('Goroutines by purpose')}>
        ${filtered ? nothing : this.standing(page)}
        ${groups.filter((group) => !group.background).map((group) => this.group(group))}
        ${
          background.length === 0
            ? nothing
            : html`<details ?open=${filtered}>
                <summary>
                  ${t('Idle by design:')}
                  ${background.reduce((sum, { count }) => sum + count, 0).toLocaleString('en')}
                </summary>
                ${background.map((group) => this.group(group))}
              </details>`
        }
        ${groups.length === 0 ? html`<p class="kd-note">${t('No goroutine matches the filter.')}</p>` : nothing}
      </div>`;
  }

  private bar({ name, node, total, at, version, compared }: GoroutinePage): TemplateResult {
    const facts = [
      total === 1 ? t('1 goroutine') : t('{0} goroutines', total.toLocaleString('en')),
      at === undefined ? '' : t('at {0}', formatTimeOfDay(at).slice(0, 8)),
      version === undefined ? '' : t('kubelet {0}', version),
      compared === undefined
        ? ''
        : t('workers compared at {0}', formatTimeOfDay(compared).slice(0, 8)),
    ].filter((fact) => fact !== '');
    const title = at === undefined ? name : `${name}, ${formatRfc3339(at)}`;
    return html`<div class="kd-bar">
      <h1 title=${title}>${name}</h1>
      <span class="kd-note">${facts.join(' · ')}</span>
      <span class="kd-space"></span>
      ${this.filterField(t('Filter goroutines'), this.filter, (text) => {
        this.filter = text;
        void this.main.ask();
      })}
      ${
        node === undefined
          ? nothing
          : button(t('Ask Again'), () => {
              void this.askAgain(node);
            })
      }
    </div>`;
  }

  private standing({ standing }: GoroutinePage): TemplateResult {
    if (standing.length === 0)
      return html`<p class="kd-note">
        ${t('No call has waited for a minute or longer for the runtime, the network, a mount or a lock.')}
      </p>`;
    const table = { label: t('Unusual waits'), stacks: standing, more: 0 };
    return section(t('Unusual waits'), this.stacks(table, 'standing'), { count: standing.length });
  }

  private group({ id, title, about, count, stacks, more }: GoroutineGroup): TemplateResult {
    const label = inWords(title);
    return section(
      label,
      html`${this.stacks({ label, stacks, more, asked: this.asked }, id)}
      ${more === 0 ? nothing : html`<p class="kd-note">${more === 1 ? t('and 1 more stack') : rich('and {0} more stacks', more.toLocaleString('en'))}</p>`}`,
      { count, note: inWords(about) },
    );
  }

  private stacks(
    table: Pick<StackTable, 'label' | 'stacks' | 'more' | 'asked'>,
    where: string,
  ): TemplateResult {
    const keyOf = ({ id }: StackRow): string => `${where}/${id}`;
    return stackTable(
      {
        ...table,
        isOpen: (stack) => this.unfolded.has(keyOf(stack)),
        frames: ({ id }) => this.frames.get(id),
      },
      {
        toggle: (stack) => {
          if (this.unfolded.delete(keyOf(stack))) this.requestUpdate();
          else void this.unfold(keyOf(stack), stack.id);
        },
        showPod: this.links.showPod,
        openSource: this.openSource,
      },
    );
  }

  private readonly openSource = ({ path, line }: StackFrameRow): void => {
    if (path === undefined) return;
    const version = this.main.value?.version;
    this.client.call('openGoSource', [path, line, version]).catch((error: unknown) => {
      this.tell(error);
    });
  };

  private async unfold(key: string, id: number): Promise<void> {
    this.unfolded.add(key);
    this.requestUpdate();
    try {
      if (!this.frames.has(id)) this.frames.set(id, await this.client.call('goroutineStack', [id]));
      this.requestUpdate();
    } catch (error) {
      this.tell(error);
    }
  }

  private async askAgain(node: string): Promise<void> {
    try {
      await this.client.call('openGoroutines', [{ kind: 'node', node }]);
    } catch (error) {
      this.tell(error);
    }
  }
}
