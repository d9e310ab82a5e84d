/** French: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('fr');

export const table: TableWords = {
  cardMore: 'Ordre, sens, note',
  moveLeft: 'Vers la gauche',
  moveRight: 'Vers la droite',
  turn: 'Tourner',
  turnBack: 'Redresser',
  turned: 'tournée',
  note: 'Note',
  noteFor: (place) => `Note sur ta carte ${place}`,
  noteAbout: 'Personne d’autre ne peut la lire. Elle suit la carte.',
  noteSave: 'Enregistrer',
  noteWipe: 'Effacer',
  noted: (text) => `ta note : ${text}`,

  lookBack: 'Revoir',
  lookingBack: 'Retour en arrière',
  backToNow: 'Retour au jeu',
  newMoves: (n) => `${n} ${form(n, { one: 'nouveau coup', other: 'nouveaux coups' })}`,
  lookBackFailed: 'Impossible de revenir en arrière pour l’instant. Réessaie dans un moment.',

  takeBack: 'Reprendre',
  asksBack: (name, n) => `${name} aimerait reprendre ${form(n, { one: 'le dernier coup', other: `les ${n} derniers coups` })}.`,
  agree: 'D’accord',
  decline: 'Non, on continue',
  youAsked: 'Tu as demandé à reprendre ton coup. Les autres décident.',
  askedBy: (name) => `${name} demande à reprendre un coup. Les autres décident.`,
  takeBacksLeft: (n) => `encore ${n}`,
  takenBack: (n) => `${n} ${form(n, { one: 'reprise de coup', other: 'reprises de coup' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'coup repris', other: 'coups repris' })}`,
  awayDecides: 'Les absents décident à leur retour.',

  knownDeal: {
    replayed: ['Donne connue', 'Cette donne a déjà été jouée : quelqu’un connaît peut-être les cartes.'],
    uploaded: ['Donne d’un fichier', 'Cette donne vient d’un fichier : quelqu’un connaît peut-être les cartes.'],
  },

  isAway: (name) => `${name} n’est pas là.`,
  freeSeatToMove: (place) => `C’est à la place ${place} de jouer, et personne n’y est assis.`,
  hostCan: 'L’hôte peut laisser jouer un robot.',
  botPlaysOn: 'Un robot continue',
  clearSeat: 'Libérer la place',
  hostAway: 'L’hôte n’est pas là : c’est toi qui distribues.',
  seatWaits: (place) => `La place ${place} est libre. Tu peux y reprendre la partie.`,
  sitDown: 'M’asseoir',
  keptBy: (name) => `Ta place : ${name} joue pour toi.`,
  keptFree: (place) => `La place ${place} est à toi, et personne n’y joue.`,
  takeSeat: 'Reprendre ma place',
  sawHands: 'Une place est libre, mais ici les spectateurs voient toutes les mains. Tu pourras t’asseoir après la partie.',

  passTo: (name) => `Passe l’appareil à ${name}`,
  passAbout: 'Les autres regardent ailleurs.',
  iAm: (name) => `C’est moi, ${name}`,

  replay: 'Revoir la partie',

  refused: {
    'not-arrived': 'La connexion a lâché avant que ton coup passe. Rejoue-le.',
    'bad-arrangement': 'Ta main a changé entre-temps.',
    'bad-note': 'Une note compte 100 caractères au plus et porte sur une carte de ta main.',
    'bad-text': 'Un message compte de 1 à 300 caractères visibles.',
    'no-talk': 'À cette table, on ne parle pas ainsi pendant la partie.',
    hush: 'Pour l’instant, seule la personne dont c’est le tour peut parler.',
    'no-take-back': 'À cette table, ce qui est joué est joué.',
    'nothing-to-take-back': 'Il n’y a plus rien à reprendre.',
    'nobody-to-agree': 'Personne d’autre ne peut donner son accord : seul un indice peut être repris, et seulement jusqu’au coup suivant.',
    'no-more-take-backs': 'On a déjà repris des coups vingt fois dans cette partie. Désormais, ce qui est joué est joué.',
    'asked-too-often': 'La question a été posée assez souvent dans cette partie. Ce qui est joué est joué.',
  },
};
