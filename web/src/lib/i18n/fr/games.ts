/** French: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('fr');
const games_ = (n: number): string => form(n, { one: 'partie', other: 'parties' });

export const games: Games = {
  title: 'Mes parties',
  loading: 'On cherche tes parties…',
  failed: 'Impossible de lister tes parties pour le moment.',
  tryAgain: 'Réessayer',
  none: 'Ton ciel est encore noir.',
  noneAbout: 'Chaque partie terminée sera gardée ici, à revoir quand tu veux.',
  playOne: 'Jouer la première',

  list: 'Toutes les parties',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'tour', other: 'tours' })}`,
  results: { won: 'parfaite', scored: 'finie', lost: 'perdue', stopped: 'arrêtée avant', unfinished: 'inachevée' },
  more: (n) => `encore ${n} ${games_(n)}`,

  filters: 'Quelles parties',
  variant: 'Jeu',
  anyVariant: 'Tous les jeux',
  players: 'Joueurs',
  anyPlayers: 'Peu importe',
  result: 'Résultat',
  anyResult: 'Tous',
  company: 'Compagnie',
  anyCompany: 'Tout le monde',
  companies: { bots: 'Avec des robots', people: 'Entre humains' },
  noMatch: 'Aucune partie ne ressemble à ça.',
  showAll: 'Tout montrer',

  scores: 'Scores',
  average: 'moyenne',
  best: 'record',
  running: (n) => `moyenne des ${n} dernières`,
  notCounted: 'Les parties arrêtées avant la fin ne comptent pas ici.',
  moreVariants: (n) => `encore ${n} ${form(n, { one: 'variante', other: 'variantes' })}`,

  open: 'Ouvrir un fichier',
  openAbout: 'Une partie de Tamaya ou de hanab.live.',
  pasteLink: 'Ou colle un lien hanab.live',
  openLink: 'Ouvrir le lien',
  dropIt: 'Tu peux aussi déposer le fichier n’importe où sur cette page.',
  letGo: 'Lâche pour ouvrir',
  opening: 'Lecture…',
  refused: {
    'not-understood': 'On ne trouve dans ce fichier aucune partie lisible.',
    'too-long': 'Ce fichier est trop gros. Une partie tient dans 200 ko.',
    'too-much': 'Ça fait beaucoup de fichiers. Souffle un peu et réessaie plus tard.',
    'your-space-full': 'Les parties que tu as envoyées occupent toute ta place ici. On ne peut plus en ajouter.',
    'space-full': 'Ce serveur n’a plus de place pour les parties envoyées.',
    busy: 'Beaucoup de parties sont regardées en ce moment. Réessaie dans un instant.',
  },
  openFailed: 'Le fichier n’est pas arrivé. Réessaie dans un instant.',
  opened: 'La partie est là.',
  leftOut: 'Du fichier, on ne garde pas :',
  look: 'La regarder',
};
