/** Spanish: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('es');

export const front: Front = {
  yourTables: 'Tus mesas',
  goOn: 'Seguir',
  gathering: 'sin empezar',
  openTables: 'Mesas abiertas',
  noOpenTables: 'Ahora mismo ninguna mesa busca jugadores. Abre una, ponla en la lista y aparecerá aquí.',
  join: 'Entrar',
  watchTables: 'Partidas para mirar',
  noWatchTables: 'El cielo está en calma: no hay ninguna partida que mirar.',
  watch: 'Mirar',
  freeSeats: (n) => `${n} ${form(n, { one: 'sitio libre', other: 'sitios libres' })}`,
  bots: (n) => `${n} ${form(n, { one: 'bot', other: 'bots' })}`,
  locked: 'con contraseña',
  openHands: 'manos a la vista',
  turn: (n) => `turno ${n}`,
  points: (n) => `${signed(n)} ${form(n, { one: 'punto', other: 'puntos' })}`,
  listsFailed: 'Ahora no se pueden ver las mesas. Seguimos intentándolo.',

  ways: 'Y además',
  newHere: '¿Primera vez aquí?',
  learn: 'Aprende a jugar',
  myGames: 'Mis partidas',
  openReplay: 'Abrir un archivo de partida',

  device: 'Otro dispositivo',
  deviceTitle: 'Pasar a otro dispositivo',
  deviceAbout: 'Escanea este código o abre este enlace en el otro dispositivo. Tus sitios y tus partidas van contigo.',
  deviceCare: 'Con este enlace se juega en tu nombre, así que no lo compartas. Sirve una sola vez, durante una hora.',
  deviceFailed: 'Ahora no hay enlace. Prueba dentro de un momento.',
  deviceCode: 'Código QR de tu enlace personal',
  devices: 'Dispositivos que juegan en tu nombre',
  deviceHere: 'este',
  deviceUnknown: 'Otro navegador',
  deviceSeen: (when) => `visto ${when}`,
  signOut: 'Cerrar sesión',
  signOutAll: 'Cerrar sesión en todos los demás',
  signOutFailed: 'No ha funcionado. Prueba dentro de un momento.',
  signedOut: 'Se cerró la sesión en este dispositivo',
  signedOutAbout: 'Se hizo desde otro de tus dispositivos. A partir de ahora, aquí empiezas de cero.',
  claimTitle: '¿Seguir jugando aquí?',
  claimAsk: 'Este enlace personal trae a este navegador los sitios y las partidas de otro dispositivo. Lo que tenía este navegador hasta ahora se queda atrás.',
  claimYes: 'Sí, traerlo todo',
  claimNo: 'No, gracias',
  claimDone: 'Ya está. Tus sitios y tus partidas han venido contigo.',
  claimFailed: 'Este enlace personal ya no sirve. Vale una sola vez, durante una hora: crea otro en tu dispositivo.',

  nowhere: 'Aquí no hay nada',
  noTable: 'Aquí no hay ninguna mesa',
  damagedTable: 'No se puede mostrar esta mesa',
  damagedAbout: 'Su registro en el servidor está dañado. Las demás mesas están bien; avisa a quien administra este servidor.',
  noGame: 'Aquí no hay ninguna partida',
  nowhereAbout: 'Puede que el enlace esté incompleto, o que aquí se apagaran las luces hace tiempo.',

  wrongVariant: {
    unknown: (words, said) => `La dirección pide el juego «${said}», pero no conocemos «${words}».`,
    twice: (words, said) => `La dirección pide el juego «${said}», que nombra «${words}» más de una vez.`,
    'two-multicolours': (words, said) =>
      `La dirección pide el juego «${said}». Las cartas multicolores solo pueden ser de una clase, no ${words}.`,
    'base-and-more': (words, said) =>
      `La dirección pide el juego «${said}». «base» significa solo los cinco colores, así que no va con ${words}.`,
    'empty-word': () => 'La dirección pide un juego, pero le falta una palabra.',
    'too-long': () => 'La dirección pide un juego de nombre larguísimo. No lo conocemos.',
  },
  wrongPlayers: 'Hanabi es un juego de dos a cinco jugadores.',
  standardInstead: 'Aquí tienes el juego estándar; en «Cambiar» están todos los demás.',
};
