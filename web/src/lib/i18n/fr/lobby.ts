/** French: before a game. */

import { plural } from '../plural';
import type { Lobby } from '../words/lobby';

const form = plural('fr');

export const lobby: Lobby = {
  inviteTitle: 'Inviter',
  inviteLocked: 'Envoie cette adresse à tes amis, et dis-leur le mot de passe.',
  inviteLook: 'Qui ouvre cette adresse peut regarder.',
  inviteWait: 'Aucune place n’est libre, et pendant la partie cette table ne montre rien.',
  share: 'Partager…',
  showCode: 'Code QR',
  hideCode: 'Cacher le code',
  code: 'Code QR de l’adresse de cette table',
  copyByHand: 'Le navigateur ne nous laisse pas copier. L’adresse est sélectionnée : copie-la à la main.',
  onlyHere: 'Cette adresse ne marche que sur cet ordinateur. Lance le serveur avec {command}, et les téléphones du même réseau pourront venir.',

  seats: 'Places',
  host: 'hôte',
  away: 'pas là',
  onlookers: (n) => `${n} ${form(n, { one: 'personne regarde', other: 'personnes regardent' })}`,
  fillWithBots: 'Robots aux places libres',
  whichBot: (name) => `Quel robot joue ${name} ?`,
  bots: {
    partner: ['Partenaire', 'Joue selon les conventions que l’on connaît, et te dit pourquoi. La compagnie idéale.'],
    'partner-1': ['Partenaire, débutant', 'Ses indices disent quoi jouer et quoi garder, rien de plus.'],
    'partner-3': ['Partenaire, aguerri', 'Audacieux : il attend que tu joues des cartes sans les connaître, même deux de suite.'],
    cautious: ['Prudent', 'Ne joue que ce qui convient à coup sûr, et te dit ce que tu peux jouer. Une présence calme.'],
    hat: ['Chapeau', 'Parle un code que seuls ses semblables savent lire. L’équipe la plus forte, mais pas une partenaire pour les humains.'],
    net: ['Autodidacte', 'A appris le jeu en jouant avec lui-même. Une équipe forte, mais ses habitudes n’appartiennent qu’à lui : pas un partenaire pour les humains.'],
    random: ['Au hasard', 'Fait tout ce que la règle permet. Pour rire, ou pour essayer.'],
  },
  clearSure: 'Vraiment libérer ?',
  makeHost: 'Nommer hôte',
  more: (name) => `Plus pour ${name}`,
  full: 'Toutes les places sont prises. Reste donc regarder.',
  curtain: 'Pendant la partie, cette table ne se montre pas au public.',
  gameOn: ['Une partie est en cours', 'L’hôte ne laisse personne regarder avant la fin.'],
  hotSeat: ['Un seul appareil pour nous', 'On peut occuper plusieurs places. Les mains restent cachées jusqu’à ce que l’appareil change de mains.'],
  nameForSeat: (place) => `Nom pour la place ${place}`,

  doors: 'Qui peut entrer',
  listed: ['Parmi les tables ouvertes', 'Tout le monde sur ce serveur la trouve, peut venir jouer ou regarder.'],
  notListed: 'Hors liste : il faut le lien pour la trouver.',
  isListed: 'Dans la liste des tables ouvertes.',
  lockTitle: 'Mot de passe',
  isLocked: 'Désormais, il faut le mot de passe pour entrer.',
  isOpen: 'Pas de mot de passe : le lien suffit.',
  password: 'Mot de passe',
  lock: 'Fermer',
  unlock: 'L’enlever',
  watchTitle: 'Le public voit',
  watches: {
    nothing: ['rien', 'Rien de la partie avant qu’elle soit finie.'],
    table: ['la table', 'Les feux, la défausse, les indices et ce qui a été dit ; pas les mains.'],
    hands: ['toutes les mains', 'Tout, les mains aussi. Qui a regardé ne peut plus prendre place dans cette partie.'],
  },

  knockTitle: 'Cette table a un mot de passe',
  knockAbout: 'La personne qui t’invite le connaît.',
  knock: 'Entrer',

  whatWePlay: 'À quoi on joue',
  rules: 'Règles',
  dealSet: ['La donne est fixée', 'Les cartes sont rangées comme dans une partie déjà jouée. Avec d’autres options, ce serait une nouvelle donne.'],
  playSetDeal: 'Jouer cette donne',
  dealAnew: 'Mélanger à nouveau',
  sameDealAgain: 'Encore la même donne',
  back: 'Retour au résultat',

  refused: {
    'seated-already': 'Tu as déjà une place.',
    'not-seated': 'Personne n’est assis là.',
    'no-such-seat': 'Cette place n’existe pas.',
    'no-such-bot': 'Ce serveur ne connaît pas ce robot.',
    'bad-settings': 'Cela ne se joue pas.',
    present: 'La personne assise là est présente.',
    'saw-cards': 'Tu as vu ces cartes pendant la partie : cette place n’est pas pour toi.',
    locked: 'Il faut un mot de passe pour cette table.',
    'wrong-password': 'Ce n’est pas le mot de passe.',
    'bad-password': 'Un mot de passe a 100 caractères au plus.',
    'too-much': 'Un peu trop vite. Attends un instant et réessaie.',
  },
};
