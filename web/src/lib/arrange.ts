/** Putting one's own cards into another order, and turning them. */

import type { Arrange, Card, Play } from './wire';

export type Arrangement = Required<Pick<Arrange, 'order' | 'turned'>>;

/** How a hand lies now. */
export function lying(hand: readonly Card[]): Arrangement {
  return {
    order: hand.map(({ id }) => id),
    turned: hand.filter(({ turned }) => turned).map(({ id }) => id),
  };
}

/** With a card at another place; nothing if it is there already, or would leave the hand. */
export function placed(hand: readonly Card[], card: number, to: number): Arrangement | null {
  const { order, turned } = lying(hand);
  const from = order.indexOf(card);
  if (from < 0 || to === from || to < 0 || to >= order.length) return null;
  return { order: order.toSpliced(from, 1).toSpliced(to, 0, card), turned };
}

/** With a card one place further to the left (-1) or to the right (1). */
export function moved(hand: readonly Card[], card: number, by: -1 | 1): Arrangement | null {
  return placed(hand, card, hand.findIndex(({ id }) => id === card) + by);
}

/** With a card turned, or turned back. */
export function turnedOver(hand: readonly Card[], card: number): Arrangement {
  const { order, turned } = lying(hand);
  return { order, turned: turned.includes(card) ? turned.filter((id) => id !== card) : [...turned, card] };
}

/** A hand as it will lie when the table has answered; as it is, if it has other cards by now. */
export function arranged(hand: readonly Card[], wanted: Arrangement): readonly Card[] {
  const cards = wanted.order.flatMap((id) => hand.find((card) => card.id === id) ?? []);
  if (cards.length !== hand.length) return hand;
  return cards.map((card) => ({ ...card, turned: wanted.turned.includes(card.id) }));
}

/** Whether a hand lies like this. */
export function lies(hand: readonly Card[], wanted: Arrangement): boolean {
  return hand.every(({ id, turned = false }, n) => id === wanted.order[n] && turned === wanted.turned.includes(id));
}

/** A game with one's own hand as it will lie. */
export function withHand(play: Play, you: number, wanted: Arrangement): Play {
  return { ...play, hands: play.hands.map((hand, seat) => (seat === you ? arranged(hand, wanted) : hand)) };
}
