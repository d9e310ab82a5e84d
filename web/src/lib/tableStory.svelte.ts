/** A table in words: who is there, what happened, whose turn it is, what can be done. */

import { isLegal, mayClue, others } from './choosing';
import type { Chooser } from './chooser.svelte';
import { words } from './i18n';
import { numbersOf, sinceLastTurn, type Counted } from './history';
import { logOf } from './log';
import { hasLastRound } from './replay';
import { story, type Entry } from './story';
import type { TableState } from './table.svelte';
import { placesOf } from './talk';
import { variantName } from './variantWords';
import { nameAt } from './whoSat';
import type { Play } from './wire';

/** An action since one's last turn, with names, and in words. */
export type Step = Counted & { name: string; whom: string; entry: Entry | null };

export class TableStory {
  #table: TableState;
  #chooser: Chooser;

  constructor(table: TableState, chooser: Chooser) {
    this.#table = table;
    this.#chooser = chooser;
  }

  names = $derived.by(() => (this.#table.now?.seats ?? []).map((sitter, seat) => sitter?.name ?? words.seat(seat + 1)));

  nameAt = $derived.by(() =>
    nameAt(this.#table.lines, this.#table.now?.play?.game ?? 0, (seat) => this.names[seat] ?? ''),
  );

  /** The others in turn order, the next player first. */
  mates = $derived.by(() =>
    others(this.names.length, this.#table.you).map((seat) => ({ seat, name: this.names[seat] ?? '' })),
  );

  entries = $derived.by(() => {
    const { now, you, events, lines } = this.#table;
    if (!now?.play) return [];
    const { suits, colours, most_mistakes: mostMistakes } = now.play;
    const lastRound = hasLastRound(now.settings.variant);
    const ended = placesOf(lines, now.play.game).some(({ line }) => line.kind === 'ended');
    return story(words, { nameAt: this.nameAt, you, suits, colours, mostMistakes, lastRound, ended }, events);
  });

  /** What happened since one's last turn, each action with what is said of it. */
  since = $derived.by((): Step[] => {
    const { events, you } = this.#table;
    return sinceLastTurn(events, you).map((counted) => ({
      ...counted,
      name: this.nameAt(counted.event.seat, counted.at),
      whom: counted.event.event === 'clued' ? this.#whom(counted.event.clue.to, counted.at) : '',
      entry: this.entries.find(({ at }) => at === counted.at) ?? null,
    }));
  });

  #whom(seat: number, at: number): string {
    return seat === this.#table.you ? words.you : this.nameAt(seat, at);
  }

  /** The numbers of those actions in the log. */
  numbers = $derived.by(() => numbersOf(this.since));

  latest = $derived.by(() => this.entries.at(-1) ?? null);

  /** The log: moves, and what was said between them. */
  items = $derived.by(() => {
    const { now, events, lines } = this.#table;
    const named = { nameAt: this.nameAt, suits: now?.play?.suits ?? [] };
    return logOf(words, named, this.entries, events, now?.play ? placesOf(lines, now.play.game) : []);
  });

  /** Whose turn it is. */
  turn = $derived.by(() => {
    const { now, play, you } = this.#table;
    if (!play || play.over) return '';
    if (play.to_move === you) return this.latest ? words.yourTurn : words.youBegin;
    const name = this.names[play.to_move] ?? '';
    if (now?.seats[play.to_move]?.away) return words.table.isAway(name);
    return this.latest ? words.isThinking(name) : words.begins(name);
  });

  /** Somebody has asked to take a move back, and it is not for you to answer. */
  asked = $derived.by(() => {
    const { now, you } = this.#table;
    if (!now?.asking || now.asking.waits_for_you) return '';
    return now.asking.seat === you ? words.table.youAsked : words.table.askedBy(this.names[now.asking.seat] ?? '');
  });

  hint = $derived.by(() => {
    const { play, you, waiting, yours } = this.#table;
    if (!play || you === null)
      return `${words.watching} ${this.turn}${this.turn && !this.turn.endsWith('.') ? '…' : ''}`;
    if (waiting) return words.sending;
    if (this.asked) return this.asked;
    if (!yours) return this.turn;
    if (play.tile === 3 || play.tile === 4) return words.tileAsks[play.tile];
    return this.#possible(play);
  });

  /** What can be done with the chosen card, or what can be chosen. */
  #possible(play: Play): string {
    const { card } = this.#chooser;
    if (card !== null) return isLegal(play, { do: 'discard', card }) ? words.hintCard : words.hintPlay;
    if (!mayClue(play)) return words.hintStartCard;
    return play.hands[play.to_move]?.length ? words.hintStart : words.hintStartMate;
  }

  title = $derived.by(() => {
    const { now } = this.#table;
    if (!now) return '';
    return [variantName(words, now.settings.variant), words.playersCount(this.names.length)].join(' · ');
  });

  /** Who sees or has seen all hands without being a player, in words with the names that are known. */
  watchers = $derived.by(() => {
    const { watchers } = this.#table.now ?? {};
    if (!watchers?.seen_by) return null;
    const names = [...(watchers.host ? [words.lobby.host] : []), ...watchers.names];
    const now = words.lobby.seeHands(watchers.count);
    const text = names.length ? `${now}: ${names.join(', ')}` : now;
    const gone = watchers.seen_by > watchers.count;
    return { count: watchers.seen_by, text: gone ? `${text}. ${words.lobby.sawHands(watchers.seen_by)}` : text };
  });

  /** How many look on at the game besides you; nobody does where onlookers see nothing of it. */
  onlookers = $derived.by(() => {
    const { now } = this.#table;
    if (!now || (now.playing && now.settings.watch === 'nothing')) return 0;
    return now.onlookers - (now.you === null && !now.host ? 1 : 0);
  });
}
