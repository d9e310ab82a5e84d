/** All words of all languages, message by message. */

import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser';
import { languages, type Language } from '../src/lib/i18n/languages';
import { wordsOf, type Words } from '../src/lib/i18n/lists';
import type { Messages } from '../src/lib/i18n/messages/types';
import { leaves, type Tree } from '../tools/words/translations.ts';

const compiled = import.meta.glob<Messages>('../src/lib/i18n/messages/??.ts', { eager: true, import: 'messages' });
const trees = import.meta.glob<Tree>('../translations/??.json', { eager: true, import: 'default' });

export const codes = Object.keys(languages) as Language[];
export const others = codes.filter((code) => code !== 'en');

const inEach = <T>(make: (code: Language) => T): Record<Language, T> =>
  Object.fromEntries(codes.map((code) => [code, make(code)])) as Record<Language, T>;

export const all: Record<Language, Words> = inEach((code) => {
  const messages = compiled[`../src/lib/i18n/messages/${code}.ts`];
  if (!messages) throw new Error(`${code} is not compiled`);
  return wordsOf(code, messages);
});

export const { en } = all;

/** Every message by its path, as it is written: `verdict.25`, `praise.0`. */
export const messagesOf: Record<Language, ReadonlyMap<string, string>> = inEach(
  (code) => new Map(leaves(trees[`../translations/${code}.json`] ?? {})),
);
export const english = messagesOf.en;

const read = (message: string): MessageFormatElement[] =>
  parse(message, { ignoreTag: true, requiresOtherClause: false });

/** Every text that a message can become; a place is shown as `{name}`, a number as 7. */
export function said(message: string): string[] {
  return [...new Set(expanded(read(message)))];
}

function expanded(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (texts, element) => options(element).flatMap((text) => texts.map((before) => before + text)),
    [''],
  );
}

function options(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value];
    case TYPE.pound:
      return ['7'];
    case TYPE.plural:
    case TYPE.select:
      return Object.values(element.options).flatMap(({ value }) => expanded(value));
    default:
      return [`{${'value' in element ? element.value : ''}}`];
  }
}

/** Every plural of a message, with the texts of its forms. */
export function plurals(message: string): { counted: string; forms: Record<string, string> }[] {
  const within = (elements: readonly MessageFormatElement[]): PluralElement[] =>
    elements.flatMap((element) =>
      element.type === TYPE.plural || element.type === TYPE.select
        ? [
            ...(element.type === TYPE.plural ? [element] : []),
            ...Object.values(element.options).flatMap(({ value }) => within(value)),
          ]
        : [],
    );
  return within(read(message)).map(({ value, options: forms }) => ({
    counted: value,
    forms: Object.fromEntries(Object.entries(forms).map(([form, inside]) => [form, expanded(inside.value).join('|')])),
  }));
}
