/** Swedish: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('sv');
const games_ = (n: number): string => form(n, { one: 'parti', other: 'partier' });

export const games: Games = {
  title: 'Mina partier',
  loading: 'Letar efter dina partier…',
  failed: 'Dina partier går inte att visa just nu.',
  tryAgain: 'Försök igen',
  none: 'Din himmel är ännu mörk.',
  noneAbout: 'Varje parti du spelar klart sparas här, så att du kan se det igen när du vill.',
  playOne: 'Spela det första',

  list: 'Alla partier',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'tur', other: 'turer' })}`,
  results: { won: 'perfekt', scored: 'färdigt', lost: 'förlorat', stopped: 'avbrutet', unfinished: 'oavslutat' },
  more: (n) => `${n} ${games_(n)} till`,

  filters: 'Vilka partier',
  variant: 'Spel',
  anyVariant: 'Alla spel',
  players: 'Spelare',
  anyPlayers: 'Valfritt antal',
  result: 'Resultat',
  anyResult: 'Alla resultat',
  company: 'Medspelare',
  anyCompany: 'Alla',
  companies: { bots: 'Med bottar', people: 'Bara människor' },
  noMatch: 'Inga partier matchar.',
  showAll: 'Visa alla',

  scores: 'Poäng',
  average: 'snitt',
  best: 'bäst',
  running: (n) => `snitt av de senaste ${n}`,
  notCounted: 'Partier som avbröts räknas inte här.',
  moreVariants: (n) => `${n} ${form(n, { one: 'variant', other: 'varianter' })} till`,

  open: 'Öppna en partifil',
  openAbout: 'Från Tamaya eller hanab.live.',
  pasteLink: 'Eller klistra in en länk från hanab.live',
  openLink: 'Öppna länken',
  dropIt: 'Du kan också släppa filen var som helst på sidan.',
  letGo: 'Släpp för att öppna',
  opening: 'Läser…',
  refused: {
    'not-understood': 'Vi hittar inget parti i filen.',
    'too-long': 'Filen är för stor. Ett parti tar högst 200 kB.',
    'too-much': 'Det var många filer. Vila lite och försök igen senare.',
    'your-space-full': 'Partierna du har laddat upp tar allt utrymme du har här. Det får inte plats fler.',
    'space-full': 'Den här servern har inget utrymme kvar för uppladdade partier.',
    busy: 'Många partier läses in just nu. Försök igen om en stund.',
  },
  openFailed: 'Filen kom inte fram. Försök igen om en stund.',
  opened: 'Partiet är här.',
  leftOut: 'Ur filen utelämnas:',
  look: 'Titta på det',
};
