/** Swedish: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('sv');

export const front: Front = {
  yourTables: 'Dina bord',
  goOn: 'Spela vidare',
  gathering: 'före spelet',
  openTables: 'Öppna bord',
  noOpenTables: 'Inget bord väntar på spelare just nu. Öppna ett och sätt det på listan, så står det här.',
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
  deviceCare: 'Den som öppnar länken spelar som du, så behåll den för dig själv. Den gäller en gång, inom en timme.',
  deviceFailed: 'Det går inte att få en länk just nu. Försök igen om en stund.',
  deviceCode: 'QR-kod till din personliga länk',
  devices: 'Enheter som spelar som du',
  deviceHere: 'den här',
  deviceUnknown: 'En annan webbläsare',
  deviceSeen: (when) => `senast här ${when}`,
  signOut: 'Logga ut',
  signOutAll: 'Logga ut alla andra',
  signOutFailed: 'Det gick inte. Försök igen om en stund.',
  signedOut: 'Den här enheten har loggats ut',
  signedOutAbout: 'Det gjordes från en annan av dina enheter. Härifrån är du nu en ny besökare.',
  claimTitle: 'Spela vidare här?',
  claimAsk: 'Den personliga länken tar med platser och partier från en annan enhet hit. Det som den här webbläsaren hade tidigare blir kvar utanför.',
  claimYes: 'Ja, ta hit allt',
  claimNo: 'Nej, låt bli',
  claimDone: 'Framme. Dina platser och partier följde med.',
  claimFailed: 'Den personliga länken gäller inte längre. Den fungerar en gång, inom en timme: gör en ny på din andra enhet.',

  nowhere: 'Här finns ingenting',
  noTable: 'Här finns inget bord',
  damagedTable: 'Det här bordet kan inte visas',
  damagedAbout: 'Det som sparats om det på servern är skadat. Andra bord mår bra; säg till den som sköter servern.',
  noGame: 'Här finns inget parti',
  nowhereAbout: 'Länken är kanske inte hel, eller så slocknade ljusen här för länge sedan.',

  wrongVariant: {
    unknown: (words, said) => `Adressen ber om spelet ”${said}”, men vi känner inte till ”${words}”.`,
    twice: (words, said) => `Adressen ber om spelet ”${said}”, där ”${words}” står mer än en gång.`,
    'two-multicolours': (words, said) =>
      `Adressen ber om spelet ”${said}”. De flerfärgade korten kan bara vara av ett slag, inte ${words}.`,
    'base-and-more': (words, said) =>
      `Adressen ber om spelet ”${said}”. ”base” betyder bara de fem färgerna och går inte ihop med ${words}.`,
    'empty-word': () => 'Adressen ber om ett spel, men det fattas ett ord.',
    'too-long': () => 'Adressen ber om ett spel med väldigt långt namn. Det känner vi inte till.',
  },
  wrongPlayers: 'Man är två till fem som spelar.',
  standardInstead: 'Här är det vanliga spelet i stället; ”Ändra” visar alla andra.',
};
