import { describe, expect, test } from 'vitest';
import { picker, signed } from '../src/lib/i18n/forms';
import { rich, type Words } from '../src/lib/i18n';
import { plain, story } from '../src/lib/story';
import { all, english, messagesOf, plurals } from './i18n-help';
import { suits } from './help';

const { cs, de, en, es, fr, pl, sv } = all;

test('forms by number', () => {
  const polish = (n: number) => picker('pl')(n, { one: 'one', few: 'few', many: 'many' });
  const czech = (n: number) => picker('cs')(n, { one: 'one', few: 'few', other: 'other' });
  const french = (n: number) => picker('fr')(n, { one: 'one', other: 'other' });
  expect(picker('en')(2, { 2: 'a pair', one: 'one', other: 'other' })).toBe('a pair');
  expect([0, 1, 2, 4, 5, 12, 21, 22, 25].map(polish)).toEqual([
    'many',
    'one',
    'few',
    'few',
    'many',
    'many',
    'many',
    'few',
    'many',
  ]);
  expect([0, 1, 2, 4, 5, 12, 21, 22].map(czech)).toEqual([
    'other',
    'one',
    'few',
    'few',
    'other',
    'other',
    'other',
    'other',
  ]);
  expect([0, 1, 2, 1000000].map(french)).toEqual(['one', 'one', 'other', 'other']);
});

test('lists', () => {
  expect(en.listAnd(['a', 'b', 'c'])).toBe('a, b and c');
  expect(fr.listAnd(['a', 'b', 'c'])).toBe('a, b et c');
  expect(es.listOr(['7', '8'])).toBe('7 u 8');
  expect(pl.listOr([])).toBe('');
});

test('a minus is a minus', () => expect(signed(-3)).toBe('−3'));

describe('cards in the deck', () => {
  test.each([
    [
      en,
      [
        '0 cards in the deck',
        '1 card in the deck',
        '2 cards in the deck',
        '5 cards in the deck',
        '22 cards in the deck',
      ],
    ],
    [
      de,
      [
        '0 Karten im Nachziehstapel',
        '1 Karte im Nachziehstapel',
        '2 Karten im Nachziehstapel',
        '5 Karten im Nachziehstapel',
        '22 Karten im Nachziehstapel',
      ],
    ],
    [
      fr,
      [
        '0 carte dans la pioche',
        '1 carte dans la pioche',
        '2 cartes dans la pioche',
        '5 cartes dans la pioche',
        '22 cartes dans la pioche',
      ],
    ],
    [
      es,
      [
        '0 cartas en el mazo',
        '1 carta en el mazo',
        '2 cartas en el mazo',
        '5 cartas en el mazo',
        '22 cartas en el mazo',
      ],
    ],
    [pl, ['0 kart w talii', '1 karta w talii', '2 karty w talii', '5 kart w talii', '22 karty w talii']],
    [cs, ['0 karet v balíčku', '1 karta v balíčku', '2 karty v balíčku', '5 karet v balíčku', '22 karet v balíčku']],
    [sv, ['0 kort i leken', '1 kort i leken', '2 kort i leken', '5 kort i leken', '22 kort i leken']],
  ])('%#', (words, texts) => {
    expect([0, 1, 2, 5, 22].map(words.deck)).toEqual(texts);
  });
});

test('a colour clue agrees with its cards', () => {
  const clues = (words: Words) => [0, 1, 2, 5].map((n) => words.colourClue(n, 'white'));
  expect(clues(en)).toEqual(['no white cards', 'one white card', 'two white cards', 'five white cards']);
  expect(clues(de)).toEqual(['keine weißen Karten', 'eine weiße Karte', 'zwei weiße Karten', 'fünf weiße Karten']);
  expect(clues(fr)).toEqual([
    'aucune carte blanche',
    'une carte blanche',
    'deux cartes blanches',
    'cinq cartes blanches',
  ]);
  expect(clues(es)).toEqual(['ninguna carta blanca', 'una carta blanca', 'dos cartas blancas', 'cinco cartas blancas']);
  expect(clues(pl)).toEqual([
    'nie masz białych kart',
    'masz jedną białą kartę',
    'masz dwie białe karty',
    'masz pięć białych kart',
  ]);
  expect(clues(cs)).toEqual(['jen jiné barvy než bílou', 'jednu bílou kartu', 'dvě bílé karty', 'pět bílých karet']);
  expect(clues(sv)).toEqual(['inga vita kort', 'ett vitt kort', 'två vita kort', 'fem vita kort']);
});

test('a value clue too', () => {
  const clues = (words: Words) => [0, 1, 3, 5].map((n) => words.valueClue(n, 4));
  expect(clues(en)).toEqual(['no 4s', 'one 4', 'three 4s', 'five 4s']);
  expect(clues(de)).toEqual(['keine Vieren', 'eine Vier', 'drei Vieren', 'fünf Vieren']);
  expect(clues(fr)).toEqual(['aucun 4', 'un 4', 'trois 4', 'cinq 4']);
  expect(clues(es)).toEqual(['ningún 4', 'un 4', 'tres 4', 'cinco 4']);
  expect(clues(pl)).toEqual(['nie masz czwórek', 'masz jedną czwórkę', 'masz trzy czwórki', 'masz pięć czwórek']);
  expect(clues(cs)).toEqual(['jen jiná čísla než čtyřku', 'jednu čtyřku', 'tři čtyřky', 'pět čtyřek']);
  expect(clues(sv)).toEqual(['inga fyror', 'en fyra', 'tre fyror', 'fem fyror']);
});

test('the log is a sentence in every language', () => {
  const told = {
    nameAt: (seat: number) => ['Ada', 'Bo'][seat] ?? '',
    you: null,
    suits,
    colours: ['red'] as const,
    mostMistakes: 3,
    lastRound: true,
  };
  const log = (words: Words) =>
    story(words, told, [
      { event: 'clued', seat: 0, clue: { do: 'colour', to: 1, colour: 0 }, cards: [1, 2], free: false },
      { event: 'discarded', seat: 1, card: 1, face: [3, 2] },
      { event: 'shuffled-back', face: [0, 1] },
    ]).map(plain);
  expect(log(de)).toEqual([
    'Ada sagt zu Bo: zwei rote Karten.',
    'Bo wirft die weiße 2 ab. Die rote 1 steckt wieder irgendwo im Nachziehstapel.',
  ]);
  expect(log(fr)).toEqual([
    'Ada dit à Bo\u00a0: deux cartes rouges.',
    'Bo défausse le 2 blanc. Le 1 rouge se cache de nouveau dans la pioche.',
  ]);
  expect(log(es)).toEqual([
    'Ada le dice a Bo: dos cartas rojas.',
    'Bo descarta el 2 blanco. El 1 rojo vuelve a estar en algún lugar del mazo.',
  ]);
  expect(log(pl)).toEqual([
    'Ada mówi: Bo, masz dwie czerwone karty.',
    'Bo odrzuca białą dwójkę. Gdzieś w talii znów jest czerwona jedynka.',
  ]);
  expect(log(cs)).toEqual([
    'Ada říká: Bo má dvě červené karty.',
    'Bo zahazuje bílou dvojku. Někde v balíčku je zase červená jednička.',
  ]);
  expect(log(sv)).toEqual([
    'Ada säger till Bo: två röda kort.',
    'Bo kastar den vita tvåan. Någonstans i leken finns nu en röd etta igen.',
  ]);
});

test('what a card is not', () => {
  const not = (words: Words) => words.isNot([words.suit.red, words.suit.blue]);
  expect([en, de, fr, es, pl, cs, sv].map(not)).toEqual([
    'not red or blue',
    'weder Rot noch Blau',
    'ni rouge ni bleu',
    'ni rojo ni azul',
    'nie czerwona ani niebieska',
    'ne červená ani modrá',
    'inte röd eller blå',
  ]);
  expect(fr.isNot(['rouge'])).toBe('pas rouge');
  expect(en.isNot(['red', '4', '5'])).toBe('not red, 4 or 5');
});

test('places may stand anywhere in a template', () => {
  expect(rich('{b} before {a}', { a: ['A'], b: ['B'] })).toEqual(['B', ' before ', 'A']);
});

/** The messages whose English text bends with a number, and that number's name. */
const counted = [...english].flatMap(([path, message]) =>
  plurals(message).flatMap(({ counted: name, forms }) => {
    const bends = forms.one !== undefined && forms.other !== undefined && forms.one.replace('1', '7') !== forms.other;
    return bends ? [[path, name] as const] : [];
  }),
);

/** What a language says where the English text bends. */
function forms(language: 'pl' | 'cs', path: string, name: string, form: string): string {
  const found = plurals(messagesOf[language].get(path) ?? '').filter(({ counted: other }) => other === name);
  return found.map((plural) => plural.forms[form]).join(' ');
}

describe('where English has two forms, Polish and Czech have three', () => {
  test('many do', () => {
    expect(counted.length).toBeGreaterThan(20);
    expect(counted.map(([path]) => path)).toContain('colourClue');
  });
  test.each(counted)('%s (%s)', (path, name) => {
    expect(forms('pl', path, name, 'few'), 'Polish 2 and 5').not.toBe(forms('pl', path, name, 'many'));
    expect(forms('cs', path, name, 'few'), 'Czech 2 and 5').not.toBe(forms('cs', path, name, 'other'));
  });
});
