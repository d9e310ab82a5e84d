/** One device for several people: whose hand may be on the screen. */

import type { TableIs } from './wire';

export class HotSeat {
  /** The game and the seat of whoever said "that is me"; kept for this tab only. */
  #shown = $state('');
  #key: string;

  constructor(table: string) {
    this.#key = `tamaya.seat.${table}`;
    try {
      this.#shown = sessionStorage.getItem(this.#key) ?? '';
    } catch {
      // a browser that keeps nothing: it is asked again
    }
  }

  /** The seat whose player has to take the device first, if any. */
  waitsFor({ play, you, seats }: Pick<TableIs, 'play' | 'you' | 'seats'>): number | null {
    const shares = seats.some((sitter) => sitter?.also_you);
    if (!shares || !play || play.over || you === null) return null;
    return this.#shown === name(play.game, you) ? null : you;
  }

  /** The player of this seat has the device. */
  show(game: number, seat: number): void {
    this.#shown = name(game, seat);
    try {
      sessionStorage.setItem(this.#key, this.#shown);
    } catch {
      // likewise
    }
  }
}

const name = (game: number, seat: number): string => `${game}/${seat}`;
