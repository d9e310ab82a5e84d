/** French: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('fr');
const numbers = ['aucun', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept'];
const word = (n: number): string => numbers[n] ?? String(n);
const cards = (n: number): string => `${n} ${form(n, { one: 'carte', other: 'cartes' })}`;

export const options: OptionsWords = {
  title: 'Options',
  use: 'Jouer comme ça',

  howToChoose: 'Quel jeu',
  fromBox: 'D’après ta boîte',
  mix: 'À ton goût',
  box: 'Boîte',
  editions: {
    fr: ['Grande boîte française', 'Cocktail Games, « Grands Feux » : cartes multicolores et noires, tuiles bonus.'],
    pl: ['Grande boîte polonaise', 'Rebel : cartes multicolores et noires, tuiles bonus.'],
    sv: ['Petite boîte suédoise', 'Cinq cartes multicolores, et l’annonce de la couleur.'],
    cs: ['Petite boîte tchèque', 'REXhry : cinq cartes arc-en-ciel, à jouer de deux façons.'],
    es: ['Édition espagnole', 'ABACUSSPIELE : dix cartes multicolores, et la difficulté au choix.'],
  },
  gameOfBox: 'Jeu',
  printed: (name) => `dans la boîte : ${name}`,

  multicolour: 'Feu multicolore',
  noMulticolour: ['Aucun', 'Les cinq couleurs, sans plus.'],
  multicolours: {
    own10: ['Une sixième couleur, dix cartes', 'Les indices peuvent la nommer comme les autres.'],
    own5: ['Une sixième couleur, cinq cartes', 'Les indices peuvent la nommer, mais chaque valeur n’existe qu’une fois.'],
    wild10: ['Toutes les couleurs à la fois, dix cartes', 'Chaque indice de couleur désigne aussi ces cartes ; on ne nomme jamais « multicolore ».'],
    wild5: ['Toutes les couleurs à la fois, cinq cartes', 'Chaque indice de couleur les désigne, et chaque valeur n’existe qu’une fois.'],
  },
  onlyOne: 'Une seule sorte à la fois : il n’y a qu’un feu multicolore, et les indices traitent ses cartes d’une seule façon.',
  further: 'Et encore',
  black: ['Poudre noire', 'Un feu qui descend de 5 à 1. Aucun indice de couleur ne le touche, et chaque carte qui manque coûte un point.'],
  switches: {
    tiles: ['Tuiles bonus', 'Un feu terminé par son 5 dévoile une tuile et son petit cadeau, au lieu du jeton indice.'],
    announce: ['Annoncer la couleur', 'Dis la couleur d’une carte avant de la jouer : juste, un jeton indice revient ; faux, c’est une erreur.'],
    bouquet: ['Bouquet final', 'Ni dernier tour de table ni barème : terminer tous les feux, ou perdre.'],
    noempty: ['Pas d’indice vide', 'Un indice doit désigner une carte. « Tu n’as pas de rouge » est interdit.'],
  },
  combine: 'Tout se combine, sauf deux sortes de cartes multicolores.',
  mistakes: 'Erreurs',
  mistakesAbout: (n) =>
    n === 1 ? 'La première erreur fait perdre.' : n === 2 ? 'La deuxième erreur fait perdre.' : 'La troisième erreur fait perdre, comme dans toutes les boîtes.',
  clues: 'Jetons indice',
  cluesAbout: (n) => (n === 8 ? 'Huit, comme dans toutes les boîtes.' : `${n - 8} de plus que dans la boîte : un peu plus facile.`),
  cluesName: (n) => `${n} jetons indice`,

  players: 'Joueurs',
  hand: (n) => `${cards(n)} par main`,
  cards: (n) => `${cards(n)} en tout`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'feu', other: 'feux' })}`,
  atMost: (n) => `${n} ${form(n, { one: 'point', other: 'points' })} au maximum`,
  allOrNothing: 'tout ou rien',
  inShort: 'En bref',

  seatsGo: 'Il y aura moins de places : les joueurs des dernières devront se lever.',
  dealGoes: 'La donne fixée allait avec les anciennes options : celle-ci sera nouvelle.',
  first: 'Qui commence',
  firstChance: 'Le hasard décide',
  firstAbout: 'D’après la règle, la personne aux vêtements les plus colorés : choisis sa place.',
  talk: 'Pendant la partie, on dit',
  talks: {
    clues: ['rien que des indices', 'Comme dans la règle : on ne dit rien d’autre.'],
    remarks: ['des phrases toutes faites', 'Quelques phrases sans danger, affichées dans la langue de chacun.'],
    chat: ['ce qu’on veut', 'Parole libre, mais jouez le jeu.'],
  },
  hush: ['Silence quand on réfléchit', 'Seule la personne dont c’est le tour peut parler.'],
  takeBack: ['Reprendre un coup', 'Le dernier coup peut être repris si tout le monde est d’accord, y compris les absents. Avec des robots pour seuls partenaires : un indice seulement, jusqu’au coup suivant.'],
  takeBackGameOn: 'Une partie est en cours. Tu pourras l’autoriser avant la prochaine.',
  noTakeBack: 'Ce qui est joué est joué.',
  bot: 'Tes partenaires',
};
