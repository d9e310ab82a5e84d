/** Cards in words, for those who listen. */

import type { Words } from './i18n';
import { told } from './told';
import type { Card, Play } from './wire';

export function faceWords(words: Words, play: Pick<Play, 'suits'>, card: Card): string {
  const suit = card.suit == null ? undefined : play.suits[card.suit];
  return suit && card.value != null ? words.card(suit.name, card.value) : words.anyCard;
}

/** "green or multicolour, not 1 and 5"; or that nothing is known. */
export function toldWords(words: Words, play: Play, card: Card): string {
  const said = told(play, card);
  const suits = (of: readonly number[]): string[] => of.map((suit) => words.suit[play.suits[suit]?.name ?? 'red']);
  const is = [words.listOr(suits(said.suits)), words.listOr(said.values.map(String))];
  const not = [...suits(said.notSuits), ...said.notValues.map(String)];
  const parts = is.filter(Boolean);
  if (not.length) parts.push(words.isNot(not));
  return parts.join(', ') || words.toldNothing;
}
