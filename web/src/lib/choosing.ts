/** Choosing an action: one step chooses, the second confirms. What is legal is the server's word. */

import type { Action, Clue, Face, Play } from './wire';

export type Choice =
  | { kind: 'none' }
  | { kind: 'card'; card: number; announced: number | null }
  | { kind: 'clue'; to: number; clue: Clue | null }
  | { kind: 'take'; face: Face | null };

export const NOTHING: Choice = { kind: 'none' };

export function same(a: Action, b: Action): boolean {
  switch (a.do) {
    case 'play':
      return b.do === 'play' && a.card === b.card && (a.announced ?? null) === (b.announced ?? null);
    case 'discard':
      return b.do === 'discard' && a.card === b.card;
    case 'colour':
      return b.do === 'colour' && a.to === b.to && a.colour === b.colour;
    case 'value':
      return b.do === 'value' && a.to === b.to && a.value === b.value;
    case 'take':
      return b.do === 'take' && a.suit === b.suit && a.value === b.value;
    case 'forgo':
      return b.do === 'forgo';
  }
}

export function isLegal(play: Pick<Play, 'legal'>, action: Action): boolean {
  return play.legal.some((legal) => same(legal, action));
}

export function mayClue(play: Pick<Play, 'legal'>, to?: number): boolean {
  return play.legal.some(
    (legal) => (legal.do === 'colour' || legal.do === 'value') && (to === undefined || legal.to === to),
  );
}

export function mayAnnounce(play: Pick<Play, 'legal'>): boolean {
  return play.legal.some((legal) => legal.do === 'play' && (legal.announced ?? null) !== null);
}

export function takes(play: Pick<Play, 'legal'>): Face[] {
  return play.legal.flatMap((legal) => (legal.do === 'take' ? [[legal.suit, legal.value] as const] : []));
}

/** A preview: the cards of the teammate's hand that a clue would point at. */
export function touched(play: Pick<Play, 'hands' | 'suits'>, clue: Clue | null): readonly number[] {
  if (!clue) return [];
  const points = (suit: number, value: number): boolean =>
    clue.do === 'value' ? value === clue.value : (play.suits[suit]?.touched_by.includes(clue.colour) ?? false);
  return (play.hands[clue.to] ?? [])
    .filter((card) => card.suit != null && card.value != null && points(card.suit, card.value))
    .map((card) => card.id);
}

export function chooseCard(choice: Choice, card: number): Choice {
  const again = choice.kind === 'card' && choice.card === card && choice.announced === null;
  return again ? NOTHING : { kind: 'card', card, announced: null };
}

/** A teammate, keeping the clue in mind if one was chosen for somebody else. */
export function chooseMate(choice: Choice, to: number): Choice {
  if (choice.kind !== 'clue') return { kind: 'clue', to, clue: null };
  if (choice.to === to) return choice.clue ? { kind: 'clue', to, clue: null } : NOTHING;
  return { kind: 'clue', to, clue: choice.clue && { ...choice.clue, to } };
}

/** The same clue a second time is the confirmation. */
export function chooseClue(choice: Choice, clue: Clue): { choice: Choice; action: Action | null } {
  const again = choice.kind === 'clue' && choice.clue !== null && same(choice.clue, clue);
  return { choice: { kind: 'clue', to: clue.to, clue }, action: again ? clue : null };
}

/** A choice that the table still allows; a new version of the table may have overtaken it. */
export function stillPossible(choice: Choice, play: Play | null, you: number | null): Choice {
  if (!play || you === null || play.over) return NOTHING;
  switch (choice.kind) {
    case 'card':
      return play.hands[you]?.some((card) => card.id === choice.card) ? choice : NOTHING;
    case 'clue':
      return play.to_move === you && !mayClue(play, choice.to) ? NOTHING : choice;
    case 'take':
      return takes(play).length ? choice : NOTHING;
    case 'none':
      return choice;
  }
}

/** The others in turn order, the next player first. */
export function others(players: number, you: number | null): number[] {
  const seats = Array.from({ length: players }, (_, offset) => ((you ?? -1) + 1 + offset) % players);
  return seats.filter((seat) => seat !== you);
}
