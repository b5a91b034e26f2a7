const slot = / ?\{(\w+)(?:\|([^}]*))?\}/g;

/**
 * A sentence with `{fact}` and `{fact|else}` replaced. Where neither is there, what was said about it goes too: the brackets around
 * it, or the space before it.
 */
export function fillTemplate(
  template: string,
  valueOf: (name: string) => string | undefined,
): string {
  if (!template.includes('{')) return template;
  const textOf = (name = '', otherwise = ''): string => valueOf(name) ?? otherwise;
  return template
    .replace(/ ?\([^()]*\)/g, (bracket) =>
      [...bracket.matchAll(slot)].some(([, name, otherwise]) => textOf(name, otherwise) === '')
        ? ''
        : bracket,
    )
    .replace(slot, (whole, name: string, otherwise: string | undefined) => {
      const text = textOf(name, otherwise);
      return text === '' ? '' : `${whole.startsWith(' ') ? ' ' : ''}${text}`;
    });
}
