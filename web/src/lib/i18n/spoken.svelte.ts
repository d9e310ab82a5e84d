/** The language that is spoken now. What shows words follows it: reading one is reading a signal. */

import { chosen, remember, type Language } from './languages';
import { wordsOf, type Words } from './lists';
import { messages as english } from './messages/en';

const en = wordsOf('en', english);

let spoken = $state.raw<{ language: Language; words: Words }>({ language: 'en', words: en });

/** The words in use. Read them where they are shown, inside components and functions, never at the top of a module. */
export const words: Words = new Proxy(en, { get: (_, name) => Reflect.get(spoken.words, name) });

export const language = (): Language => spoken.language;

/** English is always there; every other language comes when it is wanted. */
const load: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => wordsOf('de', (await import('./messages/de')).messages),
  fr: async () => wordsOf('fr', (await import('./messages/fr')).messages),
  es: async () => wordsOf('es', (await import('./messages/es')).messages),
  pl: async () => wordsOf('pl', (await import('./messages/pl')).messages),
  cs: async () => wordsOf('cs', (await import('./messages/cs')).messages),
  sv: async () => wordsOf('sv', (await import('./messages/sv')).messages),
};

let wantedLast: Language | null = null;

/** Speaks the language asked for; what is spoken stays if it cannot be loaded, or if another is wanted meanwhile. */
export async function loadWords(wanted = chosen(), from = load): Promise<void> {
  wantedLast = wanted;
  try {
    const next = await from[wanted]();
    if (wantedLast === wanted) spoken = { language: wanted, words: next };
  } catch {
    // English at first, what was spoken later
  }
  document.documentElement.lang = spoken.language;
}

/** Speaks the language from now on, and whenever this device comes back. */
export async function choose(wanted: Language): Promise<void> {
  remember(wanted);
  await loadWords(wanted);
}
