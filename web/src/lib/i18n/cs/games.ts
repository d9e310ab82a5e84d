/** Czech: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('cs');
const games_ = (n: number): string => form(n, { one: 'hra', few: 'hry', other: 'her' });

export const games: Games = {
  title: 'Moje hry',
  loading: 'Hledáme tvoje hry…',
  failed: 'Tvoje hry teď nejde zobrazit.',
  tryAgain: 'Zkusit znovu',
  none: 'Tvoje nebe je ještě tmavé.',
  noneAbout: 'Každá dohraná hra tu zůstane a můžeš se k ní kdykoli vrátit.',
  playOne: 'Zahrát první',

  list: 'Všechny hry',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'tah', few: 'tahy', other: 'tahů' })}`,
  results: { won: 'dokonalá', scored: 'dohraná', lost: 'prohraná', stopped: 'ukončená dřív', unfinished: 'nedohraná' },
  more: (n) => `ještě ${n} ${games_(n)}`,

  filters: 'Které hry',
  variant: 'Hra',
  anyVariant: 'Jakákoli hra',
  players: 'Hráči',
  anyPlayers: 'Jakýkoli počet',
  result: 'Výsledek',
  anyResult: 'Jakýkoli',
  company: 'Spoluhráči',
  anyCompany: 'Kdokoli',
  companies: { bots: 'S roboty', people: 'Jen lidé' },
  noMatch: 'Taková hra tu není.',
  showAll: 'Ukázat všechny',

  scores: 'Skóre',
  average: 'průměr',
  best: 'nejlepší',
  running: (n) => `průměr posledních ${n}`,
  notCounted: 'Hry ukončené předčasně se sem nepočítají.',
  moreVariants: (n) => `ještě ${n} ${form(n, { one: 'varianta', few: 'varianty', other: 'variant' })}`,

  open: 'Otevřít soubor s hrou',
  openAbout: 'Z Tamayi nebo z hanab.live.',
  pasteLink: 'Nebo vlož odkaz z hanab.live',
  openLink: 'Otevřít odkaz',
  dropIt: 'Soubor můžeš také přetáhnout kamkoli na tuhle stránku.',
  letGo: 'Pusť a otevřeme ho',
  opening: 'Čteme…',
  refused: {
    'not-understood': 'V tomhle souboru není hra, kterou bychom uměli přečíst.',
    'too-long': 'Soubor je moc velký. Hra zabere nanejvýš 200 kB.',
    'too-much': 'To už je hodně souborů. Dej si pauzu a zkus to později.',
    'your-space-full': 'Tvoje nahrané hry už zabraly všechno místo, které tu máš. Další přidat nejde.',
    'space-full': 'Na tomhle serveru už není místo na nahrané hry.',
    busy: 'Právě se načítá hodně her. Zkus to za chvilku.',
  },
  openFailed: 'Soubor nedorazil. Zkus to za chvilku.',
  opened: 'Hra je tady.',
  leftOut: 'Ze souboru vynecháváme:',
  look: 'Prohlédnout',
};
