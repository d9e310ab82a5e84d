/** Polish: talk at the table. */

import type { TalkWords } from '../words/talk';

export const talk: TalkWords = {
  title: 'Rozmowa',
  unread: (n) => `nowe: ${n}`,
  nothing: 'Nikt się jeszcze nie odezwał.',
  remarksTitle: 'Jednym dotknięciem',
  remarks: {
    hello: 'Cześć.',
    'one-moment': 'Chwileczkę, proszę.',
    'take-your-time': 'Spokojnie, mamy czas.',
    'know-nothing': 'Nic jeszcze nie wiem o swoich kartach.',
    remember: 'Pamiętasz swoje karty?',
    'well-done': 'Dobra robota.',
    thanks: 'Dziękuję.',
    oops: 'Ups.',
    'good-game': 'Dobra gra.',
  },
  field: 'Powiedz coś',
  send: 'Wyślij',
  whyNot: {
    watching: 'Oglądasz grę: przy tym stole rozmawiają tylko gracze.',
    clues: 'Podczas gry przy tym stole padają tylko wskazówki. Potem rozmawiają wszyscy.',
    remarks: 'Podczas gry przy tym stole padają tylko te zdania.',
    hush: 'Teraz mówi tylko ten, czyja jest kolej.',
  },
  somebody: 'Ktoś',
  lines: {
    seated: '{who} siada do stołu.',
    left: '{who} zwalnia miejsce.',
    replaced: '{who} nie odpowiada; dalej gra ostrożny bot.',
    'asked-back': '{who} chce cofnąć ruch.',
    agreed: '{who} się zgadza.',
    declined: '{who} woli grać dalej.',
    'took-back': '{who} cofa ruch.',
    ended: '{who} kończy grę w tym miejscu.',
    watched: '{who} ogląda grę i widzi wszystkie karty.',
  },
};
