/** French: the introduction. */

import type { Intro } from '../words/intro';

export const intro: Intro = {
  title: 'Apprendre à jouer',
  skip: 'Passer',
  back: 'Retour',
  next: 'Suivant',
  showMe: 'Montre-moi',
  lessonOf: (place, lessons) => `Leçon ${place} sur ${lessons}`,
  failed: 'L’introduction n’a pas pu être chargée. Réessaie dans un instant.',

  lessons: {
    hands: 'Toutes les mains, sauf la tienne',
    told: 'Un indice pour toi',
    tell: 'À toi de donner un indice',
    discard: 'Les lanternes sont éteintes',
    mistake: 'Quand une carte ne convient pas',
    not: 'Ce qui n’est pas dit',
    order: 'De un à cinq',
    end: 'Le dernier tour de table',
  },

  say: {
    together:
      'Ensemble, vous allumez cinq feux d’artifice, un par couleur. Tu tiens tes cartes à l’envers : tu vois celles de Hana et de Kenji, jamais les tiennes.',
    find: 'Quelqu’un a le 1 bleu {blue}. Choisis sa main.',
    found:
      'C’est Kenji, et il ne s’en doute pas : de ses cartes il ne voit que le dos, comme toi des tiennes. Il faudra le lui dire.',
    colour: 'Hana désigne toutes tes cartes rouges {red}. Il n’y en a qu’une. Elle n’a pas dit sa valeur.',
    value:
      'Kenji désigne tous tes 1 : la même carte. C’est donc le 1 rouge {red}, et c’est par lui que le rouge commence. Choisis la carte, puis {play}.',
    lit: 'Ta première lumière dans le ciel. Après chaque carte jouée, tu en pioches une nouvelle.',
    naming:
      'À toi. Un indice s’adresse à une seule personne et nomme une couleur ou une valeur. Il désigne toutes ces cartes dans sa main, jamais une partie seulement.',
    give: 'Le rouge attend son 2, et c’est Hana qui l’a {red}. Choisis sa main, puis un indice qui ne désigne que cette carte.',
    given: 'Elle a compris. Un indice coûte une lanterne : il y en a huit, ce sont vos jetons indice.',
    noTokens:
      'Toutes les lanternes sont éteintes : plus d’indices. Défausser en rallume une. Choisis une carte que personne n’a désignée, puis {discard}.',
    copies:
      'Une lanterne s’est rallumée. Mais une carte défaussée ne revient pas : chaque couleur a trois 1, deux 2, deux 3, deux 4 et un seul 5. Un cercle marque le dernier exemplaire.',
    lastCopy: 'Un 3 vert {green} est déjà défaussé. Qui a le dernier ? Choisis sa main.',
    save: 'C’est Hana. Avant qu’elle le défausse, un indice ne serait pas de trop.',
    tryIt: 'Et si une carte ne convient pas ? Essaie, pour une fois : joue une carte que personne n’a désignée.',
    fuse: 'Elle rejoint la défausse, et une mèche a brûlé. À la troisième erreur, le spectacle s’arrête, sans un seul point.',
    twoOnes: 'Hana désigne tes 1 : tu en as deux. Mais le bleu {blue} a déjà le sien. L’un des tiens arrive peut-être trop tard.',
    notBlue:
      'Kenji désigne toutes tes cartes bleues {blue} : une seule. L’autre 1 n’est donc pas bleu, et convient à coup sûr. Joue-le.',
    alsoTold: 'Un indice parle aussi des cartes qu’il ne désigne pas. Les petits signes barrés sur tes cartes s’en souviennent pour toi.',
    grows: 'Un feu grandit 1, 2, 3, 4, 5, sans trou. Tu connais deux de tes cartes. Joue celle qui convient maintenant.',
    complete: 'Le feu vert {green} est complet, et une lanterne revient en cadeau.',
    lastCard:
      'Il reste une carte dans la pioche. Dès qu’elle est piochée, c’est le dernier tour de table : encore un tour chacun. Joue une carte qui convient à coup sûr.',
    lastTurn: 'La pioche est vide : plus personne ne pioche. C’est ton dernier tour. Quelle carte convient à coup sûr ?',
    points: 'Chaque carte d’un feu vaut un point. Un tour de plus, et le 5 jaune {yellow} de Kenji rendait le ciel parfait.',
  },

  hint: {
    ownCards: 'De tes cartes tu ne vois que le dos. Regarde les mains des autres.',
    noBlueOne: 'Pas là. Cherche le 1 au signe bleu {blue}.',
    unknownCard: 'Tu en sais trop peu sur cette carte. Joue celle au signe rouge {red}.',
    playFirst: 'Ça peut attendre. Joue d’abord le 1 rouge {red}.',
    tellHana: 'C’est Hana qui a besoin de savoir.',
    twoReds: 'Rouge {red} désigne deux de ses cartes : laquelle est le 2 ? Un autre indice le dit mieux.',
    missesIt: 'Cet indice ne désigne pas son 2 rouge {red}.',
    tellFirst: 'Tes cartes peuvent attendre. D’abord un indice pour Hana.',
    onlyFive: 'C’est le 5 bleu {blue}, le seul du jeu. Sans lui, le feu bleu ne sera jamais terminé.',
    wasTold: 'Quelqu’un a dépensé un indice pour cette carte : elle compte. Plutôt une que personne n’a désignée.',
    discardIt: 'Tu en sais trop peu pour jouer cette carte. Cette fois : {discard}.',
    noGreenThree: 'Pas là. Cherche le 3 au signe vert {green}.',
    wouldFit: 'C’est le 1 rouge {red} : il conviendrait. Pour une fois, prends une carte que personne n’a désignée.',
    playAny: 'Une autre fois. Maintenant : {play}, pour voir.',
    blueHasOne: 'Celui-là est bleu {blue}, et le bleu a déjà son 1.',
    oneFits: 'L’un de tes 1 convient à coup sûr. Joue celui-là.',
    gap: 'Le jaune {yellow} en est au 1. Le 2 doit venir avant le 3.',
    twoKnown: 'Regarde les deux cartes que tu connais, et joue celle qui convient.',
    fourFirst: 'Le bleu {blue} en est au 3. D’abord le 4, puis le 5.',
    notSure: 'Cette carte n’est pas sûre. Cherche le signe bleu {blue}.',
    playLast: 'Défausser gâcherait le tour. Joue la carte bleue {blue} qui convient.',
  },

  done: {
    title: 'C’est tout le jeu',
    text: 'Le reste, c’est de la confiance et un peu d’audace. Hana et Kenji te gardent une place.',
    play: 'Jouer une partie',
    again: 'Recommencer',
  },
};
