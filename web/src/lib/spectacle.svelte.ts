/** What is seen and heard when something happens: cards fly, fireworks burst. */

import { tick } from 'svelte';
import { fall, fly, FLIGHT, lift, still, type Lifted, type Turned } from './motion';
import { sounds, type SoundName } from './sound';
import type { Face, GameEvent, Play, SuitName } from './wire';

export type Bursts = Record<number, { key: number; fizzle: boolean }>;

/** The last card is looked at before the sky takes over: milliseconds. */
const LAST_LOOK = 1_100;

const TILE_WAITS = 500; // the burst comes first
const TILE_LASTS = 3_200;

export class Spectacle {
  bursts = $state.raw<Bursts>({});
  /** A firework that was just completed lights the whole sky. */
  lit = $state.raw<{ suit: SuitName; key: number } | null>(null);
  /** A bonus tile that was just turned up, for everybody to see. */
  tile = $state.raw<{ tile: number; key: number } | null>(null);
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
        if (lifted && event.placed) fly(lifted, faceOf(event.face, play), `[data-pile="${event.face[0]}"]`);
        else if (lifted) fall(lifted, faceOf(event.face, play), `[data-pile="${event.face[0]}"]`);
        setTimeout(() => this.#burst(event.face[0], !event.placed, play), lifted ? FLIGHT - 40 : 0);
        return;
      case 'placed-from-pile':
        return this.#burst(event.face[0], false, play);
      case 'tile-revealed': {
        const tile = { tile: event.tile, key: (this.tile?.key ?? 0) + 1 };
        setTimeout(() => (this.tile = tile), still() ? 0 : FLIGHT + TILE_WAITS);
        setTimeout(() => this.tile === tile && (this.tile = null), FLIGHT + TILE_WAITS + TILE_LASTS);
        return;
      }
      case 'discarded':
        if (lifted) fly(lifted, faceOf(event.face, play), '.line [data-discards]', '.side [data-discards]');
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

/** What turns up when a card flies. */
function faceOf([suit, value]: Face, play: Play | null): Turned | null {
  const name = play?.suits[suit]?.name;
  return name ? { suit: name, value } : null;
}

/** Who looks elsewhere hears nothing but the bell. */
function hear(name: SoundName): void {
  if (!document.hidden) sounds.play(name);
}
