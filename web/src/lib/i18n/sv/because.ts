/** Swedish: why bots do what they do. */

import type { Because } from '../words/because';

export const because: Because = {
  ask: 'Varför?',
  reasons: {
    'knows-it-fits': 'Det här kortet passar, det är helt säkert.',
    'nothing-to-lose': 'Sista rundan: ett misstag kostar inget längre, och kortet kanske passar.',
    likeliest: 'Inget annat går att göra, och det här kortet är det som troligast passar.',
    useless: 'Inget fyrverkeri behöver det här kortet längre.',
    'never-told': 'Det är det äldsta kortet som ingen ledtråd har pekat på.',
    'least-risk': 'Av korten som kan kastas är det här nog det som behövs minst.',
    warns: 'Det sista exemplaret av ett kort var på väg att kastas.',
    helps: 'Där finns ett kort som passar, och det här hjälper till att hitta det.',
    'tells-most': 'Ingen annan ledtråd säger så mycket om kort som ännu behövs.',
    'nothing-better': 'Det finns inget bättre att göra, och det här skadar ingen.',
    'pointed-at': 'Ledtråden från {by} pekade på det här kortet.',
    'was-told': 'Ledtråden från {by} sa att det här kortet kan spelas.',
    'was-called': 'En ledtråd från {by} till någon annan betyder att det här kortet, det nyaste, ska spelas först.',
    'play-clue': 'Det gäller det här kortet: {card}. Det kan spelas.',
    'save-clue': 'Det gäller det här kortet: {card}. Det stod på tur att kastas och bör behållas.',
    'prompt-clue': 'Det gäller det här kortet: {card}. Före det ska {by} spela ett kort som redan har pekats ut.',
    'finesse-clue': 'Det gäller det här kortet: {card}. Före det ska {by} spela sitt nyaste kort i blindo.',
    'fix-clue': 'Ett kort som inte passar höll på att spelas.',
    'fits-by-code': 'Enligt vår kod passar det här kortet.',
    'useless-by-code': 'Enligt vår kod behöver inget fyrverkeri det här kortet längre.',
    'worth-a-try': 'Det passar troligen, och om inte går inget förlorat som behövs.',
    'code-clue': 'I vår kod är den här ledtråden ett tal, och den säger alla något om den egna handen.',
    'code-discard': 'Flera kort behövs inte längre. Vilket av dem som kastas är ett tal i vår kod.',
    'worked-out': 'Så få kort är kvar att dra att slutet går att räkna ut: det här ger flest poäng.',
    'tile-places': 'Ett kort kommer genast på plats i sitt fyrverkeri.',
    'tile-regains': 'Med det här kortet kan ett fyrverkeri växa vidare igen.',
    'tile-needed': 'Av alla kastade kort är det här det som behövs mest.',
  },
};
