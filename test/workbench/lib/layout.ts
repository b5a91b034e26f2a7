// What a person would find cut off on a page: what sticks out of it, and shortened texts that no tooltip tells whole.
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
      const beyond = [...frameOf.querySelectorAll(':not(.kd-wide *)')].filter((each) => {
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
