/** Words in a row, in each language's own way. */

import type { Messages } from './messages/types';

type Lists = {
  listOr: (items: readonly string[]) => string;
  listAnd: (items: readonly string[]) => string;
  /** What a card is not: "not red or blue". */
  isNot: (items: readonly string[]) => string;
};
export type Words = Messages & Lists;

/** All that can be said in a language: its messages, and what is made of them. */
export function wordsOf(language: string, messages: Messages): Words {
  return {
    ...messages,
    listOr: lister(language, 'disjunction'),
    listAnd: lister(language, 'conjunction'),
    isNot: (items) => isNot(messages, items),
  };
}

function lister(language: string, type: 'conjunction' | 'disjunction'): (items: readonly string[]) => string {
  const format = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type }); // no comma before "and"
  return (items) => format.format(items);
}

function isNot({ not }: Messages, items: readonly string[]): string {
  const [first = '', ...others] = items;
  if (others.length === 0) return not.one(first);
  const join = (row: string, item: string, at: number): string =>
    at === others.length - 1 ? not.last(row, item) : not.next(row, item);
  return others.reduce(join, not.first(first));
}
