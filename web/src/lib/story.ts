/** What happened, in sentences: events as a friend at the table would tell them. */

import { rich, type Words } from './i18n';
import type { NameAt } from './whoSat';
import type { Face, GameEvent, Play, SuitName } from './wire';

export type Part =
  | string
  | { kind: 'name'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'shape'; suit: SuitName }
  | { kind: 'praise'; text: string }
  | { kind: 'bad'; text: string };

export type Entry = { seat: number | null; parts: readonly Part[]; at: number };

export type Told = {
  nameAt: NameAt;
  you: number | null;
  suits: Play['suits'];
  colours: Play['colours'];
  mostMistakes: number;
  lastRound: boolean;
  /** A line of the table says who ended the game. */
  ended?: boolean;
};

/** The log, oldest first: one entry for each action with all it brought about. */
export function story(words: Words, told: Told, events: readonly GameEvent[]): Entry[] {
  const teller = new Teller(words, told);
  events.forEach((event, index) => teller.take(event, index));
  return teller.entries;
}

/** An entry as plain text, for the live region. */
export function plain(entry: Entry): string {
  return entry.parts
    .map((part) => (typeof part === 'string' ? part : part.kind === 'shape' ? '' : part.text))
    .join('')
    .replace(/ +([.,])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
}

class Teller {
  entries: Entry[] = [];
  #mistakes = 0;
  #cards: number;
  #revealed = false;

  constructor(
    private words: Words,
    private told: Told,
  ) {
    this.#cards = told.suits.flatMap((suit) => suit.copies).reduce((sum, n) => sum + n, 0);
  }

  take(event: GameEvent, at: number): void {
    const { words } = this;
    const revealed = this.#revealed;
    this.#revealed = event.event === 'tile-revealed';
    switch (event.event) {
      case 'clued':
        return this.#begin(event.seat, at, this.#clued(event, at));
      case 'discarded': {
        const template = this.#me(event.seat, at) ? words.youDiscard : words.discards;
        const things = { who: this.#name(event.seat, at), card: this.#card(event.face, 'cardObject') };
        return this.#begin(event.seat, at, rich(template, things));
      }
      case 'played':
        return this.#begin(event.seat, at, this.#played(event, at));
      case 'token-back':
        if (event.why === 'completed') this.#more(words.fireworkComplete);
        if (event.why === 'tile' && event.kept) return;
        return this.#more(event.kept ? words.tokenBack : words.tokensFull);
      case 'tile-revealed': {
        const tile = event.tile as keyof Words['tileIs'];
        return this.#more(words.tileRevealed(tile, words.tileIs[tile]));
      }
      case 'tile-gone':
        if (!event.used) this.#more(revealed ? words.tileLost : words.tileUnused);
        return;
      case 'mistake-forgiven':
        this.#mistakes--;
        return this.#more(words.mistakeForgiven);
      case 'shuffled-back':
        this.#cards++;
        return this.#more(...rich(words.shuffledBack, { card: this.#card(event.face) }));
      case 'placed-from-pile':
        return this.#more(...rich(words.placedFromPile, { card: this.#card(event.face) }));
      case 'drew':
        if (event.card + 1 === this.#cards)
          this.#more(this.told.lastRound ? words.deckEmptyLastRound : words.deckEmptyGoesOn);
        return;
      case 'ended':
        if (event.reason === 'ended-by-players' && this.told.ended) return;
        return this.#more(words.why[event.reason]);
      case 'turn-passed':
        return;
    }
  }

  #clued(event: Extract<GameEvent, { event: 'clued' }>, at: number): Part[] {
    const { words, told } = this;
    const { clue, cards } = event;
    // the cards of a seat are its sitter's, whoever held them when they were told
    const template = this.#me(event.seat, at) ? words.youTell : clue.to === told.you ? words.tellsYou : words.tells;
    const parts = rich<Part>(template, {
      who: this.#name(event.seat, at),
      whom: this.#name(clue.to, at),
      what: clueParts(words, told.colours, clue, cards.length),
    });
    return event.free ? [...parts, ' ', words.forFree] : parts;
  }

  #played(event: Extract<GameEvent, { event: 'played' }>, at: number): Part[] {
    const { words, told } = this;
    const as = event.announced === null ? undefined : told.suits[event.announced];
    const template = this.#me(event.seat, at)
      ? as
        ? words.youPlayAs
        : words.youPlay
      : as
        ? words.playsAs
        : words.plays;
    const parts = rich<Part>(template, {
      who: this.#name(event.seat, at),
      card: this.#card(event.face, 'cardObject'),
      suit: as ? [words.suit[as.name]] : [],
    });
    if (event.placed) {
      const praise = words.praise[at % words.praise.length] ?? '';
      return [...parts, ' ', { kind: 'praise', text: praise }];
    }
    this.#mistakes++;
    const wrong = as !== undefined && event.announced !== event.face[0];
    const count = words.mistakeCount(this.#mistakes, told.mostMistakes);
    const text = `${wrong ? words.wrongColour : words.doesNotFit} ${count}`;
    return [...parts, ' ', { kind: 'bad', text }];
  }

  #begin(seat: number, at: number, parts: Part[]): void {
    this.entries.push({ seat, parts, at });
  }

  #more(...parts: Part[]): void {
    const last = this.entries.pop();
    if (!last) this.entries.push({ seat: null, parts, at: 0 });
    else this.entries.push({ ...last, parts: [...last.parts, ' ', ...parts] });
  }

  /** Whether it was you, and not somebody who sat there before you. */
  #me(seat: number, at: number): boolean {
    const { you, nameAt } = this.told;
    return seat === you && nameAt(seat, at) === nameAt(seat, Infinity);
  }

  #name(seat: number, at: number): Part[] {
    return [{ kind: 'name', text: this.told.nameAt(seat, at) }];
  }

  #card([suit, value]: Face, as: 'card' | 'cardObject' = 'card'): Part[] {
    const name = this.told.suits[suit]?.name ?? 'red';
    return [{ kind: 'strong', text: this.words[as](name, value) }, ' ', { kind: 'shape', suit: name }];
  }
}

/** "two green cards" and the shape of green; or "one 4". */
export function clueParts(
  words: Words,
  colours: Play['colours'],
  clue: { do: 'colour'; colour: number } | { do: 'value'; value: number },
  count: number,
): Part[] {
  if (clue.do === 'value') return [{ kind: 'strong', text: words.valueClue(count, clue.value) }];
  const colour = colours[clue.colour] ?? 'red';
  return [{ kind: 'strong', text: words.colourClue(count, colour) }, ' ', { kind: 'shape', suit: colour }];
}
