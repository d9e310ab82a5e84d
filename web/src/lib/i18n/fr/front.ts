/** French: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('fr');

export const front: Front = {
  yourTables: 'Tes tables',
  goOn: 'Continuer',
  gathering: 'pas encore commencée',
  openTables: 'Tables ouvertes',
  noOpenTables: 'Aucune table n’attend de joueurs pour l’instant. Ouvres-en une, mets-la dans la liste, et elle apparaîtra ici.',
  join: 'Rejoindre',
  watchTables: 'Parties à regarder',
  noWatchTables: 'Le ciel est calme : aucune partie à regarder pour l’instant.',
  watch: 'Regarder',
  freeSeats: (n) => `${n} ${form(n, { one: 'place libre', other: 'places libres' })}`,
  bots: (n) => `${n} ${form(n, { one: 'robot', other: 'robots' })}`,
  locked: 'avec mot de passe',
  openHands: 'mains visibles',
  turn: (n) => `tour ${n}`,
  points: (n) => `${signed(n)} ${form(n, { one: 'point', other: 'points' })}`,
  listsFailed: 'Impossible d’afficher les tables pour l’instant. On réessaie.',

  ways: 'Et aussi',
  newHere: 'Première fois ici ?',
  learn: 'Apprendre à jouer',
  myGames: 'Mes parties',
  openReplay: 'Ouvrir un fichier de partie',

  device: 'Autre appareil',
  deviceTitle: 'Changer d’appareil',
  deviceAbout: 'Scanne ce code ou ouvre ce lien sur l’autre appareil. Tes places et tes parties te suivent.',
  deviceCare: 'Avec ce lien, on joue sous ton nom : garde-le pour toi. Il ne sert qu’une fois, pendant une heure.',
  deviceFailed: 'Pas de lien pour l’instant. Réessaie dans un moment.',
  deviceCode: 'Code QR de ton lien personnel',
  devices: 'Appareils qui jouent sous ton nom',
  deviceHere: 'celui-ci',
  deviceUnknown: 'Un autre navigateur',
  deviceSeen: (when) => `vu ${when}`,
  signOut: 'Déconnecter',
  signOutAll: 'Déconnecter tous les autres',
  signOutFailed: 'Ça n’a pas marché. Réessaie dans un moment.',
  signedOut: 'Cet appareil a été déconnecté',
  signedOutAbout: 'Il a été déconnecté depuis un autre de tes appareils. Ici, tu repars maintenant de zéro.',
  claimTitle: 'Continuer ici ?',
  claimAsk: 'Ce lien personnel transfère dans ce navigateur les places et les parties d’un autre appareil. Celles que ce navigateur avait jusqu’ici seront laissées de côté.',
  claimYes: 'Oui, tout transférer',
  claimNo: 'Non, merci',
  claimDone: 'Te voilà. Tes places et tes parties ont suivi.',
  claimFailed: 'Ce lien personnel ne marche plus. Il ne sert qu’une fois, pendant une heure : crée-en un autre sur ton appareil.',

  nowhere: 'Il n’y a rien ici',
  noTable: 'Il n’y a pas de table ici',
  damagedTable: 'Impossible d’afficher cette table',
  damagedAbout: 'Son enregistrement sur le serveur est endommagé. Les autres tables vont bien ; préviens la personne qui gère ce serveur.',
  noGame: 'Il n’y a pas de partie ici',
  nowhereAbout: 'Le lien est peut-être incomplet, ou les lumières se sont éteintes depuis longtemps.',

  wrongVariant: {
    unknown: (words, said) => `L’adresse demande le jeu « ${said} », mais on ne connaît pas « ${words} ».`,
    twice: (words, said) => `L’adresse demande le jeu « ${said} », qui nomme « ${words} » plus d’une fois.`,
    'two-multicolours': (words, said) =>
      `L’adresse demande le jeu « ${said} ». Les cartes multicolores ne peuvent être que d’une sorte, pas ${words}.`,
    'base-and-more': (words, said) =>
      `L’adresse demande le jeu « ${said} ». « base » veut dire les cinq couleurs seules : cela ne va pas avec ${words}.`,
    'empty-word': () => 'L’adresse demande un jeu, mais il y manque un mot.',
    'too-long': () => 'L’adresse demande un jeu au nom très long. On ne le connaît pas.',
  },
  wrongPlayers: 'Hanabi se joue de deux à cinq.',
  standardInstead: 'Voici le jeu standard à la place ; « Modifier » montre tous les autres.',
};
