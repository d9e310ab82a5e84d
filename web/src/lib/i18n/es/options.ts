/** Spanish: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('es');
const numbers = ['ningún', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete'];
const word = (n: number): string => numbers[n] ?? String(n);
const cards = (n: number): string => `${n} ${form(n, { one: 'carta', other: 'cartas' })}`;

export const options: OptionsWords = {
  title: 'Opciones',
  use: 'Jugar así',

  howToChoose: 'Qué juego',
  fromBox: 'Según tu caja',
  mix: 'A tu gusto',
  box: 'Caja',
  editions: {
    fr: ['Caja grande francesa', 'Cocktail Games, «Grands Feux»: cartas multicolores y negras, losetas bonus.'],
    pl: ['Caja grande polaca', 'Rebel: cartas multicolores y negras, losetas bonus.'],
    sv: ['Caja pequeña sueca', 'Cinco cartas multicolores y el anuncio del color.'],
    cs: ['Caja pequeña checa', 'REXhry: cinco cartas arcoíris, con dos formas de jugarlas.'],
    es: ['Edición española', 'ABACUSSPIELE: diez cartas multicolores y varios grados de dificultad.'],
  },
  gameOfBox: 'Juego',
  printed: (name) => `en la caja: ${name}`,

  multicolour: 'Fuego multicolor',
  noMulticolour: ['Ninguno', 'Los cinco colores y nada más.'],
  multicolours: {
    own10: ['Un sexto color, diez cartas', 'Las pistas pueden nombrarlo como a los demás.'],
    own5: ['Un sexto color, cinco cartas', 'Las pistas pueden nombrarlo, pero solo hay una carta de cada número.'],
    wild10: ['Todos los colores a la vez, diez cartas', 'Cualquier pista de color las señala también; «multicolor» no se nombra nunca.'],
    wild5: ['Todos los colores a la vez, cinco cartas', 'Cualquier pista de color las señala, y solo hay una carta de cada número.'],
  },
  onlyOne: 'Solo una clase a la vez: hay un único fuego multicolor, y las pistas tratan sus cartas de una sola manera.',
  further: 'Y también',
  black: ['Pólvora negra', 'Un fuego que baja del 5 al 1. Ninguna pista de color lo toca, y cada carta que falte cuesta un punto.'],
  switches: {
    tiles: ['Losetas bonus', 'Un fuego que se completa con su 5 descubre una loseta con un pequeño regalo, en lugar de la ficha de pista.'],
    announce: ['Anunciar el color', 'Di el color de una carta antes de jugarla: si aciertas, vuelve una ficha de pista; si no, es un error.'],
    bouquet: ['Traca final', 'Sin última ronda ni escala de puntos: o se completan todos los fuegos, o se pierde.'],
    noempty: ['Sin pistas vacías', 'Una pista tiene que señalar alguna carta. «No tienes ninguna roja» no vale.'],
  },
  combine: 'Todo se puede mezclar. Lo único que no: dos clases de cartas multicolores.',
  mistakes: 'Errores',
  mistakesAbout: (n) =>
    n === 1 ? 'Con el primer error se pierde.' : n === 2 ? 'Con el segundo error se pierde.' : 'Con el tercer error se pierde, como en todas las cajas.',
  clues: 'Fichas de pista',
  cluesAbout: (n) => (n === 8 ? 'Ocho, como en todas las cajas.' : `${n - 8} más que en la caja: un poco más fácil.`),
  cluesName: (n) => `${n} fichas de pista`,

  players: 'Jugadores',
  hand: (n) => `${cards(n)} por mano`,
  cards: (n) => `${cards(n)} en total`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'fuego', other: 'fuegos' })}`,
  atMost: (n) => `${n} ${form(n, { one: 'punto', other: 'puntos' })} como mucho`,
  allOrNothing: 'todo o nada',
  inShort: 'En resumen',

  seatsGo: 'Habrá menos sitios: quien ocupe los últimos tendrá que levantarse.',
  dealGoes: 'El reparto fijado era de las opciones de antes: este será nuevo.',
  first: 'Quién empieza',
  firstChance: 'Lo decide el azar',
  firstAbout: 'Según la caja, quien lleve la ropa más colorida o quien tenga más edad: elige su sitio.',
  talk: 'Qué se dice en la partida',
  talks: {
    clues: ['solo pistas', 'Como en el reglamento: no se dice nada más.'],
    remarks: ['frases preparadas', 'Unas pocas frases inofensivas que cada uno lee en su idioma.'],
    chat: ['lo que sea', 'Se habla con libertad, pero con juego limpio.'],
  },
  hush: ['Silencio mientras se piensa', 'Solo puede hablar quien tiene el turno.'],
  takeBack: ['Deshacer jugadas', 'La última jugada se puede deshacer si toda la mesa está de acuerdo, incluso quien no esté. A solas con bots: únicamente una pista, hasta la siguiente jugada.'],
  takeBackGameOn: 'Hay una partida en curso. Podrás permitirlo antes de la siguiente.',
  noTakeBack: 'Lo jugado, jugado está.',
  bot: 'Tus compañeros',
};
