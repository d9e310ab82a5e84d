/** What compiled translations are made with: the right text for a number, and a number with its sign. */

export type Pick = (n: number, texts: Readonly<Record<string, string>>) => string;

/** Chooses the text for just this number, or else for the plural form that the language has for it. */
export function picker(language: string): Pick {
  const rules = new Intl.PluralRules(language);
  return (n, texts) => texts[n] ?? texts[rules.select(n)] ?? texts.other ?? '';
}

/** A number with a real minus sign. */
export const signed = (n: number): string => String(n).replace('-', '−');
