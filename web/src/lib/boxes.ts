/** The five boxes, and what is printed on them. */

import type { Words } from './i18n';
import { bestOf, type Language } from './i18n/languages';
import type { Preset } from './wire';

export type Edition = keyof Words['options']['editions'];

export const EDITIONS: readonly Edition[] = ['fr', 'pl', 'sv', 'cs', 'es'];

/** What a box itself calls a game, in the language of the box. */
export const PRINTED: Readonly<Record<string, string>> = {
  'fr:bouquet': 'Bouquet final',
  'fr:avalanche': 'Avalanche de couleurs',
  'fr:black-powder': 'Poudre noire',
  'fr:flamboyants': '5 flamboyants',
  'pl:bouquet': 'Królewski pokaz',
  'pl:avalanche': 'Lawina kolorów',
  'pl:black-powder': 'Czarny proch',
  'pl:flamboyants': 'Pięciu wspaniałych',
  'sv:cascade': 'Kaskad av färger',
  'cs:bouquet': 'Ohňostrůjcem do posledního dechu',
  'cs:cascade': 'Vodopád barev',
  'cs:cascade2': 'Vodopád barev 2',
  'es:farbrausch': 'Farbrausch',
  'es:farbrausch5': 'Farbrausch',
  'es:farbrausch2': 'Farbrausch 2',
};

/** The box that is sold where a language is spoken. */
const BOX_OF: Readonly<Record<Language, Edition>> = {
  en: 'fr',
  de: 'es',
  fr: 'fr',
  es: 'es',
  pl: 'pl',
  cs: 'cs',
  sv: 'sv',
};
const KEY = 'tamaya.box';

/** The box chosen last on this device, or else the one that is sold where its browser comes from. */
export function likelyBox(): Edition {
  const kept = remembered();
  return EDITIONS.find((edition) => edition === kept) ?? BOX_OF[bestOf(navigator.languages)];
}

export function rememberBox(edition: Edition): void {
  try {
    localStorage.setItem(KEY, edition);
  } catch {
    // a browser that keeps nothing: chosen anew next time
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The games of a box. */
export const gamesOf = (edition: Edition, presets: readonly Preset[]): readonly Preset[] =>
  presets.filter(({ name }) => name === edition || name.startsWith(`${edition}:`));
