/** Cards in words, for those who listen. */

import type { Words } from './i18n';
import type { Knowledge, Side } from './told';
import type { Card, Clue, Play } from './wire';

export function faceWords(words: Words, play: Pick<Play, 'suits'>, card: Card): string {
  const suit = card.suit == null ? undefined : play.suits[card.suit];
  return suit && card.value != null ? words.card(suit.name, card.value) : words.anyCard;
}

/** "two green cards", "one 4": a clue that points at so many cards. */
export function clueWords(words: Words, { colours }: Pick<Play, 'colours'>, clue: Clue, count: number): string {
  if (clue.do === 'value') return words.valueClue(count, clue.value);
  return words.colourClue(count, colours[clue.colour] ?? 'red');
}

/** The cards that a clue would point at. */
export function pointsAtWords(words: Words, play: Play, { to }: Clue, preview: readonly number[]): string {
  const cards = (play.hands[to] ?? []).filter(({ id }) => preview.includes(id));
  if (!cards.length) return words.pointsAtNothing;
  return words.pointsAt(cards.length, words.listAnd(cards.map((card) => faceWords(words, play, card))));
}

/** "told green, can be 2 or 3": the pips of a card; or that nothing is known. */
export function knowledgeWords(words: Words, play: Pick<Play, 'suits'>, { suits, values }: Knowledge): string {
  const suit = (index: number): string => words.suit[play.suits[index]?.name ?? 'red'];
  return (
    [sideWords(words, suits, suit), sideWords(words, values, String)].filter(Boolean).join(', ') || words.toldNothing
  );
}

/** What is left, or what is excluded, whichever is shorter. */
function sideWords(words: Words, { every, left, sure }: Side, name: (one: number) => string): string {
  if (sure === 'open') return '';
  if (sure === 'told') return words.pips.told(name(left[0] ?? 0));
  if (sure === 'inferred') return words.pips.inferred(name(left[0] ?? 0));
  const out = every.filter((one) => !left.includes(one));
  return out.length < left.length ? words.isNot(out.map(name)) : words.listOr(left.map(name));
}
