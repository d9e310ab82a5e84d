/** Polish: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('pl');
const games_ = (n: number): string => form(n, { one: 'partia', few: 'partie', many: 'partii' });

export const games: Games = {
  title: 'Moje partie',
  loading: 'Szukamy twoich partii…',
  failed: 'Nie można teraz pokazać twoich partii.',
  tryAgain: 'Spróbuj znowu',
  none: 'Twoje niebo jest jeszcze ciemne.',
  noneAbout: 'Każda skończona partia zostanie tutaj, by można było do niej wrócić.',
  playOne: 'Zagraj pierwszą',

  list: 'Wszystkie partie',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'tura', few: 'tury', many: 'tur' })}`,
  results: { won: 'idealna', scored: 'skończona', lost: 'przegrana', stopped: 'przerwana', unfinished: 'niedokończona' },
  more: (n) => `jeszcze ${n} ${games_(n)}`,

  filters: 'Które partie',
  variant: 'Gra',
  anyVariant: 'Dowolna gra',
  players: 'Ile osób',
  anyPlayers: 'Dowolnie',
  result: 'Wynik',
  anyResult: 'Dowolny',
  company: 'Z kim',
  anyCompany: 'Dowolnie',
  companies: { bots: 'Z botami', people: 'Sami ludzie' },
  noMatch: 'Nie ma takiej partii.',
  showAll: 'Pokaż wszystkie',

  scores: 'Wyniki',
  average: 'średnia',
  best: 'rekord',
  running: (n) => `średnia z ostatnich ${n}`,
  notCounted: 'Przerwane partie tutaj się nie liczą.',
  moreVariants: (n) => `jeszcze ${n} ${form(n, { one: 'wariant', few: 'warianty', many: 'wariantów' })}`,

  open: 'Otwórz plik z partią',
  openAbout: 'Z serwisu Tamaya albo hanab.live.',
  pasteLink: 'Albo wklej link z hanab.live',
  openLink: 'Otwórz link',
  dropIt: 'Plik można też upuścić gdziekolwiek na tej stronie.',
  letGo: 'Upuść, by otworzyć',
  opening: 'Czytamy…',
  refused: {
    'not-understood': 'Nie znaleźliśmy w tym pliku żadnej partii.',
    'too-long': 'Ten plik jest za duży. Partia zajmuje najwyżej 200 kB.',
    'too-much': 'To już dużo plików. Odpocznij i spróbuj później.',
    'your-space-full': 'Wczytane przez ciebie partie zajęły całe twoje miejsce. Więcej się nie zmieści.',
    'space-full': 'Na tym serwerze nie ma już miejsca na wczytane partie.',
    busy: 'Wczytujemy teraz dużo partii naraz. Spróbuj za chwilę.',
  },
  openFailed: 'Plik nie dotarł. Spróbuj za chwilę.',
  opened: 'Partia już tu jest.',
  leftOut: 'Z pliku pomijamy:',
  look: 'Obejrzyj',
};
