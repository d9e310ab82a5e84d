/** The words in use, and text with things put into it. */

export type { Words } from './lists';
export { choose, language, loadWords, words } from './spoken.svelte';

/** Text with places in braces; `rich` puts things into them. */
export type Template = string;

/** A template's text and the things in its places, in reading order. */
export function rich<T>(template: Template, things: Record<string, readonly T[]>): (string | T)[] {
  return template
    .split(/\{(\w+)\}/)
    .flatMap<string | T>((piece, index) => (index % 2 ? (things[piece] ?? []) : piece ? [piece] : []));
}
