/** The five boxes, and what is printed on them. */

import type { Words } from './i18n';
import type { Language } from './i18n/languages';
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

/** The box that somebody who speaks this language is likely to have. */
export const boxOf = (language: Language): Edition => (language === 'en' ? 'fr' : language);

/** The games of a box. */
export const gamesOf = (edition: Edition, presets: readonly Preset[]): readonly Preset[] =>
  presets.filter(({ name }) => name === edition || name.startsWith(`${edition}:`));
