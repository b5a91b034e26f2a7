// The menu of a lane and of a time: what keys do, for who has a mouse or a finger. It says what it offers, and the page does it.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../shared/l10n.ts';

export interface MenuEntry {
  readonly label: string;
  /** The key that does the same. */
  readonly key?: string;
  /** Set apart from those above it. */
  readonly apart?: boolean;
  readonly act: () => void;
}

export class LaneMenu extends LitElement {
  static override properties = { entries: { attribute: false } };
  static override styles = css`
    :host {
      position: fixed;
      z-index: 30;
      min-width: 200px;
      max-width: 92vw;
      padding: 4px;
      box-sizing: border-box;
      color: var(--vscode-menu-foreground, var(--vscode-foreground));
      background: var(--vscode-menu-background, var(--vscode-editorWidget-background));
      border: 1px solid
        var(--vscode-menu-border, var(--vscode-contrastBorder, var(--vscode-panel-border)));
      border-radius: 5px;
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    }
    button {
      display: flex;
      gap: 24px;
      justify-content: space-between;
      width: 100%;
      padding: 4px 10px;
      color: inherit;
      background: none;
      border: 0;
      border-radius: 3px;
      font: inherit;
      text-align: start;
      cursor: pointer;
    }
    button:focus {
      color: var(--vscode-menu-selectionForeground, inherit);
      background: var(--vscode-menu-selectionBackground, var(--vscode-list-hoverBackground));
      outline: 1px solid var(--vscode-menu-selectionBorder, transparent);
      outline-offset: -1px;
    }
    .kd-key {
      opacity: 0.8;
    }
    hr {
      margin: 4px 0;
      border: 0;
      border-top: 1px solid
        var(--vscode-menu-separatorBackground, var(--vscode-contrastBorder, currentColor));
    }
  `;

  declare entries: readonly MenuEntry[];

  constructor() {
    super();
    this.entries = [];
    this.addEventListener('focusout', (event) => {
      const { relatedTarget } = event;
      if (!(relatedTarget instanceof Node) || !this.contains(relatedTarget)) this.close();
    });
  }

  protected override render(): TemplateResult {
    return html`<div role="menu" aria-label=${t('Lane actions')} @keydown=${this.onKey}>
      ${this.entries.map(
        ({ label, key, apart, act }, index) =>
          html`${apart === true && index > 0 ? html`<hr />` : nothing}<button
              role="menuitem"
              @pointermove=${(event: PointerEvent) => {
                if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
              }}
              @click=${() => {
                this.close();
                act();
              }}
            >
              <span>${label}</span>
              ${key === undefined ? nothing : html`<span class="kd-key" aria-hidden="true">${key}</span>`}
            </button>`,
      )}
    </div>`;
  }

  private get buttons(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll('button')];
  }

  /** At a point of the page, or as near to it as there is room, with the first entry in focus. */
  async openAt(x: number, y: number): Promise<void> {
    await this.updateComplete;
    const { width, height } = this.getBoundingClientRect();
    this.style.left = `${Math.max(0, Math.min(x, innerWidth - width - 2))}px`;
    this.style.top = `${Math.max(0, Math.min(y, innerHeight - height - 2))}px`;
    this.buttons[0]?.focus();
  }

  private close(): void {
    this.dispatchEvent(new CustomEvent('kd-close'));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const all = this.buttons;
    const now = all.findIndex((each) => each === this.shadowRoot?.activeElement);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (now + 1) % all.length,
      ArrowUp: (now - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    event.stopPropagation();
    const next = to[event.key];
    if (next !== undefined) all[next]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else return;
    event.preventDefault();
  };
}
