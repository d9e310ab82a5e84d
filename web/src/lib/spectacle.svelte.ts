/** What is seen and heard when something happens: cards fly, fireworks burst. */

import { tick } from 'svelte';
import { fly, FLIGHT, lift, type Lifted } from './motion';
import { sounds, type SoundName } from './sound';
import type { GameEvent } from './wire';

export type Bursts = Record<number, { key: number; fizzle: boolean }>;

export class Spectacle {
  bursts = $state.raw<Bursts>({});
  finale = $state(false);

  #lifted: Lifted | null = null;

  /** Before it is shown: the card that is about to leave a hand is taken up. */
  before(fresh: readonly GameEvent[]): void {
    const left = fresh.findLast((event) => event.event === 'played' || event.event === 'discarded');
    this.#lifted = left ? lift(left.card) : null;
  }

  /** The card comes to lie, and the sky answers. */
  async after(fresh: readonly GameEvent[]): Promise<void> {
    const lifted = this.#lifted;
    await tick();
    for (const event of fresh) this.#show(event, lifted);
  }

  #show(event: GameEvent, lifted: Lifted | null): void {
    switch (event.event) {
      case 'played':
        if (lifted) fly(lifted, `[data-pile="${event.face[0]}"]`);
        setTimeout(() => this.#burst(event.face[0], !event.placed), lifted ? FLIGHT - 40 : 0);
        return;
      case 'placed-from-pile':
        return this.#burst(event.face[0], false);
      case 'discarded':
        if (lifted) fly(lifted, '.line [data-discards]', '.side [data-discards]');
        return hear('discard');
      case 'clued':
        return hear('clue');
      case 'ended':
        if (event.result !== 'won') return;
        this.finale = true;
        return hear('finale');
    }
  }

  #burst(suit: number, fizzle: boolean): void {
    this.bursts = { ...this.bursts, [suit]: { key: (this.bursts[suit]?.key ?? 0) + 1, fizzle } };
    hear(fizzle ? 'mistake' : 'land');
  }
}

/** Who looks elsewhere hears nothing but the bell. */
function hear(name: SoundName): void {
  if (!document.hidden) sounds.play(name);
}
