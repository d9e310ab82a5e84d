/** Swedish: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('sv');

export const front: Front = {
  yourTables: 'Dina bord',
  goOn: 'Spela vidare',
  gathering: 'inte börjat än',
  openTables: 'Öppna bord',
  noOpenTables: 'Inget bord väntar på spelare just nu. Öppna ett och sätt det på listan, så syns det här.',
  join: 'Gå med',
  watchTables: 'Partier att titta på',
  noWatchTables: 'Himlen är stilla: inget att titta på just nu.',
  watch: 'Titta på',
  freeSeats: (n) => `${n} ${form(n, { one: 'ledig plats', other: 'lediga platser' })}`,
  bots: (n) => `${n} ${form(n, { one: 'bott', other: 'bottar' })}`,
  locked: 'med lösenord',
  openHands: 'öppna händer',
  turn: (n) => `tur ${n}`,
  points: (n) => `${signed(n)} poäng`,
  listsFailed: 'Borden går inte att visa just nu. Vi försöker igen.',

  ways: 'Mer',
  newHere: 'Ny här?',
  learn: 'Lär dig spela',
  myGames: 'Mina partier',
  openReplay: 'Öppna en partifil',

  device: 'Annan enhet',
  deviceTitle: 'Byt enhet',
  deviceAbout: 'Skanna koden eller öppna länken på den andra enheten. Dina platser och partier följer med.',
  deviceCare: 'Den som öppnar länken spelar i ditt namn, så behåll den för dig själv. Den gäller en gång, inom en timme.',
  deviceFailed: 'Det går inte att få en länk just nu. Försök igen om en stund.',
  deviceCode: 'QR-kod till din personliga länk',
  devices: 'Enheter som spelar i ditt namn',
  deviceHere: 'den här',
  deviceUnknown: 'En annan webbläsare',
  deviceSeen: (when) => `senast här ${when}`,
  signOut: 'Logga ut',
  signOutAll: 'Logga ut alla andra',
  signOutFailed: 'Det gick inte. Försök igen om en stund.',
  signedOut: 'Den här enheten har loggats ut',
  signedOutAbout: 'Det gjordes från en annan av dina enheter. Här är du nu en ny besökare.',
  claimTitle: 'Spela vidare här?',
  claimAsk: 'Den personliga länken tar med platser och partier från en annan enhet hit. Det som den här webbläsaren hade tidigare följer inte med.',
  claimYes: 'Ja, ta hit allt',
  claimNo: 'Nej tack',
  claimDone: 'Klart. Dina platser och partier följde med.',
  claimFailed: 'Den personliga länken gäller inte längre. Den fungerar en gång, inom en timme: gör en ny på din andra enhet.',

  nowhere: 'Här finns ingenting',
  noTable: 'Här finns inget bord',
  damagedTable: 'Det här bordet kan inte visas',
  damagedAbout: 'Det som sparats om det på servern är skadat. Andra bord mår bra; säg till den som sköter servern.',
  noGame: 'Här finns inget parti',
  nowhereAbout: 'Länken är kanske ofullständig, eller så slocknade ljusen här för länge sedan.',

  wrongVariant: {
    unknown: (words, said) => `Adressen gäller spelet ”${said}”, men vi känner inte till ”${words}”.`,
    twice: (words, said) => `Adressen gäller spelet ”${said}”, där ”${words}” står mer än en gång.`,
    'two-multicolours': (words, said) =>
      `Adressen gäller spelet ”${said}”. De flerfärgade korten kan bara vara av ett slag, inte ${words}.`,
    'base-and-more': (words, said) =>
      `Adressen gäller spelet ”${said}”. ”base” betyder bara de fem färgerna och går inte ihop med ${words}.`,
    'empty-word': () => 'Adressen gäller ett spel, men det fattas ett ord.',
    'too-long': () => 'Adressen gäller ett spel med väldigt långt namn. Det känner vi inte till.',
  },
  wrongPlayers: 'Hanabi är för två till fem spelare.',
  standardInstead: 'Här är det vanliga spelet i stället; ”Ändra” visar alla andra.',
};
