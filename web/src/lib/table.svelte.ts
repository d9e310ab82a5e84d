/** A table as it is shown: what the server said, at reading pace, and what can be sent back. */

import { isAction, isOtherGame, merged } from './history';
import { Connection, type Link } from './socket';
import type { Action, FromClient, GameEvent, Refused, TableIs, ToClient } from './wire';

const READING_PACE = 1300;

export function readingPace(): number {
  const kept = Number(localStorage.getItem('tamaya.pace') ?? READING_PACE);
  return Number.isFinite(kept) ? kept : READING_PACE;
}

export class TableState {
  now = $state.raw<TableIs | null>(null);
  events = $state.raw<readonly GameEvent[]>([]);
  link = $state<Link>('connecting');
  refused = $state.raw<Refused | null>(null);
  /** A message is under way: nothing else is sent until the table answers. */
  waiting = $state(false);
  /** Moves that have happened and are not shown yet. */
  behind = $state(0);

  /** Called before and after what happened is shown. */
  before: (fresh: readonly GameEvent[]) => void = () => {};
  after: (fresh: readonly GameEvent[], now: TableIs) => void = () => {};

  #connection: Connection | null = null;
  #queue: { table: TableIs; events: readonly GameEvent[]; fresh: readonly GameEvent[] }[] = [];
  #latest: TableIs | null = null;
  #known: readonly GameEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  connect(id: string): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/ws`;
    this.#connection = new Connection({
      url: () => `${path}?events_from=${this.#known.length}`,
      message: (message) => this.receive(message),
      link: (link) => {
        this.link = link;
        if (link !== 'open') this.waiting = false;
      },
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection?.close();
  }

  receive(message: ToClient): void {
    this.waiting = false;
    if (message.type === 'refused') {
      this.refused = message;
      return;
    }
    const other = isOtherGame(this.#latest, message);
    const took = merged(other ? [] : this.#known, message.play);
    if (!took) {
      this.#known = [];
      this.#latest = null;
      this.#connection?.again();
      return;
    }
    const first = this.#latest === null;
    this.#latest = message;
    this.#known = took.events;
    this.#queue.push({ table: message, events: took.events, fresh: first ? [] : took.fresh });
    if (document.hidden) this.skip();
    else if (this.#timer === undefined) this.#next();
    this.behind = this.#queue.length;
  }

  /** Show all that has happened, at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length) this.#show();
  }

  act(action: Action): boolean {
    const version = this.now?.version;
    return version !== undefined && this.send({ type: 'act', version, action });
  }

  send(message: FromClient): boolean {
    if (this.waiting) return false;
    this.refused = null;
    const sent = this.#connection?.send(message) ?? false;
    this.waiting = sent;
    return sent;
  }

  #next(): void {
    this.#timer = undefined;
    if (!this.#queue.length) return;
    const others = this.#show();
    if (others) this.#timer = setTimeout(() => this.#next(), readingPace());
    else this.#next();
  }

  /** Show the next of what happened; whether another player acted. */
  #show(): boolean {
    const next = this.#queue.shift();
    if (!next) return false;
    this.behind = this.#queue.length;
    this.before(next.fresh);
    this.now = next.table;
    this.events = next.events;
    this.after(next.fresh, next.table);
    return next.fresh.some((event) => isAction(event) && event.seat !== next.table.you);
  }
}
