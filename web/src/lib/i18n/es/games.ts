/** Spanish: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('es');
const games_ = (n: number): string => form(n, { one: 'partida', other: 'partidas' });

export const games: Games = {
  title: 'Mis partidas',
  loading: 'Buscando tus partidas…',
  failed: 'Ahora mismo no se pueden mostrar tus partidas.',
  tryAgain: 'Probar otra vez',
  none: 'Tu cielo sigue a oscuras.',
  noneAbout: 'Cada partida que termines se guarda aquí, para volver a verla cuando quieras.',
  playOne: 'Jugar la primera',

  list: 'Todas las partidas',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'turno', other: 'turnos' })}`,
  results: { won: 'perfecta', scored: 'terminada', lost: 'perdida', stopped: 'interrumpida', unfinished: 'inacabada' },
  more: (n) => `${n} ${games_(n)} más`,

  filters: 'Qué partidas',
  variant: 'Juego',
  anyVariant: 'Cualquier juego',
  players: 'Jugadores',
  anyPlayers: 'Cualquier número',
  result: 'Resultado',
  anyResult: 'Cualquiera',
  company: 'Compañeros',
  anyCompany: 'Cualquiera',
  companies: { bots: 'Con bots', people: 'Solo personas' },
  noMatch: 'No hay ninguna partida así.',
  showAll: 'Ver todas',

  scores: 'Puntuaciones',
  average: 'media',
  best: 'récord',
  running: (n) => `media de las últimas ${n}`,
  notCounted: 'Las partidas interrumpidas no cuentan aquí.',
  moreVariants: (n) => `${n} ${form(n, { one: 'variante', other: 'variantes' })} más`,

  open: 'Abrir un archivo',
  openAbout: 'Una partida de Tamaya o de hanab.live.',
  pasteLink: 'O pega un enlace de hanab.live',
  openLink: 'Abrir el enlace',
  dropIt: 'También puedes soltar el archivo en cualquier parte de esta página.',
  letGo: 'Suelta para abrirlo',
  opening: 'Leyendo…',
  refused: {
    'not-understood': 'En este archivo no encontramos ninguna partida que sepamos leer.',
    'too-long': 'Este archivo es demasiado grande. Una partida ocupa 200 kB como mucho.',
    'too-much': 'Son muchos archivos seguidos. Descansa un poco y prueba más tarde.',
    'your-space-full': 'Las partidas que has subido ocupan todo tu espacio aquí. No caben más.',
    'space-full': 'En este servidor ya no queda espacio para partidas subidas.',
    busy: 'Ahora mismo llegan muchas partidas a la vez. Prueba dentro de un momento.',
  },
  openFailed: 'El archivo no ha llegado. Prueba dentro de un momento.',
  opened: 'La partida ya está aquí.',
  leftOut: 'Del archivo no se conserva:',
  look: 'Verla',
};
