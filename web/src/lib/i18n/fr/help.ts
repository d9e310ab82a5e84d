/** French: the rules of a game. */

import type { Help } from '../words/help';

const numbers = ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'];
const word = (n: number): string => numbers[n] ?? String(n);

export const help: Help = {
  title: 'Les règles de ce jeu',
  goal: (n) => [
    'Le but du jeu',
    `Vous allumez ensemble ${word(n)} feux d’artifice, un par couleur. Chacun est une suite de cartes, 1, 2, 3, 4, 5, dans cet ordre. Une couleur a trois 1, deux 2, deux 3, deux 4 et un seul 5.`,
  ],
  hands: (n) => ['Les mains', `Chacun tient ${word(n)} cartes et voit toutes les mains sauf la sienne. De tes cartes, tu ne vois que le dos.`],
  turn: ['Ton tour', 'Fais une seule chose : donner un indice, défausser une carte ou jouer une carte. On ne peut pas passer.'],
  clue: (n) => [
    'Donner un indice',
    `Cela coûte un des ${word(n)} jetons indice. Choisis quelqu’un, et une couleur ou une valeur : toutes ses cartes de cette couleur ou de cette valeur sont désignées.`,
  ],
  emptyClues: 'Un indice peut aussi ne rien désigner : « tu n’as pas de 5 ».',
  discard: ['Défausser', 'Écarte une carte pour de bon, face visible. Un jeton indice revient, et tu pioches. Impossible quand tous les jetons sont là.'],
  play: ['Jouer', 'Retourne une carte. Si c’est la suivante de son feu, elle y reste ; sinon elle part à la défausse, et c’est une erreur. Ensuite tu pioches. Poser la dernière carte d’un feu fait revenir un jeton indice.'],
  mistakes: (n) => ['Les erreurs', `La ${n === 1 ? 'première' : n === 2 ? 'deuxième' : 'troisième'} erreur met fin à la partie : c’est perdu.`],
  end: ['La fin', 'Quand la dernière carte est piochée, tout le monde joue encore un tour, y compris la personne qui l’a piochée. Si tous les feux sont complets avant, c’est gagné sur-le-champ.'],
  score: (n) => ['Les points', `Chaque feu vaut sa plus haute carte. ${n} points, c’est le maximum ; une partie perdue ne vaut rien.`],
  bands: 'Ce qu’on en dit',
  tips: 'Bon à savoir',
  tip: [
    'Change l’ordre de tes cartes ou tournes-en une, pour te souvenir de ce que tu sais.',
    'Tout le monde peut consulter la défausse à tout moment.',
    'La plupart des cartes existent en plusieurs exemplaires : défausser sans savoir est un risque, pas une catastrophe.',
    'Quand tous les exemplaires d’une carte sont perdus, les suivantes de son feu ne servent plus qu’à regagner des jetons indice.',
  ],

  options: 'Dans ce jeu, en plus',
  multicolour: {
    own10: ['Une sixième couleur', 'Dix cartes multicolores forment un feu à part. Les indices les nomment comme une couleur : « deux cartes multicolores ».'],
    own5: ['Une sixième couleur, cinq cartes', 'Il y a une carte multicolore par valeur, et elles forment un feu à part. Les indices les nomment comme une couleur. Il ne faut en perdre aucune.'],
    wild10: ['Toutes les couleurs à la fois', 'Dix cartes multicolores forment un feu à part. Chaque indice de couleur les désigne aussi : avec deux bleues et une multicolore, tu entends « trois cartes bleues ». Personne ne peut dire « multicolore », et elles ne remplacent jamais la carte d’un autre feu.'],
    wild5: ['Toutes les couleurs à la fois, cinq cartes', 'Il y a une carte multicolore par valeur, et elles forment un feu à part. Chaque indice de couleur les désigne aussi ; personne ne peut dire « multicolore ». Elles ne remplacent jamais la carte d’un autre feu, et il ne faut en perdre aucune.'],
  },
  black: ['Poudre noire', 'Dix cartes noires forment un feu à rebours : 5, 4, 3, 2, 1. Il y a trois 5 et un seul 1. Aucun indice de couleur ne les désigne et personne ne peut nommer le noir ; les valeurs, si. Terminer ce feu fait revenir un jeton indice.'],
  blackScore: 'Chaque carte noire qui manque coûte un point : le score part de −5, et chaque carte noire posée rend un point.',
  switches: {
    tiles: ['Tuiles bonus', 'Un feu terminé par un 5 dévoile une tuile bonus au lieu de rendre un jeton indice. La tuile sert aussitôt, puis tu pioches.'],
    announce: ['Annoncer la couleur', 'Avant de retourner une carte, tu peux dire sa couleur. Si c’est juste et qu’elle convient, un jeton indice revient. Si c’est faux, c’est une erreur, même si la carte convenait.'],
    bouquet: ['Bouquet final', 'Pas de dernier tour de table. On continue sans pioche jusqu’à ce que tous les feux soient terminés. C’est perdu à la dernière erreur, quand une carte encore nécessaire est perdue pour de bon, ou quand quelqu’un n’a ni carte ni jeton indice. Seul un ciel complet compte.'],
    noempty: ['Pas d’indice vide', 'Un indice doit désigner au moins une carte.'],
  },
  tiles: 'Les six tuiles',
};
