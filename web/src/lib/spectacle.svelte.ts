/** What is seen and heard when something happens: cards fly, fireworks burst. */

import { tick } from 'svelte';
import { fly, FLIGHT, lift, still, type Lifted } from './motion';
import { sounds, type SoundName } from './sound';
import type { GameEvent, Play, SuitName } from './wire';

export type Bursts = Record<number, { key: number; fizzle: boolean }>;

/** The last card is looked at before the sky takes over: milliseconds. */
const LAST_LOOK = 1_100;

export class Spectacle {
  bursts = $state.raw<Bursts>({});
  /** A firework that was just completed lights the whole sky. */
  lit = $state.raw<{ suit: SuitName; key: number } | null>(null);
  finale = $state(false);

  #lifted: Lifted | null = null;

  /** Before it is shown: the card that is about to leave a hand is taken up. */
  before(fresh: readonly GameEvent[]): void {
    const left = fresh.findLast((event) => event.event === 'played' || event.event === 'discarded');
    this.#lifted = left ? lift(left.card) : null;
  }

  /** The card comes to lie, and the sky answers. */
  async after(fresh: readonly GameEvent[], play: Play | null = null): Promise<void> {
    const lifted = this.#lifted;
    await tick();
    for (const event of fresh) this.#show(event, lifted, play);
  }

  #show(event: GameEvent, lifted: Lifted | null, play: Play | null): void {
    switch (event.event) {
      case 'played':
        if (lifted) fly(lifted, `[data-pile="${event.face[0]}"]`);
        setTimeout(() => this.#burst(event.face[0], !event.placed, play), lifted ? FLIGHT - 40 : 0);
        return;
      case 'placed-from-pile':
        return this.#burst(event.face[0], false, play);
      case 'discarded':
        if (lifted) fly(lifted, '.line [data-discards]', '.side [data-discards]');
        return hear('discard');
      case 'clued':
        return hear('clue');
      case 'ended':
        if (event.result === 'stopped') return;
        setTimeout(() => (this.finale = true), still() ? 0 : LAST_LOOK);
        if (event.result === 'won') hear('finale');
        return;
    }
  }

  #burst(suit: number, fizzle: boolean, play: Play | null): void {
    this.bursts = { ...this.bursts, [suit]: { key: (this.bursts[suit]?.key ?? 0) + 1, fizzle } };
    hear(fizzle ? 'mistake' : 'land');
    if (!fizzle && play) this.#light(suit, play);
  }

  #light(suit: number, { suits, fireworks, over }: Play): void {
    const { name, order } = suits[suit] ?? {};
    if (!name || over || fireworks[suit] !== order?.length) return;
    this.lit = { suit: name, key: (this.lit?.key ?? 0) + 1 };
    hear('shout');
  }
}

/** Who looks elsewhere hears nothing but the bell. */
function hear(name: SoundName): void {
  if (!document.hidden) sounds.play(name);
}
