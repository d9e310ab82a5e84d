/** One's own hand besides playing from it: the order of the cards, turning them, notes. */

import { moved, placed, turnedOver, type Arrangement } from './arrange';
import type { TableState } from './table.svelte';
import type { Card } from './wire';

export const LONGEST_NOTE = 100;

export class Hand {
  #table: TableState;

  constructor(table: TableState) {
    this.#table = table;
  }

  /** One's own cards while a game is on. */
  get cards(): readonly Card[] {
    const { play, you } = this.#table;
    return play && !play.over && you !== null ? (play.hands[you] ?? []) : [];
  }

  place(card: number): number {
    return this.cards.findIndex(({ id }) => id === card);
  }

  card(card: number): Card | null {
    return this.cards.find(({ id }) => id === card) ?? null;
  }

  /** One place to the left or to the right; whether it went out, or there was nothing to do. */
  move(card: number, by: -1 | 1): boolean {
    return this.#arrange(moved(this.cards, card, by));
  }

  put(card: number, to: number): boolean {
    return this.#arrange(placed(this.cards, card, to));
  }

  turn(card: number): boolean {
    return this.#arrange(turnedOver(this.cards, card));
  }

  note(card: number, text: string): boolean {
    return this.#table.send({ type: 'note', card, text });
  }

  #arrange(wanted: Arrangement | null): boolean {
    return wanted === null || this.#table.arrange(wanted);
  }
}
