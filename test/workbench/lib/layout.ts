// What a person would find cut off or overprinted on a page: what sticks out of it or lies under another thing, and shortened texts that no
// tooltip tells whole.
import type { Frame } from 'playwright-core';

/** One sentence for each. */
export async function layoutProblems(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const problems: string[] = [];
    const nameOf = (element: Element): string =>
      `${element.localName}.${[...element.classList].join('.')} "${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}"`;
    /** What reaches beyond the right edge of a frame, the innermost of it. */
    const widest = (frameOf: Element): Element[] => {
      const edge = frameOf.getBoundingClientRect().left + frameOf.clientWidth;
      const within = frameOf.shadowRoot ?? frameOf;
      const beyond = [...within.querySelectorAll(':not(.kd-wide *)')].filter((each) => {
        const { left, width } = each.getBoundingClientRect();
        return left + Math.max(width, each.scrollWidth) > edge + 1;
      });
      return beyond.filter(
        (each) => !beyond.some((other) => other !== each && each.contains(other)),
      );
    };
    const hides = (element: Element): boolean =>
      getComputedStyle(element).overflowX !== 'visible' || element.clientWidth <= 1;
    const check = (element: Element, inside: boolean, told: string | undefined): void => {
      if (!(element instanceof HTMLElement) || !element.checkVisibility()) return;
      const box = element.getBoundingClientRect();
      const { textOverflow, overflowX } = getComputedStyle(element);
      const title = element.getAttribute('title') ?? told;
      if (!inside && box.width > 1 && box.right > innerWidth + 1)
        problems.push(`sticks out by ${Math.round(box.right - innerWidth)} px: ${nameOf(element)}`);
      if (
        textOverflow === 'ellipsis' &&
        overflowX !== 'visible' &&
        element.scrollWidth > element.clientWidth + 1 &&
        !title
      )
        problems.push(`is cut and has no tooltip: ${nameOf(element)}`);
      // A drawing and a table of many columns may be wider than the page, each in a frame of its own.
      const mayScroll = element.matches('.kd-wide, .kd-field');
      if (
        ['auto', 'scroll'].includes(overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        !mayScroll
      )
        problems.push(
          `scrolls sideways: ${nameOf(element)}, for ${widest(element).map(nameOf).join(' and ')}`,
        );
      const within = inside || hides(element);
      for (const child of [...(element.shadowRoot?.children ?? []), ...element.children])
        check(child, within, title);
    };
    /** Whether a point of an element is not scrolled away or cut off by what it lies in. */
    const isShown = (element: Element, x: number, y: number): boolean => {
      for (let at: Element | null = element; at !== null;) {
        const { left, right, top, bottom } = at.getBoundingClientRect();
        const isFrame = at === element || getComputedStyle(at).overflow !== 'visible';
        if (isFrame && (x < left || x > right || y < top || y > bottom)) return false;
        const root: Node = at.getRootNode();
        at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
      }
      return x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
    };
    /** What a person would click or read, and another thing lies upon. */
    const covered = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        // Of the toolkit’s controls the words lie upon a button within.
        if (element.shadowRoot !== null && element.localName.startsWith('kd-'))
          covered(element.shadowRoot);
        if (!element.matches('button, a, input, select, h1, h2, h3, vscode-button, th, p, dt, dd'))
          continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width < 2 || height < 2 || !isShown(element, x, y)) continue;
        const upon = root.elementFromPoint(x, y);
        if (upon === null || element.contains(upon) || upon.contains(element)) continue;
        problems.push(`lies under ${nameOf(upon)}: ${nameOf(element)}`);
      }
    };
    covered(document);
    check(document.body, false, undefined);
    if (document.documentElement.scrollWidth > innerWidth)
      problems.push(`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`);
    return problems;
  });
}

/** What moves by itself or would, though the person wants no motion; one sentence for each. */
export async function motions(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const found: string[] = [];
    const check = (element: Element): void => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      const name = `${element.localName}.${[...element.classList].join('.')}`;
      if (/[1-9]/.test(transitionDuration)) found.push(`${name} takes ${transitionDuration}`);
      if (animationName !== 'none') found.push(`${name} plays ${animationName}`);
      for (const child of [...(element.shadowRoot?.children ?? []), ...element.children])
        check(child);
    };
    check(document.body);
    return [...new Set(found)];
  });
}

/** Makes the window as wide as leaves the page `width` pixels. */
export async function narrowTo(frame: Frame, width: number): Promise<void> {
  const page = frame.page();
  const { width: window = 0, height = 0 } = page.viewportSize() ?? {};
  const now = await frame.evaluate(() => innerWidth);
  await page.setViewportSize({ width: window - now + width, height });
  await frame.waitForFunction((wide) => Math.abs(innerWidth - wide) < 3, width);
}
