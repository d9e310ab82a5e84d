/** French: why bots do what they do. */

import type { Because } from '../words/because';

export const because: Because = {
  ask: 'Pourquoi ?',
  reasons: {
    'knows-it-fits': 'Cette carte convient, c’est certain.',
    'nothing-to-lose': 'Dernier tour de table : une erreur ne coûte plus rien, et cette carte convient peut-être.',
    likeliest: 'Rien d’autre n’est possible, et c’est cette carte qui a le plus de chances de convenir.',
    useless: 'Plus aucun feu d’artifice n’a besoin de cette carte.',
    'never-told': 'C’est la plus ancienne des cartes qu’aucun indice n’a désignées.',
    'least-risk': 'Parmi les cartes possibles, c’est sans doute celle qui manquera le moins.',
    warns: 'Le dernier exemplaire d’une carte allait être défaussé.',
    helps: 'Il y a là une carte qui convient, et cet indice aide à la trouver.',
    'tells-most': 'Aucun autre indice n’en dit autant sur les cartes encore utiles.',
    'nothing-better': 'Il n’y a rien de mieux à faire, et cela ne gêne personne.',
    'pointed-at': 'L’indice de {by} a désigné cette carte.',
    'was-told': 'L’indice de {by} disait que cette carte peut être jouée.',
    'was-called': 'Un indice de {by} à quelqu’un d’autre signifie que cette carte, la plus récente, doit être jouée d’abord.',
    'play-clue': 'Il s’agit de cette carte : {card}. Elle peut être jouée.',
    'save-clue': 'Il s’agit de cette carte : {card}. Elle allait être défaussée et doit être gardée.',
    'prompt-clue': 'Il s’agit de cette carte : {card}. Avant elle, {by} doit jouer une carte déjà désignée.',
    'finesse-clue': 'Il s’agit de cette carte : {card}. Avant elle, {by} doit jouer sa carte la plus récente, sans la connaître.',
    'fix-clue': 'Une carte qui ne convient pas allait être jouée.',
    'fits-by-code': 'D’après notre code, cette carte convient.',
    'useless-by-code': 'D’après notre code, plus aucun feu d’artifice n’a besoin de cette carte.',
    'worth-a-try': 'Elle convient très probablement ; sinon, on ne perd rien d’utile.',
    'code-clue': 'Dans notre code, cet indice est un nombre, et il dit à chacun quelque chose sur sa propre main.',
    'code-discard': 'Plusieurs cartes sont inutiles. Celle qui part est un nombre dans notre code.',
    'worked-out': 'Il reste si peu de cartes à piocher que la fin a été calculée : c’est ce qui rapporte le plus de points.',
    'tile-places': 'Une carte rejoint tout de suite son feu d’artifice.',
    'tile-regains': 'Avec cette carte, un feu d’artifice peut de nouveau grandir.',
    'tile-needed': 'De toute la défausse, c’est la carte la plus utile.',
  },
};
