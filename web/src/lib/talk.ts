/** What is said at a table: the lines that are known, where they belong, what may be said now. */

import { rich, type Words } from './i18n';
import type { Part } from './story';
import type { Line, Remark, TableIs } from './wire';

export const REMARKS: readonly Remark[] = [
  'hello',
  'thanks',
  'oops',
  'well-done',
  'good-game',
  'one-moment',
  'take-your-time',
  'know-nothing',
  'remember',
];
export const LONGEST_TEXT = 300;

/** Lines, and how many there were before them. */
export type Lines = { from: number; lines: readonly Line[] };

export const NO_LINES: Lines = { from: 0, lines: [] };

/** How many lines there have been in all. */
export const countOf = ({ from, lines }: Lines): number => from + lines.length;

/** Known lines and those of a message together. */
export function withLines(known: Lines, { lines, lines_from: from }: Pick<TableIs, 'lines' | 'lines_from'>): Lines {
  const gap = from < known.from || from > countOf(known); // the table has forgotten some
  if (gap) return { from, lines };
  return { from: known.from, lines: [...known.lines.slice(0, from - known.from), ...lines] };
}

/** How much of it people said themselves. */
export const said = ({ lines }: Lines): number => lines.filter(({ kind }) => kind === 'said').length;

/** A line of a game and the number of events before it. */
export type Placed = { line: Line; at: number; key: number };

/** The lines of a game among its events: what was said about moves that are gone stays before what came instead. */
export function placesOf({ from, lines }: Lines, game: number): Placed[] {
  let latest = Infinity;
  return lines
    .map((line, n) => ({ line, key: from + n }))
    .filter(({ line }) => line.game === game)
    .toReversed()
    .map(({ line, key }) => {
      if (line.kind === 'took-back') latest = Math.min(latest, line.event);
      return { line, key, at: Math.min(line.event, latest) };
    })
    .toReversed();
}

export type WhyQuiet = 'watching' | 'clues' | 'remarks' | 'hush';
export type MayTalk = { remarks: boolean; text: boolean; why: WhyQuiet | null };

/** What may be said now, and why no more. */
export function mayTalk({ you, play, settings }: Pick<TableIs, 'you' | 'play' | 'settings'>): MayTalk {
  const quiet = (why: WhyQuiet): MayTalk => ({ remarks: false, text: false, why });
  if (you === null) return quiet('watching');
  if (!play || play.over) return { remarks: true, text: true, why: null };
  if (settings.talk === 'clues') return quiet('clues');
  if (settings.hush && play.to_move !== you) return quiet('hush');
  return settings.talk === 'chat'
    ? { remarks: true, text: true, why: null }
    : { remarks: true, text: false, why: 'remarks' };
}

/** Whether there is anything to talk about here: talk is allowed, or something was said. */
export function talks(table: Pick<TableIs, 'play' | 'settings'>): boolean {
  return table.settings.talk !== 'clues' || !table.play || table.play.over !== null;
}

/** A line as a sentence; what people wrote stays plain text. */
export function lineParts(words: Words, line: Line): Part[] {
  const who: Part = line.name ? { kind: 'name', text: line.name } : words.talk.somebody;
  if (line.kind !== 'said') return rich<Part>(words.talk.lines[line.kind], { who: [who] });
  return [who, ': ', line.remark ? words.talk.remarks[line.remark] : (line.text ?? '')];
}
