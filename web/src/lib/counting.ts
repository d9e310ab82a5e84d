/** What the cards of a hand can still be, after all the cards that are seen and all that its holder was told. */

import type { Card, Face, Play } from './wire';

export type Possible = { face: Face; left: number };

type Seen = Pick<Play, 'suits' | 'hands' | 'fireworks' | 'discard_pile'>;

/** For each face-down card of a hand: the faces it can have, with the copies that are unseen. */
export function possibilities(play: Seen, seat: number): Map<number, Possible[]> {
  const unseen = unseenCopies(play);
  const hidden = (play.hands[seat] ?? []).filter((card) => card.suit == null);
  const found = new Map(hidden.map((card) => [card.id, narrowed(card, unseen)]));
  const settled = new Set<number>();
  const next = (): Card | undefined => hidden.find((card) => !settled.has(card.id) && found.get(card.id)?.length === 1);
  // a card that can be one thing only uses up a copy for the others
  for (let card = next(); card; card = next()) {
    settled.add(card.id);
    const [only] = found.get(card.id) ?? [];
    for (const [id, faces] of found) if (only && !settled.has(id)) found.set(id, without(faces, only.face));
  }
  return found;
}

function without(faces: readonly Possible[], face: Face): Possible[] {
  return faces
    .map((one) => (same(one.face, face) ? { ...one, left: one.left - 1 } : one))
    .filter(({ left }) => left > 0);
}

/** The game with a hand face down, as its holder sees it. */
export function faceDown<Game extends Pick<Play, 'hands'>>(play: Game, seat: number): Game {
  const hidden = (card: Card): Card => ({ ...card, suit: null, value: null });
  return { ...play, hands: play.hands.map((hand, n) => (n === seat ? hand.map(hidden) : hand)) };
}

/** Copies of each face that are neither placed, nor discarded, nor in a hand that one sees. */
function unseenCopies(play: Seen): Possible[] {
  const seen: Face[] = [
    ...play.discard_pile,
    ...play.suits.flatMap(({ order }, suit) =>
      order.slice(0, play.fireworks[suit] ?? 0).map((value): Face => [suit, value]),
    ),
    ...play.hands
      .flat()
      .flatMap((card): Face[] => (card.suit != null && card.value != null ? [[card.suit, card.value]] : [])),
  ];
  return play.suits.flatMap(({ copies }, suit) =>
    copies.map((count, index) => {
      const face: Face = [suit, index + 1];
      return { face, left: count - seen.filter((one) => same(one, face)).length };
    }),
  );
}

function narrowed(card: Card, unseen: readonly Possible[]): Possible[] {
  const may = ([suit, value]: Face): boolean =>
    (card.suits?.includes(suit) ?? true) && (card.values?.includes(value) ?? true);
  return unseen.filter(({ face, left }) => left > 0 && may(face));
}

const same = (a: Face, b: Face): boolean => a[0] === b[0] && a[1] === b[1];
