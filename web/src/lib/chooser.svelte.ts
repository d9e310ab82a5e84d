/** From a tap or a key to an action: what is chosen so far, and what is said about it. */

import {
  chooseCard,
  chooseClue,
  chooseMate,
  isLegal,
  mayClue,
  NOTHING,
  others,
  stillPossible,
  takes,
  touched,
  type Choice,
} from './choosing';
import type { Dragged, Drop } from './drag';
import { Hand } from './hand';
import { words } from './i18n';
import type { Meaning } from './keys';
import { whyRefused } from './refusals';
import type { TableState } from './table.svelte';
import { whyNot } from './why';
import type { Action, Clue, SuitName, TableIs } from './wire';

export class Chooser {
  choice = $state.raw<Choice>(NOTHING);
  note = $state('');
  readonly hand: Hand;

  /** The clue under the pointer. */
  #looked = $state.raw<Clue | null>(null);
  #table: TableState;

  constructor(table: TableState) {
    this.#table = table;
    this.hand = new Hand(table);
  }

  /** Why something could not be done, if the visitor has just tried. */
  get said(): string {
    const { refused } = this.#table;
    return refused ? whyRefused(refused) : this.note;
  }

  get idle(): boolean {
    return this.#table.you === null || this.#table.play?.over !== null;
  }

  get ready(): boolean {
    return this.#table.ready;
  }

  get to(): number | null {
    return this.#looked?.to ?? (this.choice.kind === 'clue' ? this.choice.to : null);
  }

  /** Whom a clue is for: who was chosen, or else the first who can be told anything. */
  get target(): number {
    if (this.choice.kind === 'clue') return this.choice.to;
    const { play, you } = this.#table;
    const mates = others(play?.hands.length ?? 0, you);
    return mates.find((mate) => play && mayClue(play, mate)) ?? mates[0] ?? 0;
  }

  get card(): number | null {
    return this.choice.kind === 'card' ? this.choice.card : null;
  }

  get announced(): number | null {
    return this.choice.kind === 'card' ? this.choice.announced : null;
  }

  get clue(): Clue | null {
    return this.choice.kind === 'clue' ? this.choice.clue : null;
  }

  /** The cards that the clue under the pointer would point at, or else the chosen one. */
  get preview(): readonly number[] | null {
    const { play } = this.#table;
    const clue = this.#looked ?? this.clue;
    return play && clue ? touched(play, clue) : null;
  }

  look(clue: Clue | null): void {
    this.#looked = clue;
  }

  /** A bonus tile waits for a card of the discard pile. */
  get asksForCard(): boolean {
    const { play, yours } = this.#table;
    return yours && play !== null && takes(play).length > 0;
  }

  /** The table has changed. */
  follow({ play, you }: TableIs): void {
    this.note = '';
    this.#looked = null;
    this.choice = stillPossible(this.choice, play, you);
    if (this.choice.kind === 'none' && play?.tile && play.to_move === you) this.choice = this.#forTile();
  }

  cancel(): void {
    this.choice = NOTHING;
    this.note = '';
  }

  /** Do it if it is legal, else say why not; whether it was sent. */
  act(action: Action): boolean {
    const { play, you, ready, yours, link } = this.#table;
    if (!play) return false;
    this.note = '';
    if (yours && link !== 'open') {
      this.note = words.offlineTry;
      return false;
    }
    if (!ready || !isLegal(play, action)) {
      this.note = whyNot(words, play, you, action);
      return false;
    }
    const sent = this.#table.act(action);
    if (sent) this.choice = NOTHING;
    else this.note = words.offlineTry;
    return sent;
  }

  pickCard(card: number): void {
    this.#listen();
    if (this.#table.yours && this.#table.play?.tile) this.note = words.whyTileFirst;
    else this.choice = chooseCard(this.choice, card);
  }

  /** A card under the finger: where it may go, and what dropping it there does. */
  dragged(card: number): Dragged | null {
    const { play, you, ready } = this.#table;
    if (!play || you === null || play.over) return null;
    const action = (drop: Drop): Action =>
      drop === 'play' ? { do: 'play', card, announced: null } : { do: drop, card };
    const may = (['play', 'discard'] as const).filter((drop) => ready && isLegal(play, action(drop)));
    const put = (to: number): boolean => this.#sent(this.hand.put(card, to));
    return { card, may, drop: (drop) => this.act(action(drop)), put };
  }

  /** The own card that is chosen, or has the focus. */
  get held(): number | null {
    const focused = document.activeElement?.closest<HTMLElement>('.own [data-card]')?.dataset.card;
    return this.card ?? (focused === undefined ? null : Number(focused));
  }

  /** The card that is held goes one place to the left or to the right. */
  move(by: -1 | 1): void {
    this.#with((card) => this.hand.move(card, by));
  }

  /** The card that is held is turned, or turned back. */
  turn(): void {
    this.#with((card) => this.hand.turn(card));
  }

  announce(announced: number | null): void {
    if (this.choice.kind === 'card') this.choice = { ...this.choice, announced };
  }

  pickMate(to: number): void {
    this.#listen();
    const { play, you, yours } = this.#table;
    if (you === null || !play || play.over || this.asksForCard) return;
    if (yours && !mayClue(play, to)) this.note = play.clue_tokens ? words.whyHandEmpty : words.whyNoToken;
    else this.choice = chooseMate(this.choice, to);
  }

  pickClue(clue: Clue): void {
    const { play, you, yours } = this.#table;
    if (!play) return;
    this.#listen();
    if (yours && !isLegal(play, clue)) {
      this.note = whyNot(words, play, you, clue);
      return;
    }
    const picked = chooseClue(this.choice, clue);
    this.choice = picked.choice;
    if (picked.action) this.act(picked.action);
  }

  startClue(): void {
    const { play, ready } = this.#table;
    if (!play) return;
    if (!ready) this.note = words.whyNotYourTurn;
    else if (!mayClue(play)) this.note = words.whyNoToken;
    else this.choice = { kind: 'clue', to: this.#focusedMate(), clue: null };
  }

  /** Say the clue that was chosen, or what is missing. */
  tell(): void {
    const { play, ready } = this.#table;
    if (this.clue) this.act(this.clue);
    else if (!ready) this.note = words.whyNotYourTurn;
    else this.note = play && mayClue(play) ? words.pickClue : words.whyNoToken;
  }

  /** What a key means for the choice. */
  press(meant: Meaning): void {
    const { play } = this.#table;
    if (!play) return;
    if (meant.key === 'cancel') this.cancel();
    else if (meant.key === 'play' || meant.key === 'discard') this.#withCard(meant.key);
    else if (meant.key === 'left' || meant.key === 'right') this.move(meant.key === 'left' ? -1 : 1);
    else if (meant.key === 'turn') this.turn();
    else if (meant.key === 'suit') this.#pickSuit(meant.suit);
    else if (meant.key === 'value' && meant.value <= play.values)
      this.pickClue({ do: 'value', to: this.#clueTarget(), value: meant.value });
  }

  #with(change: (card: number) => boolean): void {
    const card = this.held;
    this.#listen();
    if (card === null) this.note = words.whyChooseCard;
    else this.#sent(change(card));
  }

  #sent(sent: boolean): boolean {
    if (!sent) this.note = words.offlineTry;
    return sent;
  }

  #listen(): void {
    this.note = '';
    this.#table.refused = null;
  }

  #forTile(): Choice {
    const { play, you } = this.#table;
    if (!play) return NOTHING;
    if (takes(play).length) return { kind: 'take', face: null };
    const mate = others(play.hands.length, you).find((seat) => mayClue(play, seat));
    return mate === undefined ? NOTHING : { kind: 'clue', to: mate, clue: null };
  }

  #clueTarget(): number {
    return this.choice.kind === 'clue' ? this.choice.to : this.#focusedMate();
  }

  #focusedMate(): number {
    const seat = (document.activeElement as HTMLElement | null)?.dataset.seat;
    return seat === undefined ? this.target : Number(seat);
  }

  /** A letter: announces the chosen card's suit where that is played, else it is a clue. */
  #pickSuit(suit: SuitName): void {
    const { play } = this.#table;
    if (!play) return;
    const index = play.suits.findIndex((one) => one.name === suit);
    if (this.card !== null && isLegal(play, { do: 'play', card: this.card, announced: index })) {
      this.announce(index);
      return;
    }
    const colour = play.colours.findIndex((one) => one === suit);
    if (colour >= 0) this.pickClue({ do: 'colour', to: this.#clueTarget(), colour });
  }

  #withCard(verb: 'play' | 'discard'): void {
    if (this.card !== null) {
      const { card, announced } = this;
      this.act(verb === 'play' ? { do: 'play', card, announced } : { do: 'discard', card });
      return;
    }
    if (this.held === null) this.note = words.whyChooseCard;
    else this.choice = { kind: 'card', card: this.held, announced: null };
  }
}
