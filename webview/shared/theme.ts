// Colours of the theme for canvases, which do not follow it by themselves.
import { toDisposable, type Disposable } from '../../src/base/disposable.ts';

/** Reads a theme colour by its VS Code id; the first of those that the theme has. */
export interface Theme {
  color(...ids: readonly string[]): string;
  readonly highContrast: boolean;
  readonly font: string;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const quiet = getComputedStyle(document.body).getPropertyValue('--kd-quiet').trim();
  const cache = new Map<string, string>();
  const read = (id: string): string => {
    const known = cache.get(id);
    if (known !== undefined) return known;
    const own = id === 'descriptionForeground' ? quiet : '';
    const value = own || style.getPropertyValue(`--vscode-${id.replaceAll('.', '-')}`).trim();
    cache.set(id, value);
    return value;
  };
  return {
    color(...ids) {
      for (const id of ids) {
        const value = read(id);
        if (value !== '') return value;
      }
      return read('foreground');
    },
    highContrast: /\bvscode-high-contrast/.test(document.body.className),
    font: style.getPropertyValue('--vscode-font-family').trim() || 'sans-serif',
  };
}

/** VS Code changes attributes of the body and variables of the root when the theme changes. */
export function onThemeChange(changed: () => void): Disposable {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return toDisposable(() => {
    observer.disconnect();
  });
}

/** Some themes write what is said by the way in the colour of everything else; `frame` then mixes one for it. */
export function tellQuietApart(): void {
  const style = getComputedStyle(document.documentElement);
  const [quiet, loud] = ['descriptionForeground', 'foreground'].map((id) =>
    style.getPropertyValue(`--vscode-${id}`).trim(),
  );
  document.body.classList.toggle('kd-alike', quiet === loud);
}

export function prefersReducedMotion(): boolean {
  return (
    document.body.classList.contains('vscode-reduce-motion') ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

export function usesScreenReader(): boolean {
  return document.body.classList.contains('vscode-using-screen-reader');
}
