/** The options page: boxes and their games, every option, the manners of a table. */

import type { Multicolour, Switch } from '../../variant';
import type { Talk } from '../../wire';

export type Edition = 'fr' | 'pl' | 'sv' | 'cs' | 'es';
type Named = readonly [name: string, about: string];

export type OptionsWords = {
  title: string;
  use: string;

  // which game
  howToChoose: string;
  fromBox: string;
  mix: string;
  box: string;
  editions: Record<Edition, Named>;
  gameOfBox: string;
  /** what the box calls it */
  printed: (name: string) => string;

  // the parts
  multicolour: string;
  noMulticolour: Named;
  multicolours: Record<Multicolour, Named>;
  onlyOne: string;
  further: string;
  black: Named;
  switches: Record<Switch, Named>;
  combine: string;
  mistakes: string;
  mistakesAbout: (most: number) => string;
  clues: string;
  cluesAbout: (most: number) => string;
  cluesName: (most: number) => string;

  // figures
  players: string;
  hand: (cards: number) => string;
  cards: (count: number) => string;
  fireworks: (count: number) => string;
  atMost: (points: number) => string;
  allOrNothing: string;
  inShort: string;

  // at a table
  seatsGo: string;
  dealGoes: string;
  first: string;
  firstChance: string;
  firstAbout: string;
  talk: string;
  talks: Record<Talk, Named>;
  hush: Named;
  takeBack: Named;
  /** why it cannot be allowed now */
  takeBackGameOn: string;
  noTakeBack: string;
  bot: string;
};
