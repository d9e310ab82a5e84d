/** Czech: talk at the table. */

import type { TalkWords } from '../words/talk';

export const talk: TalkWords = {
  title: 'Povídání',
  unread: (n) => `nové: ${n}`,
  nothing: 'Zatím nikdo nic neřekl.',
  remarksTitle: 'Jedním ťuknutím',
  remarks: {
    hello: 'Ahoj.',
    'one-moment': 'Chvilku, prosím.',
    'take-your-time': 'Času dost.',
    'know-nothing': 'O svých kartách zatím nic nevím.',
    remember: 'Pamatuješ si svoje karty?',
    'well-done': 'Dobrá práce.',
    thanks: 'Díky.',
    oops: 'Jejda.',
    'good-game': 'Pěkná hra.',
  },
  field: 'Řekni něco',
  send: 'Odeslat',
  whyNot: {
    watching: 'Díváš se: u tohoto stolu mluví jen hráči.',
    clues: 'Během hry se tu říkají jen nápovědy. Potom mluví všichni.',
    remarks: 'Během hry si tenhle stůl vystačí s těmito větami.',
    hush: 'Teď mluví jen ten, kdo je na tahu.',
  },
  somebody: 'Někdo',
  lines: {
    seated: '{who} si sedá ke stolu.',
    left: '{who} uvolňuje místo.',
    replaced: '{who} neodpovídá; dál hraje opatrný robot.',
    'asked-back': '{who} chce vzít tah zpět.',
    agreed: '{who} souhlasí.',
    declined: '{who} chce radši hrát dál.',
    'took-back': '{who} bere tah zpět.',
    ended: '{who} tady hru ukončuje.',
    watched: '{who} se dívá a vidí všechny karty.',
  },
};
