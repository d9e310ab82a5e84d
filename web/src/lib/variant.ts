/** Option sets: their notation, as the server writes it, and their figures. */

export const MULTICOLOURS = ['own10', 'own5', 'wild10', 'wild5'] as const;
export const SWITCHES = ['tiles', 'announce', 'bouquet', 'noempty'] as const;
export const MISTAKES = [1, 2, 3] as const;
export const CLUES = [8, 9, 10, 11, 12] as const;
export const PLAYERS = [2, 3, 4, 5] as const;

export type Multicolour = (typeof MULTICOLOURS)[number];
export type Switch = (typeof SWITCHES)[number];
export type Variant = {
  multicolour: Multicolour | null;
  black: boolean;
  mistakes: number;
  clues: number;
} & Record<Switch, boolean>;

export const STANDARD: Variant = {
  multicolour: null,
  black: false,
  tiles: false,
  announce: false,
  bouquet: false,
  noempty: false,
  mistakes: 3,
  clues: 8,
};

/** Why a text is no variant, and the words that are to blame. */
export type Wrong = {
  wrong: 'too-long' | 'empty-word' | 'unknown' | 'twice' | 'two-multicolours' | 'base-and-more';
  words: readonly string[];
};

const LONGEST = 200;
const NUMBERS = { mistakes: MISTAKES, clues: CLUES } as const;
const KNOWN = new Set<string>([
  ...MULTICOLOURS,
  'black',
  'base',
  ...SWITCHES,
  ...MISTAKES.map((n) => `mistakes=${n}`),
  ...CLUES.map((n) => `clues=${n}`),
]);

/** The canonical notation: `wild10+black+tiles`. */
export function notation(variant: Variant): string {
  const suits = [variant.multicolour ?? '', variant.black ? 'black' : ''].filter(Boolean);
  const numbers = (['mistakes', 'clues'] as const)
    .filter((word) => variant[word] !== STANDARD[word])
    .map((word) => `${word}=${variant[word]}`);
  return [...(suits.length ? suits : ['base']), ...SWITCHES.filter((word) => variant[word]), ...numbers].join('+');
}

/** The option set of a text, words in any order, or of a preset's name; or what is wrong with it. */
export function parse(text: string, presets: Readonly<Record<string, string>> = {}): Variant | Wrong {
  const asked = text.trim().toLowerCase();
  if (asked.length > LONGEST) return { wrong: 'too-long', words: [] };
  const words = (Object.hasOwn(presets, asked) ? (presets[asked] ?? '') : asked).split('+').map((word) => word.trim());
  return problem(words) ?? built(words);
}

export const isVariant = (parsed: Variant | Wrong): parsed is Variant => !('wrong' in parsed);

function problem(words: readonly string[]): Wrong | null {
  if (words.includes('')) return { wrong: 'empty-word', words: [] };
  const unknown = words.filter((word) => !KNOWN.has(word));
  if (unknown.length) return { wrong: 'unknown', words: unknown };
  const options = words.map((word) => word.split('=')[0] ?? word);
  const twice = options.filter((word, n) => options.indexOf(word) !== n);
  if (twice.length) return { wrong: 'twice', words: twice };
  const forms = MULTICOLOURS.filter((form) => words.includes(form));
  if (forms.length > 1) return { wrong: 'two-multicolours', words: forms };
  const suits = words.filter((word) => word === 'black' || forms.some((form) => form === word));
  if (words.includes('base') && suits.length) return { wrong: 'base-and-more', words: suits };
  return null;
}

function built(words: readonly string[]): Variant {
  const number = (word: keyof typeof NUMBERS): number =>
    NUMBERS[word].find((n) => words.includes(`${word}=${n}`)) ?? STANDARD[word];
  return {
    multicolour: MULTICOLOURS.find((form) => words.includes(form)) ?? null,
    black: words.includes('black'),
    tiles: words.includes('tiles'),
    announce: words.includes('announce'),
    bouquet: words.includes('bouquet'),
    noempty: words.includes('noempty'),
    mistakes: number('mistakes'),
    clues: number('clues'),
  };
}

export type Figures = { hand: number; cards: number; fireworks: number; maxScore: number };

/** What a game of so many players comes to: cards in a hand, cards, fireworks, most points. */
export function figures({ multicolour, black }: Variant, players: number): Figures {
  const more = multicolour === null ? 0 : multicolour.endsWith('10') ? 10 : 5;
  return {
    hand: players <= 3 ? 5 : 4,
    cards: 50 + more + (black ? 10 : 0),
    fireworks: 5 + (multicolour ? 1 : 0) + (black ? 1 : 0),
    maxScore: multicolour ? 30 : 25,
  };
}
