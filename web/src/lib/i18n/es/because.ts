/** Spanish: why bots do what they do. */

import type { Because } from '../words/because';

export const because: Because = {
  ask: '¿Por qué?',
  reasons: {
    'knows-it-fits': 'Esta carta encaja con toda seguridad.',
    'nothing-to-lose': 'Última ronda: un error ya no cuesta nada y esta carta quizá encaje.',
    likeliest: 'No queda otra cosa que hacer, y esta es la carta con más opciones de encajar.',
    useless: 'Ningún fuego artificial necesita ya esta carta.',
    'never-told': 'Es la carta más antigua de las que ninguna pista ha señalado.',
    'least-risk': 'De las cartas que se pueden descartar, será la que menos falta haga.',
    warns: 'Estaba a punto de descartarse la última copia de una carta.',
    helps: 'Ahí hay una carta que encaja, y esta pista ayuda a encontrarla.',
    'tells-most': 'Ninguna otra pista dice tanto de las cartas que aún hacen falta.',
    'nothing-better': 'No hay nada mejor que hacer, y esto no perjudica a nadie.',
    'pointed-at': 'La pista de {by} señaló esta carta.',
    'was-told': 'La pista de {by} decía que esta carta se puede jugar.',
    'was-called': 'Una pista de {by} a otra persona significa que esta carta, la más nueva, se juega primero.',
    'play-clue': 'Se trata de esta carta: {card}. Se puede jugar.',
    'save-clue': 'Se trata de esta carta: {card}. Era la próxima en descartarse y hay que guardarla.',
    'prompt-clue': 'Se trata de esta carta: {card}. Antes, {by} debe jugar una carta ya señalada.',
    'finesse-clue': 'Se trata de esta carta: {card}. Antes, {by} debe jugar su carta más nueva, sin conocerla.',
    'fix-clue': 'Estaba a punto de jugarse una carta que no encaja.',
    'fits-by-code': 'Según nuestro código, esta carta encaja.',
    'useless-by-code': 'Según nuestro código, ningún fuego artificial necesita ya esta carta.',
    'worth-a-try': 'Lo más probable es que encaje; si no, no se pierde nada útil.',
    'code-clue': 'En nuestro código esta pista es un número, y le dice a cada jugador algo de su propia mano.',
    'code-discard': 'Hay varias cartas inútiles. Cuál de ellas se va es un número en nuestro código.',
    'worked-out': 'Quedan tan pocas cartas por robar que se puede calcular el final: esto es lo que da más puntos.',
    'tile-places': 'Así una carta pasa directamente a su fuego artificial.',
    'tile-regains': 'Con esta carta, un fuego artificial puede volver a crecer.',
    'tile-needed': 'De todos los descartes, es la carta que más falta hace.',
  },
};
