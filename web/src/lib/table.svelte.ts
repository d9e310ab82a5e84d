/** A table as it is shown: what the server said, at reading pace, and what can be sent back. */

import { lies, withHand, type Arrangement } from './arrange';
import { withChanges } from './changes';
import { isAction, isOtherGame, isTakenBack, merged } from './history';
import { preferences } from './preferences.svelte';
import { Connection, type Link } from './socket';
import { countOf, NO_LINES, withLines, type Lines } from './talk';
import type { Action, FromClient, GameEvent, Refused, TableIs, ToClient } from './wire';

/** Messages beside the game: they wait for nothing, and nothing waits for them. */
const ASIDE: ReadonlySet<FromClient['type']> = new Set(['say', 'note', 'arrange']);

const NOT_ARRIVED: Refused = { type: 'refused', reason: 'not-arrived', words: '' };

export class TableState {
  now = $state.raw<TableIs | null>(null);
  events = $state.raw<readonly GameEvent[]>([]);
  /** What was said and what happened beside the game: shown at once. */
  lines = $state.raw<Lines>(NO_LINES);
  link = $state<Link>('connecting');
  refused = $state.raw<Refused | null>(null);
  /** The table is locked: it asks for a password. */
  closed = $state(false);
  /** A message is under way: nothing else is sent until the table answers. */
  waiting = $state(false);
  /** Moves that have happened and are not shown yet. */
  behind = $state(0);
  /** One's own hand as it was put, until the table says the same. */
  arranging = $state.raw<Arrangement | null>(null);

  you = $derived(this.now?.you ?? null);
  play = $derived.by(() => {
    const play = this.now?.play ?? null;
    return play && this.you !== null && this.arranging ? withHand(play, this.you, this.arranging) : play;
  });
  /** Your turn, and you have seen all that led to it. */
  yours = $derived(this.play !== null && !this.play.over && this.play.to_move === this.you && this.behind === 0);
  ready = $derived(this.yours && !this.waiting && this.link !== 'lost');

  /** Called before and after what happened is shown. */
  before: (fresh: readonly GameEvent[]) => void = () => {};
  after: (fresh: readonly GameEvent[], now: TableIs) => void = () => {};

  #connection: Connection | null = null;
  #queue: { table: TableIs; events: readonly GameEvent[]; fresh: readonly GameEvent[] }[] = [];
  #latest: TableIs | null = null;
  #known: readonly GameEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** An action without an answer yet: the events before it, and whether the connection broke since. */
  #acted: { events: number; broke: boolean } | null = null;

  connect(id: string): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/ws`;
    this.#connection = new Connection({
      url: () => `${path}?${this.#has()}`,
      message: (message) => this.receive(message),
      link: (link) => {
        this.link = link;
        if (link === 'open') return;
        this.waiting = false;
        this.arranging = null;
        if (this.#acted) this.#acted.broke = true;
      },
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection?.close();
  }

  receive(message: ToClient): void {
    this.waiting = false;
    if (message.type === 'refused') return this.#refuse(message);
    this.closed = message.type === 'closed';
    if (message.type === 'closed') return;
    const table = message.type === 'table' ? message : withChanges(this.#latest, message);
    if (table) this.#receive(table);
    else this.#askAnew();
  }

  #receive(message: TableIs): void {
    const other = isOtherGame(this.#latest, message);
    const took = merged(other ? [] : this.#known, message.play);
    if (!took) return this.#askAnew();
    // what was there before one came is no news, nor is a game that goes on from an earlier move
    const old = this.#latest === null || isTakenBack(this.#latest, message);
    this.#latest = message;
    this.#known = took.events;
    this.lines = withLines(this.lines, message);
    this.#answered(other);
    this.#queue.push({ table: message, events: took.events, fresh: old ? [] : took.fresh });
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
    if (version === undefined || !this.send({ type: 'act', version, action })) return false;
    this.#acted = { events: this.#known.length, broke: false };
    return true;
  }

  /** The own cards lie like this from now on; the table will say so too. */
  arrange(wanted: Arrangement): boolean {
    const sent = this.send({ type: 'arrange', ...wanted });
    if (sent) this.arranging = wanted;
    return sent;
  }

  send(message: FromClient): boolean {
    const aside = ASIDE.has(message.type);
    if (this.waiting && !aside) return false;
    this.refused = null;
    const sent = this.#connection?.send(message) ?? false;
    if (!aside) this.waiting = sent;
    return sent;
  }

  #refuse(refused: Refused): void {
    this.#acted = null;
    this.arranging = null;
    this.refused = refused;
    if (refused.reason === 'stale') this.skip(); // and here is how it stands
  }

  /** What is here already: so many events of that game, and so many lines. */
  #has(): string {
    const play = this.#latest?.play;
    const game = play ? `&game=${play.game}&taken_back=${play.taken_back}` : '';
    return `changes=1&events_from=${this.#known.length}&lines_from=${countOf(this.lines)}${game}`;
  }

  /** Events are missing: all of them, from the beginning. */
  #askAnew(): void {
    this.#known = [];
    this.#latest = null;
    this.#connection?.again();
  }

  /** Whether the own action got there; if the connection broke before it did, that is told. */
  #answered(other: boolean): void {
    if (!this.#acted) return;
    const arrived = other || this.#known.length > this.#acted.events;
    if (!arrived && !this.#acted.broke) return;
    if (!arrived) this.refused = NOT_ARRIVED;
    this.#acted = null;
  }

  #next(): void {
    this.#timer = undefined;
    if (!this.#queue.length) return;
    if (this.#show()) this.#timer = setTimeout(() => this.#next(), preferences.get('pace'));
    else this.#next();
  }

  /** Show the next of what happened; whether somebody acted, oneself included: that takes time to read. */
  #show(): boolean {
    const next = this.#queue.shift();
    if (!next) return false;
    this.behind = this.#queue.length;
    this.before(next.fresh);
    this.now = next.table;
    this.events = next.events;
    if (this.#isArranged(next.table)) this.arranging = null;
    this.after(next.fresh, next.table);
    return next.fresh.some(isAction);
  }

  /** The table shows the own hand as it was put, or the hand has other cards by now. */
  #isArranged({ play, you }: TableIs): boolean {
    if (!this.arranging) return false;
    const hand = you === null ? undefined : play?.hands[you];
    const { order } = this.arranging;
    const same = hand?.length === order.length && hand.every(({ id }) => order.includes(id));
    return !hand || !same || lies(hand, this.arranging);
  }
}
