/** Spanish: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Ajustes',
  switches: {
    sound: ['Sonido', 'una campana cuando te toca, fuegos artificiales cuando una carta encaja'],
    vibration: ['Vibración', 'un zumbido breve cuando te toca'],
    notifications: ['Avisos', 'cuando te toca y estás mirando otra cosa'],
    singleKeys: ['Atajos de una tecla', 'p juega, d descarta; letras y números dan pistas'],
    counting: ['Ayuda para contar', 'en tus cartas: qué pueden ser todavía, según todo lo que ves'],
  },
  notificationsBlocked: 'El navegador no deja que esta página envíe avisos. Se puede cambiar en sus ajustes.',
  notificationsMissing: 'Este navegador no ofrece avisos aquí.',
  vibrationMissing: 'Este dispositivo no puede vibrar.',
  pace: 'Los demás juegan',
  paces: { quick: 'deprisa', easy: 'con calma', slow: 'despacio' },
  theme: 'Cielo',
  themes: { system: 'como el dispositivo', dark: 'noche', light: 'día' },

  keys: {
    move: 'ir de una carta o de una mano a otra',
    choose: 'elegir y confirmar',
    play: 'jugar la carta elegida',
    discard: 'descartar la carta elegida',
    value: 'dar ese número como pista; otra vez para confirmar',
    colour: 'dar como pista o anunciar rojo, amarillo, verde, blanco, azul, multicolor, negro; otra vez para confirmar',
    order: 'mover la carta elegida a la izquierda, a la derecha',
    turn: 'girar la carta elegida',
    note: 'una nota privada sobre la carta elegida',
    back: 'mirar atrás; después, un paso atrás, un paso adelante',
    next: 'el botón siguiente',
    cancel: 'cancelar',
    help: 'esta lista',
  },
  singleKeysOff: 'Los atajos de una tecla están desactivados en los ajustes.',

  canBe: 'Según el recuento, puede ser',
  skipFinale: 'Toca la pantalla o pulsa una tecla para seguir',
};
