// What pure parts of the extension take of `vscode`, where there is none: texts, in English or in the words that a test gives.

/** Replaces English texts, as a bundle of l10n/ does; absent ones stay. */
export const words = new Map<string, string>();

export const l10n = {
  t(message: string, ...args: readonly (string | number | boolean)[]): string {
    const text = words.get(message) ?? message;
    return text.replace(/\{(\d+)\}/g, (whole, index: string) =>
      String(args[Number(index)] ?? whole),
    );
  },
};
