/** How far fireworks are, and how far they can still go. */

import type { Play } from './wire';

type Piles = Pick<Play, 'suits' | 'fireworks' | 'discard_pile'>;

/** How many cards each firework can still have: up to the first face of which all copies are discarded. */
export function reachableHeights({ suits, fireworks, discard_pile }: Piles): number[] {
  return suits.map(({ order, copies }, suit) => {
    const placed = fireworks[suit] ?? 0;
    const discarded = (value: number): number =>
      discard_pile.filter((face) => face[0] === suit && face[1] === value).length;
    const missing = order.findIndex((value, step) => step >= placed && discarded(value) === copies[value - 1]);
    return missing < 0 ? order.length : missing;
  });
}
