/** What somebody points out on a board: a card lights its lines in the log, a line lights its cards. */

import { getContext, setContext } from 'svelte';
import { cardsOf } from '../lib/history';
import type { GameEvent } from '../lib/wire';

const KEY = Symbol('attention');

export class Attention {
  /** The card that is pointed out. */
  card = $state<number | null>(null);
  /** The event whose line is pointed out. */
  at = $state<number | null>(null);
  /** The cards of that event. */
  cards: readonly number[];
  /** The firework that it added to. */
  pile: number | null;
  /** The events that the card was in. */
  lines: readonly number[];

  constructor(events: () => readonly GameEvent[]) {
    const event = $derived(this.at === null ? undefined : events()[this.at]);
    this.cards = $derived(cardsOf(event));
    this.pile = $derived(event?.event === 'played' && event.placed ? event.face[0] : null);
    this.lines = $derived.by(() => {
      const { card } = this;
      return card === null ? [] : events().flatMap((one, at) => (cardsOf(one).includes(card) ? [at] : []));
    });
  }
}

export const provideAttention = (attention: Attention): Attention => setContext(KEY, attention);

/** That of the board around; none in a sheet, which covers the board. */
export const attention = (): Attention | undefined => getContext<Attention | undefined>(KEY);
