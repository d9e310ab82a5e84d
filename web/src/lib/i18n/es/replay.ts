/** Spanish: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Cargando la partida…',
  failed: 'Ahora mismo no se puede cargar la partida.',
  tryAgain: 'Probar otra vez',

  controls: 'La partida, paso a paso',
  asDealt: 'El reparto',
  turn: (turn, turns) => `Turno ${turn} de ${turns}`,
  tile: 'loseta bonus',
  first: 'Volver al reparto',
  previous: 'Un paso atrás',
  next: 'Un paso adelante',
  last: 'Ir al final',
  run: 'Reproducir',
  pause: 'Pausa',
  keys: {
    step: 'un paso atrás, un paso adelante',
    ends: 'al reparto, al final',
    run: 'reproducir o pausar',
    help: 'esta lista',
  },

  eyes: 'Punto de vista',
  openHands: 'Manos a la vista',
  isYou: (name) => `${name} (tú)`,

  moves: 'La partida entera',

  about: 'Esta partida',
  fromFile: 'de un archivo',
  unfinished: 'El archivo se acaba antes que la partida.',
  playDeal: 'Jugar este reparto',
  playDealAbout: 'Las mismas cartas en el mismo orden. ¿Y si esta vez sale mejor?',
  withBots: 'Con bots',
  withFriends: 'Con amigos',
  copyTurn: 'Enlace a este turno',
  byHand: 'Copia esta dirección:',
  passOn: 'Compartir',
  tamayaFile: 'Archivo Tamaya',
  hanabliveFile: 'Archivo hanab.live',
  hanabliveLink: 'Enlace hanab.live',
  cannotCarry: 'hanab.live no tiene partidas como esta, así que no hay archivo.',
  leftBehind: 'Guardado. Este formato deja fuera:',
  linkLeavesOut: 'Enlace copiado. Deja fuera:',
  noted: (text) => `nota: ${text}`,
  downloadFailed: 'Ahora mismo no se puede guardar el archivo. Prueba dentro de un momento.',
};
