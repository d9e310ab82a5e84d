/** What is told in passing: somebody said something, or the table is yours now. */

import type { Words } from './i18n';
import type { Part } from './story';
import { countOf, lineParts, type Lines } from './talk';
import type { Line } from './wire';

const SHOWN = 6000; // milliseconds

export class Notices {
  /** For a short while, in the place of what just happened. */
  shown = $state.raw<readonly Part[] | null>(null);
  /** Things said that the visitor has not looked at. */
  unread = $state(0);

  #heard: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The lines as they are now; `listening` is whoever has the talk before them. */
  hear(words: Words, lines: Lines, you: number | null, listening: boolean): void {
    const before = this.#heard;
    this.#heard = countOf(lines);
    if (listening) return this.read();
    if (before === null) return;
    const fresh = lines.lines.slice(Math.max(0, before - lines.from));
    const isSaid = ({ kind, seat }: Line): boolean => kind === 'said' && seat !== you;
    const last = fresh.filter((line) => isSaid(line) || (line.kind === 'watched' && you !== null)).at(-1);
    if (!last) return;
    this.unread += fresh.filter(isSaid).length;
    this.tell(lineParts(words, last));
  }

  read(): void {
    this.unread = 0;
    this.hush();
  }

  tell(parts: readonly Part[]): void {
    clearTimeout(this.#timer);
    this.shown = parts;
    this.#timer = setTimeout(() => (this.shown = null), SHOWN);
  }

  hush(): void {
    clearTimeout(this.#timer);
    this.shown = null;
  }
}
