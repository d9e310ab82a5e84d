/** Spanish: before a game. */

import { plural } from '../plural';
import type { Lobby } from '../words/lobby';

const form = plural('es');

export const lobby: Lobby = {
  inviteTitle: 'Invita a tu gente',
  inviteLocked: 'Manda esta dirección a tu gente y dales la contraseña.',
  inviteLook: 'Quien abra esta dirección puede mirar.',
  inviteWait: 'No quedan sitios, y durante la partida esta mesa no muestra nada.',
  share: 'Compartir…',
  showCode: 'Código QR',
  hideCode: 'Ocultar código',
  code: 'Código QR de la dirección de esta mesa',
  copyByHand: 'El navegador no deja copiar. La dirección está seleccionada: cópiala a mano.',
  onlyHere: 'Esta dirección solo funciona en este ordenador. Inicia el servidor con {command} y podrán entrar los móviles de la misma red.',

  seats: 'Sitios',
  host: 'lleva la mesa',
  away: 'no está',
  onlookers: (n) => `${n} ${form(n, { one: 'persona está', other: 'personas están' })} mirando`,
  fillWithBots: 'Bots en los sitios libres',
  whichBot: (name) => `¿Qué bot es ${name}?`,
  bots: {
    partner: ['Compañero', 'Juega con las convenciones que se conocen y te dice por qué. El mejor para jugar contigo.'],
    'partner-1': ['Compañero, principiante', 'Sus pistas dicen qué jugar y qué guardar, nada más.'],
    'partner-3': ['Compañero, experto', 'Atrevido: espera que juegues cartas sin conocerlas, incluso dos seguidas.'],
    cautious: ['Prudente', 'Solo juega lo que encaja seguro y te dice qué puedes jugar. Buena compañía.'],
    hat: ['Sombrero', 'Habla en un código que solo entienden los suyos. El equipo más fuerte, pero no juega bien con personas.'],
    net: ['Autodidacta', 'Aprendió jugando consigo mismo. Un equipo fuerte, pero con costumbres propias: no juega bien con personas.'],
    random: ['Al azar', 'Hace cualquier cosa que permitan las reglas. Para reírse o para probar.'],
  },
  clearSure: '¿De verdad dejarlo libre?',
  makeHost: 'Ceder la mesa',
  more: (name) => `Más sobre ${name}`,
  full: 'No quedan sitios. Quédate a mirar.',
  curtain: 'Mientras se juega, esta mesa no se enseña a quien mira.',
  gameOn: ['Hay una partida en marcha', 'Quien abrió la mesa no deja mirar hasta que acabe.'],
  hotSeat: ['Compartimos un aparato', 'Se puede ocupar más de un sitio. Las manos no se ven hasta que se pasa el aparato.'],
  nameForSeat: (place) => `Nombre para el sitio ${place}`,

  doors: 'Quién puede entrar',
  listed: ['Entre las mesas abiertas', 'Cualquiera en este servidor la encuentra y puede entrar a jugar o a mirar.'],
  notListed: 'Fuera de la lista: hace falta el enlace.',
  isListed: 'En la lista de mesas abiertas.',
  lockTitle: 'Contraseña',
  isLocked: 'Quien llegue ahora necesita la contraseña.',
  isOpen: 'Sin contraseña: basta el enlace.',
  password: 'Contraseña',
  lock: 'Cerrar',
  unlock: 'Quitarla',
  watchTitle: 'Quien mira ve',
  watches: {
    nothing: ['nada', 'Nada de la partida hasta que acabe.'],
    table: ['la mesa', 'Los fuegos, los descartes, las pistas y lo que se dijo; las manos no.'],
    hands: ['todas las manos', 'Todo, también las manos. Quien ha mirado no puede sentarse en esa partida.'],
  },

  knockTitle: 'Esta mesa tiene contraseña',
  knockAbout: 'La sabe quien te invitó.',
  knock: 'Pasar',

  whatWePlay: 'A qué jugamos',
  rules: 'Reglas',
  dealSet: ['El reparto ya está fijado', 'Las cartas están como en una partida que ya se jugó. Con otras opciones, el reparto sería nuevo.'],
  playSetDeal: 'Jugar este reparto',
  dealAnew: 'Barajar de nuevo',
  sameDealAgain: 'El mismo reparto',
  back: 'Volver al resultado',

  refused: {
    'seated-already': 'Ya tienes un sitio.',
    'not-seated': 'Ahí ya no se sienta nadie.',
    'no-such-seat': 'Ese sitio no existe.',
    'no-such-bot': 'Este servidor no conoce ese bot.',
    'bad-settings': 'A eso no se puede jugar.',
    present: 'Quien se sienta ahí está presente.',
    'saw-cards': 'Has visto estas cartas durante la partida, así que ese sitio no es para ti.',
    locked: 'Esta mesa pide contraseña.',
    'wrong-password': 'Esa no es la contraseña.',
    'bad-password': 'Una contraseña tiene como mucho 100 caracteres.',
    'too-much': 'Un poco deprisa. Espera un momento y prueba otra vez.',
  },
};
