/** The events of a game as the client keeps them, and what can be read from them. */

import type { GameEvent, Play, TableIs } from './wire';

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

/** The cards that the latest action pointed out, until somebody acts again. */
export function lastPointed(events: readonly GameEvent[]): readonly number[] {
  const last = events.findLast(isAction);
  return last?.event === 'clued' ? last.cards : [];
}
