/** Swedish: before a game. */

import { plural } from '../plural';
import type { Lobby } from '../words/lobby';

const form = plural('sv');

export const lobby: Lobby = {
  inviteTitle: 'Bjud in vänner',
  inviteLocked: 'Skicka den här adressen till dina vänner och berätta lösenordet.',
  inviteLook: 'Den som öppnar den här adressen kan titta på.',
  inviteWait: 'Ingen plats är ledig, och under partiet visar bordet ingenting.',
  share: 'Dela…',
  showCode: 'QR-kod',
  hideCode: 'Dölj koden',
  code: 'QR-kod till bordets adress',
  copyByHand: 'Webbläsaren låter oss inte kopiera. Adressen är markerad: kopiera den för hand.',
  onlyHere: 'Adressen fungerar bara på den här datorn. Starta servern med {command}, så kan mobiler i samma nät vara med.',

  seats: 'Platser',
  host: 'värd',
  away: 'borta',
  onlookers: (n) => `${n} ${form(n, { one: 'person tittar', other: 'personer tittar' })} på`,
  fillWithBots: 'Bottar på lediga platser',
  whichBot: (name) => `Vilken bott är ${name}?`,
  bots: {
    partner: ['Medspelare', 'Spelar efter de vanor som folk kan och berättar varför. Den att spela med.'],
    'partner-1': ['Medspelare, nybörjare', 'Ledtrådarna säger vad som kan spelas och vad som ska behållas, inget mer.'],
    'partner-3': ['Medspelare, van', 'Djärv: räknar med att du spelar kort osedda, till och med två i rad.'],
    cautious: ['Försiktig', 'Spelar bara det som säkert passar och säger vad du kan spela. Ett lugnt sällskap.'],
    hat: ['Hatt', 'Talar en kod som bara dess likar kan läsa. Det starkaste laget, men ingen partner för människor.'],
    net: ['Självlärd', 'Lärde sig spelet genom att spela med sig själv. Ett starkt lag, men med egna vanor: ingen partner för människor.'],
    random: ['Slumpvis', 'Gör vad som helst som reglerna tillåter. För skojs skull, eller för att prova.'],
  },
  clearSure: 'Verkligen göra den ledig?',
  makeHost: 'Gör till värd',
  more: (name) => `Mer om ${name}`,
  full: 'Alla platser är tagna. Stanna och titta på.',
  curtain: 'Medan ett parti pågår visas bordet inte för åskådare.',
  gameOn: ['Ett parti pågår', 'Värden låter ingen titta på förrän det är slut.'],
  hotSeat: ['Vi delar på en enhet', 'Samma person kan sitta på flera platser. Händerna är dolda tills enheten har bytt händer.'],
  nameForSeat: (place) => `Namn för plats ${place}`,

  doors: 'Vem som får komma in',
  listed: ['Bland de öppna borden', 'Alla på den här servern hittar bordet och kan vara med eller titta på.'],
  notListed: 'Inte på listan: bara den som har länken hittar hit.',
  isListed: 'På listan över öppna bord.',
  lockTitle: 'Lösenord',
  isLocked: 'Den som kommer nu behöver lösenordet.',
  isOpen: 'Inget lösenord: länken räcker.',
  password: 'Lösenord',
  lock: 'Lås',
  unlock: 'Ta bort det',
  watchTitle: 'Åskådare ser',
  watches: {
    nothing: ['ingenting', 'Ingenting av partiet förrän det är slut.'],
    table: ['bordet', 'Fyrverkerier, kasthög, ledtrådar och det som har sagts; inga händer.'],
    hands: ['alla händer', 'Allt, händerna också. Den som har tittat på kan inte ta en plats i det partiet.'],
  },

  knockTitle: 'Bordet har ett lösenord',
  knockAbout: 'Den som bjöd in dig kan det.',
  knock: 'Kom in',

  whatWePlay: 'Vad vi spelar',
  rules: 'Regler',
  dealSet: ['Given är bestämd', 'Korten ligger som i ett parti som redan har spelats. Med andra val blir det en ny giv.'],
  playSetDeal: 'Spela den här given',
  dealAnew: 'Blanda om',
  sameDealAgain: 'Samma giv igen',
  back: 'Tillbaka till resultatet',

  refused: {
    'seated-already': 'Du har redan en plats.',
    'not-seated': 'Ingen sitter där nu.',
    'no-such-seat': 'Den platsen finns inte.',
    'no-such-bot': 'Servern känner inte till den botten.',
    'bad-settings': 'Det går inte att spela så.',
    present: 'Den som sitter där är här.',
    'saw-cards': 'Du har sett de här korten under partiet, så den platsen är inte för dig.',
    locked: 'Bordet kräver ett lösenord.',
    'wrong-password': 'Det är inte lösenordet.',
    'bad-password': 'Ett lösenord har högst 100 tecken.',
    'too-much': 'Lite väl fort. Vänta en stund och försök igen.',
  },
};
