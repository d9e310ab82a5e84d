/** All words of all languages, leaf by leaf. */

import { cs } from '../src/lib/i18n/cs';
import { en } from '../src/lib/i18n/en';
import { es } from '../src/lib/i18n/es';
import { fr } from '../src/lib/i18n/fr';
import { pl } from '../src/lib/i18n/pl';
import { sv } from '../src/lib/i18n/sv';

export const all = { en, fr, es, pl, cs, sv };
export const others = ['fr', 'es', 'pl', 'cs', 'sv'] as const;

type Saying = (...things: unknown[]) => unknown;
export type Leaf = string | Saying;
export type Leaves = ReadonlyMap<string, Leaf>;

/** Every text and function by its path: `verdict.25`, `praise.0`, `card`. */
function leaves(words: unknown, path = ''): Map<string, Leaf> {
  if (typeof words === 'string') return new Map([[path, words]]);
  if (typeof words === 'function') return new Map([[path, words as Saying]]);
  if (typeof words !== 'object' || words === null) throw new Error(`${path} is no word: ${String(words)}`);
  return new Map(Object.entries(words).flatMap(([key, value]) => [...leaves(value, path ? `${path}.${key}` : key)]));
}

export const leavesOf = {
  en: leaves(en),
  fr: leaves(fr),
  es: leaves(es),
  pl: leaves(pl),
  cs: leaves(cs),
  sv: leaves(sv),
};
export const english = leavesOf.en;

export const NUMBERS = [0, 1, 2, 5, 22];

/** What function words are given. */
const KINDS = { number: (n: number) => n, list: () => ['one', 'two'], suit: () => 'red' };
type Kind = keyof typeof KINDS;

/** What a function word says with `n` in one of its places, or in all, and 3 for the other numbers. */
export function saying(word: Leaf, kinds: readonly Kind[], n: number, place?: number): string {
  if (typeof word === 'string') return word;
  const given = kinds.map((kind, at) => KINDS[kind](place === undefined || at === place ? n : 3));
  const said = word(...given);
  return Array.isArray(said) ? said.join(' · ') : String(said);
}

export const isText = (text: string): boolean => text.trim() !== '' && !/undefined|NaN|\[object|null/.test(text);

/** What each function word takes, found by trying: the first things with which English makes sense. */
export const kindsOf: ReadonlyMap<string, readonly Kind[]> = new Map(
  [...english].map(([path, word]) => [path, typeof word === 'string' ? [] : fitting(path, word)]),
);

function fitting(path: string, word: Saying): readonly Kind[] {
  const takes = Math.max(...Object.values(leavesOf).map((words) => words.get(path)?.length ?? 0));
  const found = combinations(takes).find((kinds) =>
    NUMBERS.every((n) => {
      try {
        return isText(saying(word, kinds, n));
      } catch {
        return false;
      }
    }),
  );
  return found ?? new Array<Kind>(takes).fill('number'); // and a test will tell what it says
}

function combinations(length: number): Kind[][] {
  if (length === 0) return [[]];
  const kinds = Object.keys(KINDS) as Kind[];
  return combinations(length - 1).flatMap((rest) => kinds.map((kind) => [...rest, kind]));
}

/** Everything that a word can say: the text, or what the function makes of each number. */
export function said(words: Leaves, path: string): string[] {
  const word = words.get(path);
  if (word === undefined) return [];
  return typeof word === 'string' ? [word] : NUMBERS.map((n) => saying(word, kindsOf.get(path) ?? [], n));
}
