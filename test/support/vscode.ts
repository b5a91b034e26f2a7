// What pure parts of the extension take of `vscode`, where there is none: texts, in English or in the words that a test gives.

/** Replaces English texts, as a bundle of l10n/ does; absent ones stay. */
export const words = new Map<string, string>();

export const l10n = {
  /** All of a language; none in English. */
  get bundle(): Record<string, string> | undefined {
    return words.size === 0 ? undefined : Object.fromEntries(words);
  },
  t(message: string, ...args: readonly (string | number | boolean)[]): string {
    const text = words.get(message) ?? message;
    return text.replace(/\{(\d+)\}/g, (whole, index: string) =>
      String(args[Number(index)] ?? whole),
    );
  },
};

/** What was told to outputs. */
export const told: string[] = [];

export const window = {
  createOutputChannel: () => ({ error: (text: string) => told.push(text) }),
};

export const env = { language: 'en' };

/** Paths alone. */
export const Uri = {
  joinPath: (base: string, ...parts: readonly string[]): string => [base, ...parts].join('/'),
};
