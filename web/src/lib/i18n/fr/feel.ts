/** French: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Réglages',
  switches: {
    sound: ['Son', 'une cloche quand c’est à toi, un feu d’artifice quand une carte se pose'],
    vibration: ['Vibreur', 'une petite secousse quand c’est à toi'],
    notifications: ['Notifications', 'quand c’est à toi et que tu regardes ailleurs'],
    singleKeys: ['Raccourcis à une touche', 'p joue, d défausse, lettres et chiffres donnent des indices'],
    counting: ['Aide au décompte', 'sur tes cartes : ce qu’elles peuvent encore être, d’après toutes celles que tu vois'],
  },
  notificationsBlocked: 'Le navigateur refuse les notifications de cette page. Cela se change dans ses réglages.',
  notificationsMissing: 'Ce navigateur ne propose pas de notifications ici.',
  vibrationMissing: 'Cet appareil ne peut pas vibrer.',
  pace: 'Les autres jouent',
  paces: { quick: 'vite', easy: 'posément', slow: 'lentement' },
  theme: 'Ciel',
  themes: { system: 'comme l’appareil', dark: 'nuit', light: 'jour' },

  keys: {
    move: 'aller d’une carte ou d’une main à l’autre',
    choose: 'choisir, puis confirmer',
    play: 'jouer la carte choisie',
    discard: 'défausser la carte choisie',
    value: 'donner cette valeur en indice ; encore une fois pour confirmer',
    colour: 'donner en indice ou annoncer rouge, jaune, vert, blanc, bleu, multicolore, noir ; encore une fois pour confirmer',
    order: 'déplacer la carte choisie vers la gauche, vers la droite',
    turn: 'tourner la carte choisie',
    note: 'une note personnelle sur la carte choisie',
    back: 'revoir la partie ; puis un pas en arrière, un pas en avant',
    next: 'le bouton suivant',
    cancel: 'annuler',
    help: 'cette liste',
  },
  singleKeysOff: 'Les raccourcis à une touche sont désactivés dans les réglages.',

  canBe: 'D’après le décompte, elle peut être',
  skipFinale: 'Touche l’écran ou le clavier pour continuer',
};
