/** Spanish: talk at the table. */

import type { TalkWords } from '../words/talk';

export const talk: TalkWords = {
  title: 'Charla',
  unread: (n) => `${n} sin leer`,
  nothing: 'Aún no se ha dicho nada.',
  remarksTitle: 'Dilo con un toque',
  remarks: {
    hello: 'Hola.',
    'one-moment': 'Un momento, por favor.',
    'take-your-time': 'Tómate tu tiempo.',
    'know-nothing': 'Aún no sé nada de mis cartas.',
    remember: '¿Te acuerdas de tus cartas?',
    'well-done': 'Bien jugado.',
    thanks: 'Gracias.',
    oops: 'Ups.',
    'good-game': 'Buena partida.',
  },
  field: 'Di algo',
  send: 'Enviar',
  whyNot: {
    watching: 'Estás mirando: en esta mesa habla quien juega.',
    clues: 'En esta mesa, durante la partida solo se dicen pistas. Después se habla de todo.',
    remarks: 'Durante la partida, en esta mesa solo se dicen estas frases.',
    hush: 'Ahora solo habla quien tiene el turno.',
  },
  somebody: 'Alguien',
  lines: {
    seated: '{who} se sienta.',
    left: '{who} ha dejado su sitio.',
    replaced: '{who} ya no responde; sigue un bot prudente.',
    'asked-back': '{who} querría deshacer una jugada.',
    agreed: '{who} está de acuerdo.',
    declined: '{who} prefiere seguir.',
    'took-back': '{who} deshace una jugada.',
    ended: '{who} deja la partida aquí.',
    watched: '{who} está mirando y ve todas las manos.',
  },
};
