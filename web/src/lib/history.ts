/** The events of a game as the client keeps them, and what can be read from them. */

import type { Clue, GameEvent, Play, TableIs } from './wire';

export type ActionEvent = Extract<GameEvent, { event: 'clued' | 'discarded' | 'played' }>;

export function isAction(event: GameEvent): event is ActionEvent {
  return event.event === 'clued' || event.event === 'discarded' || event.event === 'played';
}

export type Merged = { events: readonly GameEvent[]; fresh: readonly GameEvent[] };

/** Known events and those of a message together; nothing if events between them are missing. */
export function merged(known: readonly GameEvent[], play: Play | null): Merged | null {
  if (!play) return { events: [], fresh: [] };
  if (play.events_from > known.length) return null;
  const events = [...known.slice(0, play.events_from), ...play.events];
  return { events, fresh: events.slice(known.length) };
}

/** Whether a message tells of another game than the one before it, or of one that began anew. */
export function isOtherGame(before: TableIs | null, now: TableIs): boolean {
  if (!before?.play || !now.play) return true;
  return now.play.game !== before.play.game || isTakenBack(before, now);
}

/** Whether moves of the same game were taken back: its events begin anew. */
export function isTakenBack(before: TableIs | null, now: TableIs): boolean {
  if (!before?.play || now.play?.game !== before.play.game) return false;
  return now.play.taken_back !== before.play.taken_back;
}

/** An action as the history counts it: from 1 for the first after one's own; one's own has no number. */
export type Counted = { number: number | null; at: number; event: ActionEvent };

/** What happened since one's last turn; if nobody acted since, one's own action. */
export function sinceLastTurn(events: readonly GameEvent[], you: number | null): Counted[] {
  const actions = events.flatMap((event, at) => (isAction(event) ? [{ at, event }] : []));
  const own = you === null ? actions.length - 2 : actions.findLastIndex(({ event }) => event.seat === you);
  const later = actions.slice(own + 1).map((action, n) => ({ ...action, number: you === null ? null : n + 1 }));
  return later.length ? later : actions.slice(-1).map((action) => ({ ...action, number: null }));
}

/** The frame of a card that was pointed at: the number of the action, and whether that was the latest. */
export type Ring = { number: number | null; latest: boolean };

/** The cards that were pointed at since one's last turn, each by the last that did. */
export function ringsOf(since: readonly Counted[]): ReadonlyMap<number, Ring> {
  return new Map(
    since.flatMap(({ number, event }, n) =>
      event.event === 'clued' ? event.cards.map((card) => [card, { number, latest: n === since.length - 1 }]) : [],
    ),
  );
}

/** The numbers of actions, by the places of their events. */
export const numbersOf = (since: readonly Counted[]): ReadonlyMap<number, number | null> =>
  new Map(since.map(({ at, number }) => [at, number]));

/** A clue as the holder of a card heard it: in which turn, from whom, and whether it pointed at that card. */
export type Heard = { at: number; turn: number; from: number; clue: Clue; touched: boolean };

/** What the holder of each card that is in a hand has heard about it, the latest last. */
export function heardOf(
  events: readonly GameEvent[],
  hands: readonly (readonly { id: number }[])[],
): ReadonlyMap<number, readonly Heard[]> {
  const drawn = new Map(events.flatMap((event, at) => (event.event === 'drew' ? [[event.card, at] as const] : [])));
  const clues = cluesIn(events);
  return new Map(
    hands.flatMap((hand, seat) =>
      hand.map(({ id }) => {
        const since = drawn.get(id) ?? -1;
        const heard = clues.filter(({ at, event }) => event.clue.to === seat && at > since);
        return [id, heard.map(({ at, turn, event }) => told(at, turn, event, id))] as const;
      }),
    ),
  );
}

type CluedEvent = Extract<GameEvent, { event: 'clued' }>;

function told(at: number, turn: number, { seat, clue, cards }: CluedEvent, card: number): Heard {
  return { at, turn, from: seat, clue, touched: cards.includes(card) };
}

/** All clues, with their turns. */
function cluesIn(events: readonly GameEvent[]): { at: number; turn: number; event: CluedEvent }[] {
  let turn = 1;
  return events.flatMap((event, at) => {
    if (event.event === 'turn-passed') turn++;
    return event.event === 'clued' ? [{ at, turn, event }] : [];
  });
}

/** The cards that an action was about. */
export function cardsOf(event: GameEvent | undefined): readonly number[] {
  if (event?.event === 'clued') return event.cards;
  return event?.event === 'played' || event?.event === 'discarded' ? [event.card] : [];
}
