/** Czech: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Nastavení',
  switches: {
    sound: ['Zvuk', 'zvon, když jsi na tahu, ohňostroj, když karta sedne'],
    vibration: ['Vibrace', 'krátké zavibrování, když jsi na tahu'],
    notifications: ['Upozornění', 'když jsi na tahu a díváš se jinam'],
    singleKeys: ['Zkratky jednou klávesou', 'p hraje, d zahazuje, písmena a číslice napovídají'],
    counting: ['Pomoc s počítáním', 'na tvých kartách: čím ještě můžou být podle všeho, co vidíš'],
  },
  notificationsBlocked: 'Prohlížeč této stránce upozornění nedovoluje. Změnit to jde v jeho nastavení.',
  notificationsMissing: 'Tento prohlížeč tu upozornění nepodporuje.',
  vibrationMissing: 'Toto zařízení vibrovat neumí.',
  pace: 'Ostatní hrají',
  paces: { quick: 'rychle', easy: 'v klidu', slow: 'pomalu' },
  theme: 'Obloha',
  themes: { system: 'podle zařízení', dark: 'noc', light: 'den' },

  keys: {
    move: 'pohyb mezi kartami a spoluhráči',
    choose: 'vybrat a potvrdit',
    play: 'zahrát vybranou kartu',
    discard: 'zahodit vybranou kartu',
    value: 'napovědět tohle číslo; podruhé potvrdit',
    colour: 'napovědět nebo ohlásit barvu: červená, žlutá, zelená, bílá, modrá, duhová, černá; podruhé potvrdit',
    order: 'posunout vybranou kartu doleva, doprava',
    turn: 'otočit vybranou kartu',
    note: 'soukromá poznámka k vybrané kartě',
    back: 'ohlédnout se; potom krok zpět, krok vpřed',
    next: 'další tlačítko',
    cancel: 'radši ne',
    help: 'tento seznam',
  },
  singleKeysOff: 'Zkratky jednou klávesou jsou v nastavení vypnuté.',

  canBe: 'Podle počtu karet to může být',
  skipFinale: 'Dál ťuknutím nebo klávesou',
};
