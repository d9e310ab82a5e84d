/** The right form of a word for a number, and lists, in each language's own way. */

type Forms = {
  en: { one: string; other: string };
  sv: { one: string; other: string };
  /** one: 0 and 1 */
  fr: { one: string; other: string };
  es: { one: string; other: string };
  /** few: 2, 3, 4, 22 · many: 0, 5, 11, 21 */
  pl: { one: string; few: string; many: string };
  /** few: 2, 3, 4 · other: 0, 5, 22 */
  cs: { one: string; few: string; other: string };
};

/** `const form = plural('pl')`, then `form(n, { one: 'karta', few: 'karty', many: 'kart' })`. */
export function plural<L extends keyof Forms>(language: L): (n: number, forms: Forms[L]) => string {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => {
    const all: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    // the forms left out are those for millions and fractions
    return all[rules.select(n)] ?? all.other ?? all.many ?? '';
  };
}

/** Things in a row, with the language's own "and" or "or" before the last. */
export function lister(
  language: keyof Forms,
  type: 'conjunction' | 'disjunction',
): (items: readonly string[]) => string {
  const region = language === 'en' ? 'en-GB' : language; // no comma before "and"
  const format = new Intl.ListFormat(region, { type });
  return (items) => format.format(items);
}

/** A number with a real minus sign. */
export const signed = (n: number): string => String(n).replace('-', '−');
