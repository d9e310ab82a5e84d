/** Spanish: the introduction. */

import type { Intro } from '../words/intro';

export const intro: Intro = {
  title: 'Aprende a jugar',
  skip: 'Saltar',
  back: 'Atrás',
  next: 'Seguir',
  showMe: 'Enséñame',
  lessonOf: (place, lessons) => `Lección ${place} de ${lessons}`,
  failed: 'No se ha podido cargar la introducción. Prueba otra vez en un momento.',

  lessons: {
    hands: 'Todas las manos menos la tuya',
    told: 'Una pista para ti',
    tell: 'Te toca dar una pista',
    discard: 'Farolillos apagados',
    mistake: 'Cuando una carta no encaja',
    not: 'Lo que no se dice',
    order: 'Del uno al cinco',
    end: 'La última ronda',
  },

  say: {
    together:
      'Entre los tres hay que encender cinco fuegos artificiales, uno de cada color. Sostienes tus cartas al revés: ves las de Hana y las de Kenji, nunca las tuyas.',
    find: 'Alguien tiene el 1 azul {blue}. Elige esa mano.',
    found:
      'Es Kenji, y no tiene ni idea: de sus cartas solo ve el dorso, como tú de las tuyas. Alguien tendrá que decírselo.',
    colour: 'Hana señala todas tus cartas rojas {red}. Solo hay una. No ha dicho qué número tiene.',
    value:
      'Kenji señala todos tus 1: la misma carta. Así que es el 1 rojo {red}, y con él empieza el rojo. Elige la carta y luego {play}.',
    lit: 'Tu primera luz en el cielo. Por cada carta que juegas robas una nueva.',
    naming:
      'Ahora tú. Una pista es para una sola persona y nombra un color o un número. Señala todas esas cartas de su mano, nunca solo algunas.',
    give: 'El rojo espera su 2, y lo tiene Hana {red}. Elige su mano y luego una pista que señale solo esa carta.',
    given: 'Lo ha entendido. Cada pista cuesta un farolillo: hay ocho, y son las fichas de pista.',
    noTokens:
      'Todos los farolillos están apagados: no hay más pistas. Un descarte enciende uno. Elige una carta que nadie haya señalado y luego {discard}.',
    copies:
      'Un farolillo vuelve a encenderse. Pero una carta descartada no vuelve: cada color tiene tres 1, dos 2, dos 3, dos 4 y un solo 5. Un aro marca la última copia.',
    lastCopy: 'Un 3 verde {green} ya está descartado. ¿Quién tiene el último? Elige esa mano.',
    save: 'Es Hana. Antes de que lo descarte, vale la pena gastar una pista.',
    tryIt: '¿Y si una carta no encaja? Prueba, solo por esta vez: juega una que nadie haya señalado.',
    fuse: 'Se va a los descartes y se quema una mecha. Con el tercer error se acaba el espectáculo, sin un solo punto.',
    twoOnes: 'Hana señala tus 1: tienes dos. Pero el azul {blue} ya tiene el suyo. Quizá uno de los tuyos llegue tarde.',
    notBlue: 'Kenji señala todas tus cartas azules {blue}: solo una. Así que el otro 1 no es azul y encaja seguro. Juégalo.',
    alsoTold: 'Una pista también habla de las cartas que no señala. Los pequeños signos tachados de tus cartas lo recuerdan por ti.',
    grows: 'Un fuego crece 1, 2, 3, 4, 5, sin saltos. Conoces dos de tus cartas. Juega la que encaja ahora.',
    complete: 'El fuego verde {green} está completo y vuelve un farolillo de regalo.',
    lastCard:
      'Queda una carta en el mazo. Cuando alguien la robe, empieza la última ronda: un turno más para cada uno. Juega una carta que encaje seguro.',
    lastTurn: 'El mazo está vacío: ya nadie roba. Es tu último turno. ¿Qué carta encaja seguro?',
    points:
      'Cada carta de un fuego vale un punto. Un turno más, y el 5 amarillo {yellow} de Kenji habría hecho un cielo perfecto.',
  },

  hint: {
    ownCards: 'De tus cartas solo ves el dorso. Mira las otras manos.',
    noBlueOne: 'Ahí no. Busca el 1 con el signo azul {blue}.',
    unknownCard: 'De esa carta sabes muy poco. Juega la del signo rojo {red}.',
    playFirst: 'Eso puede esperar. Primero juega el 1 rojo {red}.',
    tellHana: 'Es Hana quien tiene que saberlo.',
    twoReds: 'Rojo {red} señala dos de sus cartas: ¿cuál es el 2? Otra pista lo dice mejor.',
    missesIt: 'Esa pista no señala su 2 rojo {red}.',
    tellFirst: 'Tus cartas pueden esperar. Primero una pista para Hana.',
    onlyFive: 'Es el 5 azul {blue}, el único que hay. Sin él, el azul no se terminará nunca.',
    wasTold: 'Alguien gastó una pista en esa carta, así que importa. Mejor una que nadie haya señalado.',
    discardIt: 'Sabes demasiado poco para jugar esa carta. Esta vez: {discard}.',
    noGreenThree: 'Ahí no. Busca el 3 con el signo verde {green}.',
    wouldFit: 'Es el 1 rojo {red}: encajaría. Solo por esta vez, elige una que nadie haya señalado.',
    playAny: 'Otra vez será. Ahora: {play}, a ver qué pasa.',
    blueHasOne: 'Ese es azul {blue}, y el azul ya tiene su 1.',
    oneFits: 'Uno de tus 1 encaja seguro. Juega ese.',
    gap: 'El amarillo {yellow} va por el 1. Su 2 va antes que el 3.',
    twoKnown: 'Mira las dos cartas que conoces y juega la que encaja.',
    fourFirst: 'El azul {blue} va por el 3. Primero el 4, luego el 5.',
    notSure: 'Esa carta no es segura. Busca el signo azul {blue}.',
    playLast: 'Descartar sería perder el turno. Juega la carta azul {blue} que encaja.',
  },

  done: {
    title: 'Y eso es todo',
    text: 'Lo demás es confianza y un poco de valor. Hana y Kenji te guardan un sitio.',
    play: 'Jugar una partida',
    again: 'Repetir',
  },
};
