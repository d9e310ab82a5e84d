/** French: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('fr');
const games_ = (n: number): string => form(n, { one: 'partie', other: 'parties' });

export const games: Games = {
  title: 'Mes parties',
  loading: 'On cherche tes parties…',
  failed: 'Impossible d’afficher tes parties pour le moment.',
  tryAgain: 'Réessayer',
  none: 'Ton ciel est encore noir.',
  noneAbout: 'Chaque partie terminée sera gardée ici, à revoir quand tu veux.',
  playOne: 'Jouer la première',

  list: 'Toutes les parties',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'tour', other: 'tours' })}`,
  results: { won: 'parfaite', scored: 'finie', lost: 'perdue', stopped: 'interrompue', unfinished: 'inachevée' },
  more: (n) => `encore ${n} ${games_(n)}`,

  filters: 'Quelles parties',
  variant: 'Jeu',
  anyVariant: 'Tous les jeux',
  players: 'Joueurs',
  anyPlayers: 'Peu importe',
  result: 'Résultat',
  anyResult: 'Tous',
  company: 'Partenaires',
  anyCompany: 'Peu importe',
  companies: { bots: 'Avec des robots', people: 'Entre humains' },
  noMatch: 'Aucune partie ne correspond.',
  showAll: 'Tout montrer',

  scores: 'Scores',
  average: 'moyenne',
  best: 'record',
  running: (n) => `moyenne des ${n} dernières`,
  notCounted: 'Les parties interrompues ne comptent pas ici.',
  moreVariants: (n) => `encore ${n} ${form(n, { one: 'variante', other: 'variantes' })}`,

  open: 'Ouvrir un fichier',
  openAbout: 'Une partie de Tamaya ou de hanab.live.',
  pasteLink: 'Ou colle un lien hanab.live',
  openLink: 'Ouvrir le lien',
  dropIt: 'Tu peux aussi déposer le fichier n’importe où sur cette page.',
  letGo: 'Lâche pour ouvrir',
  opening: 'Lecture…',
  refused: {
    'not-understood': 'On ne trouve aucune partie lisible dans ce fichier.',
    'too-long': 'Ce fichier est trop gros. Une partie tient dans 200 ko.',
    'too-much': 'Ça fait beaucoup de fichiers. Souffle un peu et réessaie plus tard.',
    'your-space-full': 'Les parties que tu as importées occupent tout ton espace ici. Impossible d’en ajouter.',
    'space-full': 'Ce serveur n’a plus d’espace pour les parties importées.',
    busy: 'Beaucoup de parties arrivent en même temps. Réessaie dans un instant.',
  },
  openFailed: 'Le fichier n’est pas arrivé. Réessaie dans un instant.',
  opened: 'La partie est là.',
  leftOut: 'Non repris du fichier :',
  look: 'La regarder',
};
