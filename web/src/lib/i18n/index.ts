/** The words in use, and text with things put into it. */

import { en } from './en';
import { chosen, type Language } from './languages';
import type { Template, Words } from './words';

export type { Template, Words } from './words';

/** Set once, before the app is mounted: read them inside components and functions only. */
export let words: Words = en;
export let language: Language = 'en';

/** English is always there; every other language comes when it is wanted. */
const load: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  fr: async () => (await import('./fr')).fr,
  es: async () => (await import('./es')).es,
  pl: async () => (await import('./pl')).pl,
  cs: async () => (await import('./cs')).cs,
  sv: async () => (await import('./sv')).sv,
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
