/** Czech: the rules of a game. */

import { plural } from '../plural';
import type { Help } from '../words/help';

const form = plural('cs');
const numbers = ['nula', 'jeden', 'dva', 'tři', 'čtyři', 'pět', 'šest', 'sedm'];
const word = (n: number): string => numbers[n] ?? String(n);

export const help: Help = {
  title: 'Pravidla této hry',
  goal: (n) => [
    'Cíl hry',
    `Společně odpalujete ${word(n)} ${form(n, { one: 'ohňostroj', few: 'ohňostroje', other: 'ohňostrojů' })}, od každé barvy jeden. Každý je řada karet 1, 2, 3, 4, 5 v tomhle pořadí. Barva má tři jedničky, po dvou dvojkách, trojkách a čtyřkách a jedinou pětku.`,
  ],
  hands: (n) => [
    'Karty v ruce',
    `Každý drží ${n} ${form(n, { one: 'kartu', few: 'karty', other: 'karet' })} a vidí karty všech kromě svých. Ze svých vidíš jen rub.`,
  ],
  turn: ['Tvůj tah', 'Udělej přesně jednu věc: napověz, zahoď kartu, nebo zahraj kartu. Vynechat tah nejde.'],
  clue: (n) => [
    'Napovědět',
    `Stojí to žeton nápovědy; celkem jich je ${n}. Vyber někoho a jednu barvu nebo jedno číslo: ukáže se na všechny jeho karty té barvy nebo toho čísla.`,
  ],
  emptyClues: 'Nápověda smí neukázat na nic: „nemáš žádnou pětku“.',
  discard: ['Zahodit', 'Odlož kartu nadobro, lícem nahoru. Vrátí se žeton nápovědy a lízneš si novou kartu. Když jsou všechny žetony na místě, zahazovat nejde.'],
  play: ['Zahrát', 'Otoč kartu. Je-li ve svém ohňostroji další na řadě, zůstane; jinak jde mezi zahozené a je to chyba. Pak si lízneš. Za poslední kartu ohňostroje se vrátí žeton nápovědy.'],
  mistakes: (n) => ['Chyby', `${n === 1 ? 'První' : n === 2 ? 'Druhá' : 'Třetí'} chyba hru ukončí prohrou.`],
  end: ['Konec', 'Jakmile si někdo lízne poslední kartu z balíčku, má každý ještě jeden tah, i ten, kdo si ji lízl. Jsou-li předtím hotové všechny ohňostroje, hned vyhráváte.'],
  score: (n) => ['Body', `Ohňostroj má hodnotu své nejvyšší karty. Nejvíc jde získat ${n} ${form(n, { one: 'bod', few: 'body', other: 'bodů' })}; prohraná hra nemá žádné.`],
  bands: 'Co se bude říkat',
  tips: 'Dobré vědět',
  tip: [
    'Přerovnej si karty nebo některou otoč, ať si líp pamatuješ, co víš.',
    'Zahozené karty si může kdykoli prohlédnout každý.',
    'Většina karet má ještě další kus: zahodit neznámou je riziko, ne konec světa.',
    'Když zmizí všechny kopie nějaké karty, další karty jejího ohňostroje už slouží jen k získání žetonů nápovědy.',
  ],

  options: 'V téhle hře navíc',
  multicolour: {
    own10: ['Šestá barva', 'Deset duhových karet tvoří vlastní ohňostroj. Nápovědy je jmenují jako každou barvu: „dvě duhové karty“.'],
    own5: ['Šestá barva, pět karet', 'Od každého čísla je jedna duhová karta a tvoří vlastní ohňostroj. Nápovědy je jmenují jako každou barvu. Ani jedna se nesmí ztratit.'],
    wild10: ['Všechny barvy najednou', 'Deset duhových karet tvoří vlastní ohňostroj. Každá nápověda na barvu ukáže i na ně: se dvěma modrými a jednou duhovou uslyšíš „tři modré karty“. Nikdo nesmí říct „duhová“ a nikdy nenahradí kartu jiného ohňostroje.'],
    wild5: ['Všechny barvy najednou, pět karet', 'Od každého čísla je jedna duhová karta a tvoří vlastní ohňostroj. Každá nápověda na barvu ukáže i na ně; nikdo nesmí říct „duhová“. Nikdy nenahradí kartu jiného ohňostroje a ani jedna se nesmí ztratit.'],
  },
  black: ['Černý prach', 'Deset černých karet tvoří ohňostroj pozpátku: 5, 4, 3, 2, 1. Pětky jsou tři, jednička jediná. Žádná nápověda na barvu na ně neukáže a černou nikdo nesmí jmenovat; čísla se říkat smějí. Za dokončení se vrátí žeton nápovědy.'],
  blackScore: 'Každá chybějící černá karta stojí bod: skóre začíná na −5 a každá přiložená černá karta jeden bod vrátí.',
  switches: {
    tiles: ['Bonusové destičky', 'Ohňostroj dokončený pětkou odkryje bonusovou destičku, místo aby vrátil žeton nápovědy. Destička platí hned, pak si lízneš.'],
    announce: ['Ohlásit barvu', 'Než kartu otočíš, můžeš říct její barvu. Když to sedí a karta se hodí, vrátí se žeton nápovědy. Když ne, je to chyba, i kdyby se karta hodila.'],
    bouquet: ['Do posledního dechu', 'Poslední kolo není. Hraje se bez balíčku, dokud nejsou všechny ohňostroje hotové. Prohráno je s poslední chybou, když se nadobro ztratí karta, která je ještě potřeba, nebo když někdo nemá kartu ani žeton nápovědy. Počítá se jen celé nebe.'],
    noempty: ['Bez prázdných nápověd', 'Nápověda musí ukázat aspoň na jednu kartu.'],
  },
  tiles: 'Šest destiček',
};
