/** The places in a row of cards, while one of them is dragged along it: the others make room. */

import { flushSync } from 'svelte';

const NEAR = 30; // pixels above and below the row that still belong to it

export class Slots {
  readonly from: number;
  /** Where the card would go if it were dropped now. */
  to: number;

  #item: HTMLElement;
  #row: HTMLElement[];
  #places: DOMRect[];

  constructor(item: HTMLElement) {
    this.#item = item;
    this.#row = [...(item.parentElement?.children ?? [])] as HTMLElement[];
    this.#places = this.#row.map((one) => one.getBoundingClientRect());
    this.from = this.to = this.#row.indexOf(item);
  }

  /** The pointer is here, or over a place outside the row. */
  point(x: number, y: number, elsewhere: boolean): void {
    const to = elsewhere ? this.from : this.#at(x, y);
    if (to === this.to) return;
    this.to = to;
    this.#row.forEach((one, n) => (one.style.translate = this.#shift(n)));
  }

  /** All back to where they were. */
  clear(): void {
    for (const one of this.#row) one.style.translate = '';
  }

  /** The row changes while everybody stands where they are seen; the card glides home from the pointer. */
  settle(change: () => boolean, x: number, y: number): boolean {
    this.#item.style.translate = `${x}px ${y}px`;
    const changed = change();
    flushSync();
    for (const one of this.#row) one.style.transition = 'none';
    this.clear();
    void this.#item.offsetWidth; // the styles count from now on
    for (const one of this.#row) one.style.transition = '';
    return changed;
  }

  #at(x: number, y: number): number {
    const { top = 0, bottom = 0 } = this.#places[this.from] ?? {};
    if (y < top - NEAR || y > bottom + NEAR) return this.from;
    const others = this.#places.filter((_, n) => n !== this.from);
    return others.filter(({ left, width }) => left + width / 2 < x).length;
  }

  /** How far a card steps aside. */
  #shift(n: number): string {
    const step = (this.#places[1]?.left ?? 0) - (this.#places[0]?.left ?? 0);
    if (n > this.from && n <= this.to) return `${-step}px 0`;
    if (n < this.from && n >= this.to) return `${step}px 0`;
    return '';
  }
}
