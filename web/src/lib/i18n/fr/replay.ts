/** French: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Chargement de la partie…',
  failed: 'Impossible de charger la partie pour le moment.',
  tryAgain: 'Réessayer',

  controls: 'Pas à pas',
  asDealt: 'La donne',
  turn: (turn, turns) => `Tour ${turn} sur ${turns}`,
  tile: 'tuile bonus',
  first: 'Revenir à la donne',
  previous: 'Un pas en arrière',
  next: 'Un pas en avant',
  last: 'Aller à la fin',
  run: 'Laisser défiler',
  pause: 'Mettre en pause',
  keys: {
    step: 'un pas en arrière, un pas en avant',
    ends: 'à la donne, à la fin',
    run: 'laisser défiler, ou faire une pause',
    help: 'cette liste',
  },

  eyes: 'Point de vue',
  openHands: 'Mains visibles',
  isYou: (name) => `${name} (toi)`,

  moves: 'Toute la partie',

  about: 'Cette partie',
  fromFile: 'venue d’un fichier',
  unfinished: 'Le fichier s’arrête avant la fin de la partie.',
  playDeal: 'Jouer cette donne',
  playDealAbout: 'Les mêmes cartes, dans le même ordre. Et si ça tournait autrement ?',
  withBots: 'Avec des robots',
  withFriends: 'Entre amis',
  copyTurn: 'Lien vers ce tour',
  byHand: 'Copie cette adresse :',
  passOn: 'Partager',
  tamayaFile: 'Fichier Tamaya',
  hanabliveFile: 'Fichier hanab.live',
  hanabliveLink: 'Lien hanab.live',
  cannotCarry: 'hanab.live ne connaît pas ce genre de partie : pas de fichier possible.',
  leftBehind: 'Enregistré. Ce format laisse de côté :',
  linkLeavesOut: 'Lien copié. Il laisse de côté :',
  noted: (text) => `note : ${text}`,
  downloadFailed: 'Impossible d’enregistrer le fichier pour le moment. Réessaie dans un instant.',
};
