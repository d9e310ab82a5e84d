/** Czech: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('cs');
const numbers = ['nula', 'jeden', 'dva', 'tři', 'čtyři', 'pět', 'šest', 'sedm'];
const word = (n: number): string => numbers[n] ?? String(n);
const cards = (n: number): string => `${n} ${form(n, { one: 'karta', few: 'karty', other: 'karet' })}`;

export const options: OptionsWords = {
  title: 'Možnosti',
  use: 'Takhle hrajeme',

  howToChoose: 'Která hra',
  fromBox: 'Z krabice',
  mix: 'Po svém',
  box: 'Krabice',
  editions: {
    fr: ['Velká francouzská krabice', 'Cocktail Games, „Grands Feux“: duhové a černé karty, bonusové destičky.'],
    pl: ['Velká polská krabice', 'Rebel: duhové a černé karty, bonusové destičky.'],
    sv: ['Malá švédská krabička', 'Pět duhových karet a ohlašování barvy.'],
    cs: ['Malá česká krabička', 'REXhry: pět duhových karet, dvěma způsoby.'],
    es: ['Španělské vydání', 'ABACUSSPIELE: deset duhových karet a stupně obtížnosti.'],
  },
  gameOfBox: 'Hra',
  printed: (name) => `v krabici: ${name}`,

  multicolour: 'Duhový ohňostroj',
  noMulticolour: ['Žádný', 'Jen pět barev.'],
  multicolours: {
    own10: ['Šestá barva, deset karet', 'Nápovědy ji mohou jmenovat jako každou jinou.'],
    own5: ['Šestá barva, pět karet', 'Nápovědy ji mohou jmenovat, ale od každého čísla je jen jedna karta.'],
    wild10: ['Všechny barvy najednou, deset karet', 'Každá nápověda na barvu ukáže i na ně; „duhová“ se nikdy neřekne.'],
    wild5: ['Všechny barvy najednou, pět karet', 'Každá nápověda na barvu na ně ukáže a od každého čísla je jen jedna karta.'],
  },
  onlyOne: 'Vždy jen jedno z toho: duhový ohňostroj je jeden a jeho karty slyší na nápovědy jedním způsobem.',
  further: 'A ještě',
  black: ['Černý prach', 'Ohňostroj od 5 dolů k 1. Žádná nápověda na barvu na něj neukáže a každá chybějící karta stojí bod.'],
  switches: {
    tiles: ['Bonusové destičky', 'Ohňostroj dokončený pětkou odkryje místo žetonu nápovědy destičku s malým dárkem.'],
    announce: ['Ohlásit barvu', 'Řekni barvu karty, než ji zahraješ: když to sedí, vrátí se žeton nápovědy, když ne, je to chyba.'],
    bouquet: ['Do posledního dechu', 'Bez posledního kola a bez stupnice: dokončit všechny ohňostroje, nebo prohrát.'],
    noempty: ['Bez prázdných nápověd', 'Nápověda musí na něco ukázat. „Nemáš žádnou červenou“ se nesmí.'],
  },
  combine: 'Všechno se dá kombinovat, kromě dvou druhů duhových karet.',
  mistakes: 'Chyby',
  mistakesAbout: (n) =>
    n === 1 ? 'První chyba znamená prohru.' : n === 2 ? 'Druhá chyba znamená prohru.' : 'Třetí chyba znamená prohru, jako v každé krabici.',
  clues: 'Žetony nápovědy',
  cluesAbout: (n) => (n === 8 ? 'Osm, jako v každé krabici.' : `O ${n - 8} víc než v krabici: o něco snazší.`),
  cluesName: (n) => `${n} ${form(n, { one: 'žeton', few: 'žetony', other: 'žetonů' })} nápovědy`,

  players: 'Hráči',
  hand: (n) => `${cards(n)} v ruce`,
  cards: (n) => `celkem ${cards(n)}`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'ohňostroj', few: 'ohňostroje', other: 'ohňostrojů' })}`,
  atMost: (n) => `nejvýš ${n} ${form(n, { one: 'bod', few: 'body', other: 'bodů' })}`,
  allOrNothing: 'všechno, nebo nic',
  inShort: 'Ve zkratce',

  seatsGo: 'Míst bude méně: kdo sedí na posledních, bude muset vstát.',
  dealGoes: 'Dané rozdání patřilo k původním možnostem: tohle bude nové.',
  first: 'Kdo začíná',
  firstChance: 'Rozhodne náhoda',
  firstAbout: 'Podle pravidel hráč s nejbarevnějším oblečením: vyber jeho místo.',
  talk: 'Co se smí říkat při hře',
  talks: {
    clues: ['jen nápovědy', 'Podle pravidel: kromě nápověd ticho.'],
    remarks: ['hotové věty', 'Pár nevinných vět, které každý čte ve svém jazyce.'],
    chat: ['cokoli', 'Volné povídání. Hrajte férově.'],
  },
  hush: ['Ticho, když někdo přemýšlí', 'Mluví jen ten, kdo je na tahu.'],
  takeBack: ['Vracení tahů', 'Poslední tah se dá vzít zpět, když všichni souhlasí, i ti, kdo tu zrovna nejsou. Jen s roboty: pouze nápověda, do dalšího tahu.'],
  takeBackGameOn: 'Hra běží. Povolit to můžeš před další.',
  noTakeBack: 'Co se zahrálo, to platí.',
  bot: 'S kým hraješ',
};
