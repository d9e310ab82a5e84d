/** French: talk at the table. */

import type { TalkWords } from '../words/talk';

export const talk: TalkWords = {
  title: 'Discussion',
  unread: (n) => `${n} à lire`,
  nothing: 'Personne n’a encore rien dit.',
  remarksTitle: 'Dis-le d’un geste',
  remarks: {
    hello: 'Salut.',
    'one-moment': 'Un instant, s’il vous plaît.',
    'take-your-time': 'Prends ton temps.',
    'know-nothing': 'Je ne sais encore rien de mes cartes.',
    remember: 'Tu te souviens de tes cartes ?',
    'well-done': 'Bien joué.',
    thanks: 'Merci.',
    oops: 'Aïe.',
    'good-game': 'Belle partie.',
  },
  field: 'Dire quelque chose',
  send: 'Envoyer',
  whyNot: {
    watching: 'Tu regardes : à cette table, seuls les joueurs parlent.',
    clues: 'À cette table, on ne dit que les indices pendant la partie. Après, tout le monde peut parler.',
    remarks: 'Pendant la partie, cette table s’en tient à ces phrases.',
    hush: 'Pour l’instant, seule la personne dont c’est le tour peut parler.',
  },
  somebody: 'Quelqu’un',
  lines: {
    seated: '{who} prend place.',
    left: '{who} a quitté sa place.',
    replaced: '{who} ne répond plus ; un robot prudent continue.',
    'asked-back': '{who} aimerait reprendre un coup.',
    agreed: '{who} est d’accord.',
    declined: '{who} préfère continuer.',
    'took-back': '{who} reprend un coup.',
    ended: '{who} arrête la partie ici.',
    watched: '{who} regarde et voit toutes les mains.',
  },
};
