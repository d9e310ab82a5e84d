/** The words in use, and text with things put into it. */

import { en } from './en';
import type { Template, Words } from './words';

export type { Words } from './words';

export const words: Words = en;

/** A template's text and the things in its places, in reading order. */
export function rich<T>(template: Template, things: Record<string, readonly T[]>): (string | T)[] {
  return template
    .split(/\{(\w+)\}/)
    .flatMap<string | T>((piece, index) => (index % 2 ? (things[piece] ?? []) : piece ? [piece] : []));
}
