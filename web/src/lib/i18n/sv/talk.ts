/** Swedish: talk at the table. */

import { plural } from '../plural';
import type { TalkWords } from '../words/talk';

const form = plural('sv');

export const talk: TalkWords = {
  title: 'Prat',
  unread: (n) => `${n} ${form(n, { one: 'ny', other: 'nya' })}`,
  nothing: 'Ingen har sagt något än.',
  remarksTitle: 'Säg det med ett tryck',
  remarks: {
    hello: 'Hej.',
    'one-moment': 'Ett ögonblick, tack.',
    'take-your-time': 'Ta den tid du behöver.',
    'know-nothing': 'Jag vet inget om mina kort än.',
    remember: 'Minns du dina kort?',
    'well-done': 'Snyggt jobbat.',
    thanks: 'Tack.',
    oops: 'Hoppsan.',
    'good-game': 'Fint spelat, allihop.',
  },
  field: 'Säg något',
  send: 'Skicka',
  whyNot: {
    watching: 'Du tittar på: vid det här bordet pratar bara spelarna.',
    clues: 'Under partiet sägs bara ledtrådar här. Efteråt får alla prata.',
    remarks: 'Under partiet håller sig bordet till de här replikerna.',
    hush: 'Nu får bara den vars tur det är prata.',
  },
  somebody: 'Någon',
  lines: {
    seated: '{who} sätter sig.',
    left: '{who} har lämnat sin plats.',
    replaced: '{who} svarar inte längre; en försiktig bott spelar vidare.',
    'asked-back': '{who} vill gärna ta tillbaka ett drag.',
    agreed: '{who} är med på det.',
    declined: '{who} vill hellre spela vidare.',
    'took-back': '{who} tar tillbaka ett drag.',
    ended: '{who} avslutar spelet här.',
    watched: '{who} tittar på och ser alla händer.',
  },
};
