/** Spanish: the rules of a game. */

import type { Help } from '../words/help';

const numbers = ['cero', 'una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'];
const word = (n: number): string => numbers[n] ?? String(n);

export const help: Help = {
  title: 'Reglas de este juego',
  goal: (n) => [
    'El objetivo',
    `El equipo enciende ${word(n)} fuegos artificiales, uno de cada color. Cada uno es una fila de cartas, 1, 2, 3, 4, 5, en ese orden. Cada color tiene tres 1, dos 2, dos 3, dos 4 y un solo 5.`,
  ],
  hands: (n) => ['Las manos', `Cada jugador tiene ${word(n)} cartas y ve todas las manos menos la suya. De tus cartas solo ves el dorso.`],
  turn: ['Tu turno', 'Haz exactamente una cosa: dar una pista, descartar una carta o jugar una carta. No se puede pasar.'],
  clue: (n) => [
    'Dar una pista',
    `Cuesta una de las ${word(n)} fichas de pista. Elige a alguien y un color o un número: se señalan todas sus cartas de ese color o de ese número.`,
  ],
  emptyClues: 'Una pista también puede no señalar nada: «no tienes ningún 5».',
  discard: ['Descartar', 'Aparta una carta para siempre, boca arriba. Vuelve una ficha de pista y robas otra carta. Si ya están todas las fichas, no se puede.'],
  play: ['Jugar', 'Da la vuelta a una carta. Si es la siguiente de su fuego, se queda; si no, va a los descartes y es un error. Después robas. Quien completa un fuego con su última carta recupera una ficha de pista.'],
  mistakes: (n) => ['Los errores', `Con el ${n === 1 ? 'primer' : n === 2 ? 'segundo' : 'tercer'} error se acaba la partida, y se pierde.`],
  end: ['El final', 'Cuando se roba la última carta del mazo, cada jugador tiene un turno más, también quien la robó. Si antes se completan todos los fuegos, se gana en el acto.'],
  score: (n) => ['Los puntos', `Cada fuego vale su carta más alta. Lo máximo son ${n} puntos; una partida perdida no vale nada.`],
  bands: 'Lo que dice la gente',
  tips: 'Conviene saber',
  tip: [
    'Cambia el orden de tus cartas o gira alguna, para recordar lo que sabes.',
    'Se pueden consultar los descartes en cualquier momento.',
    'De la mayoría de las cartas hay otra igual: descartar a ciegas es un riesgo, no el fin del mundo.',
    'Cuando se pierden todas las copias de una carta, las siguientes de su fuego solo sirven ya para recuperar fichas de pista.',
  ],

  options: 'En este juego, además',
  multicolour: {
    own10: ['Un sexto color', 'Diez cartas multicolores forman su propio fuego. Las pistas las nombran como un color más: «dos cartas multicolores».'],
    own5: ['Un sexto color, cinco cartas', 'Hay una carta multicolor de cada número, y forman su propio fuego. Las pistas las nombran como un color más. No se puede perder ninguna.'],
    wild10: ['Todos los colores a la vez', 'Diez cartas multicolores forman su propio fuego. Cualquier pista de color las señala también: con dos azules y una multicolor oyes «tres cartas azules». Nadie puede decir «multicolor», y nunca sustituyen a la carta de otro fuego.'],
    wild5: ['Todos los colores a la vez, cinco cartas', 'Hay una carta multicolor de cada número, y forman su propio fuego. Cualquier pista de color las señala también; nadie puede decir «multicolor». Nunca sustituyen a la carta de otro fuego, y no se puede perder ninguna.'],
  },
  black: ['Pólvora negra', 'Diez cartas negras forman un fuego al revés: 5, 4, 3, 2, 1. Hay tres 5 y un solo 1. Ninguna pista de color las señala y nadie puede nombrar el negro; los números, sí. Completarlo devuelve una ficha de pista.'],
  blackScore: 'Cada carta negra que falta cuesta un punto: se empieza con −5, y cada carta negra colocada devuelve un punto.',
  switches: {
    tiles: ['Losetas bonus', 'Un fuego que se completa con un 5 descubre una loseta bonus en lugar de devolver una ficha de pista. La loseta se usa en el acto, y después robas.'],
    announce: ['Anunciar el color', 'Antes de dar la vuelta a una carta puedes decir su color. Si aciertas y encaja, vuelve una ficha de pista. Si no aciertas, es un error aunque la carta encajara.'],
    bouquet: ['Traca final', 'No hay última ronda. Se sigue sin mazo hasta completar todos los fuegos. Se pierde con el último error, cuando desaparece para siempre una carta que aún hacía falta, o cuando alguien no tiene ni cartas ni fichas de pista. Solo cuenta un cielo completo.'],
    noempty: ['Sin pistas vacías', 'Una pista tiene que señalar al menos una carta.'],
  },
  tiles: 'Las seis losetas',
};
