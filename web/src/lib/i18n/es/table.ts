/** Spanish: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('es');

export const table: TableWords = {
  cardMore: 'Orden, giro, nota',
  moveLeft: 'A la izquierda',
  moveRight: 'A la derecha',
  turn: 'Girar',
  turnBack: 'Enderezar',
  turned: 'girada',
  note: 'Nota',
  noteFor: (place) => `Nota sobre tu carta ${place}`,
  noteAbout: 'Solo tú puedes leerla. Va con la carta.',
  noteSave: 'Guardar',
  noteWipe: 'Borrar',
  noted: (text) => `tu nota: ${text}`,

  lookBack: 'Mirar atrás',
  lookingBack: 'Mirando atrás',
  backToNow: 'Volver al juego',
  newMoves: (n) => `${n} ${form(n, { one: 'jugada nueva', other: 'jugadas nuevas' })}`,
  lookBackFailed: 'Ahora no se puede mirar atrás. Prueba dentro de un momento.',

  takeBack: 'Deshacer',
  asksBack: (name, n) => `${name} querría deshacer ${form(n, { one: 'la última jugada', other: `las últimas ${n} jugadas` })}.`,
  agree: 'De acuerdo',
  decline: 'No, sigamos',
  youAsked: 'Has pedido deshacer tu jugada. Deciden los demás.',
  askedBy: (name) => `${name} ha pedido deshacer una jugada. Deciden los demás.`,
  takeBacksLeft: (n) => `${form(n, { one: 'queda', other: 'quedan' })} ${n}`,
  takenBack: (n) => `${n} ${form(n, { one: 'vuelta atrás', other: 'vueltas atrás' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'jugada deshecha', other: 'jugadas deshechas' })}`,
  awayDecides: 'Quien no está responderá cuando vuelva.',

  knownDeal: {
    replayed: ['Reparto conocido', 'Este reparto ya se ha jugado: puede que alguien conozca las cartas.'],
    uploaded: ['Reparto de archivo', 'Este reparto viene de un archivo: puede que alguien conozca las cartas.'],
  },

  isAway: (name) => `${name} no está.`,
  freeSeatToMove: (place) => `Le toca al sitio ${place} y ahí no hay nadie.`,
  hostCan: 'El anfitrión puede dejar que siga un bot.',
  botPlaysOn: 'Que siga un bot',
  clearSeat: 'Liberar el sitio',
  hostAway: 'El anfitrión no está: ahora repartes tú.',
  seatWaits: (place) => `El sitio ${place} está libre. Puedes seguir la partida desde ahí.`,
  sitDown: 'Sentarme',
  keptBy: (name) => `Tu sitio: ${name} juega por ti.`,
  keptFree: (place) => `El sitio ${place} es tuyo y ahí no juega nadie.`,
  takeSeat: 'Recuperar mi sitio',
  sawHands: 'Hay un sitio libre, pero aquí los espectadores ven todas las manos. Podrás sentarte cuando acabe la partida.',

  passTo: (name) => `Pásale el dispositivo a ${name}`,
  passAbout: 'Los demás miran a otro lado.',
  iAm: (name) => `Soy ${name}`,

  replay: 'Ver la repetición',

  refused: {
    'not-arrived': 'La conexión se cortó antes de que llegara tu jugada. Prueba otra vez.',
    'bad-arrangement': 'Tu mano ha cambiado mientras tanto.',
    'bad-note': 'Una nota puede tener hasta 100 caracteres y va en una carta de tu mano.',
    'bad-text': 'Un mensaje debe tener de 1 a 300 caracteres visibles.',
    'no-talk': 'En esta mesa no se habla así durante la partida.',
    hush: 'Ahora solo habla quien tiene el turno.',
    'no-take-back': 'En esta mesa, lo jugado, jugado está.',
    'nothing-to-take-back': 'Ya no hay nada que deshacer.',
    'nobody-to-agree': 'No hay nadie más que pueda decir que sí: solo se puede deshacer una pista, y solo hasta la siguiente jugada.',
    'no-more-take-backs': 'En esta partida ya se han deshecho jugadas veinte veces. A partir de ahora, lo jugado, jugado está.',
    'asked-too-often': 'En esta partida ya se ha pedido bastantes veces. Lo jugado, jugado está.',
  },
};
