/** The words in use, and text with things put into it. */

import { chosen, type Language } from './languages';
import { wordsOf, type Words } from './lists';
import { messages as english } from './messages/en';

export type { Words } from './lists';

/** Text with places in braces; `rich` puts things into them. */
export type Template = string;

const en = wordsOf('en', english);

/** Set once, before the app is mounted: read them inside components and functions only. */
export let words: Words = en;
export let language: Language = 'en';

/** English is always there; every other language comes when it is wanted. */
const load: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  fr: async () => wordsOf('fr', (await import('./messages/fr')).messages),
  es: async () => wordsOf('es', (await import('./messages/es')).messages),
  pl: async () => wordsOf('pl', (await import('./messages/pl')).messages),
  cs: async () => wordsOf('cs', (await import('./messages/cs')).messages),
  sv: async () => wordsOf('sv', (await import('./messages/sv')).messages),
};

/** Speaks the language asked for, or English if it cannot be loaded. */
export async function loadWords(wanted = chosen(), from = load): Promise<void> {
  try {
    words = await from[wanted]();
    language = wanted;
  } catch {
    words = en;
    language = 'en';
  }
  document.documentElement.lang = language;
}

/** A template's text and the things in its places, in reading order. */
export function rich<T>(template: Template, things: Record<string, readonly T[]>): (string | T)[] {
  return template
    .split(/\{(\w+)\}/)
    .flatMap<string | T>((piece, index) => (index % 2 ? (things[piece] ?? []) : piece ? [piece] : []));
}
