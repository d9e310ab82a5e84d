/** Swedish: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Inställningar',
  switches: {
    sound: ['Ljud', 'en klocka när det är din tur, fyrverkeri när ett kort landar'],
    vibration: ['Vibration', 'ett kort surr när det är din tur'],
    notifications: ['Aviseringar', 'när det är din tur och du tittar åt annat håll'],
    singleKeys: ['Kommandon med en tangent', 'p spelar, d kastar, bokstäver och siffror ger ledtrådar'],
    counting: ['Hjälp att räkna', 'på dina kort: vad de ännu kan vara, utifrån alla kort du ser'],
  },
  notificationsBlocked: 'Webbläsaren tillåter inga aviseringar från den här sidan. Det går att ändra i dess inställningar.',
  notificationsMissing: 'Den här webbläsaren stöder inte aviseringar här.',
  vibrationMissing: 'Den här enheten kan inte vibrera.',
  pace: 'De andra spelar',
  paces: { quick: 'snabbt', easy: 'lugnt', slow: 'sakta' },
  theme: 'Himmel',
  themes: { system: 'som enheten', dark: 'natt', light: 'dag' },

  keys: {
    move: 'gå mellan kort och medspelare',
    choose: 'välj, och bekräfta',
    play: 'spela det valda kortet',
    discard: 'kasta det valda kortet',
    value: 'ge den siffran som ledtråd; en gång till bekräftar',
    colour: 'ge som ledtråd eller annonsera röd, gul, grön, vit, blå, flerfärgad, svart; en gång till bekräftar',
    order: 'flytta det valda kortet åt vänster, åt höger',
    turn: 'vrid det valda kortet',
    note: 'en privat anteckning om det valda kortet',
    back: 'se tillbaka; sedan ett steg bakåt, ett steg framåt',
    next: 'nästa knapp',
    cancel: 'avbryt',
    help: 'den här listan',
  },
  singleKeysOff: 'Kommandon med en tangent är avstängda i inställningarna.',

  canBe: 'Enligt räkningen kan det vara',
  skipFinale: 'Tryck var som helst för att gå vidare',
};
