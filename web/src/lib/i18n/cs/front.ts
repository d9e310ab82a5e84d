/** Czech: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('cs');

export const front: Front = {
  yourTables: 'Tvoje stoly',
  goOn: 'Hrát dál',
  gathering: 'před hrou',
  openTables: 'Otevřené stoly',
  noOpenTables: 'Teď žádný stůl nečeká na hráče. Otevři svůj, dej ho do seznamu a objeví se tady.',
  join: 'Přisednout',
  watchTables: 'Hry ke sledování',
  noWatchTables: 'Na nebi je klid: není se teď na co dívat.',
  watch: 'Dívat se',
  freeSeats: (n) => `${n} ${form(n, { one: 'volné místo', few: 'volná místa', other: 'volných míst' })}`,
  bots: (n) => `${n} ${form(n, { one: 'robot', few: 'roboti', other: 'robotů' })}`,
  locked: 's heslem',
  openHands: 'odkryté karty',
  turn: (n) => `tah ${n}`,
  points: (n) => `${signed(n)} ${form(n, { one: 'bod', few: 'body', other: 'bodů' })}`,
  listsFailed: 'Seznam stolů se teď nedaří načíst. Zkoušíme to dál.',

  ways: 'Další',
  newHere: 'Poprvé tady?',
  learn: 'Nauč se hrát',
  myGames: 'Moje hry',
  openReplay: 'Otevřít soubor s hrou',

  device: 'Jiné zařízení',
  deviceTitle: 'Přejít na jiné zařízení',
  deviceAbout: 'Naskenuj tenhle kód nebo otevři odkaz na druhém zařízení. Tvoje místa a hry půjdou s tebou.',
  deviceCare: 'Kdo tenhle odkaz otevře, hraje za tebe, tak si ho nech pro sebe. Funguje jednou, do hodiny.',
  deviceFailed: 'Odkaz se teď nepodařilo vytvořit. Zkus to za chvilku.',
  deviceCode: 'QR kód tvého osobního odkazu',
  devices: 'Zařízení, která hrají za tebe',
  deviceHere: 'tohle',
  deviceUnknown: 'Jiný prohlížeč',
  deviceSeen: (when) => `naposledy tady ${when}`,
  signOut: 'Odhlásit',
  signOutAll: 'Odhlásit všechna ostatní',
  signOutFailed: 'Nepovedlo se to. Zkus to za chvilku.',
  signedOut: 'Tohle zařízení bylo odhlášeno',
  signedOutAbout: 'Stalo se to z jiného tvého zařízení. Tady teď začínáš od nuly.',
  claimTitle: 'Hrát dál tady?',
  claimAsk: 'Tenhle osobní odkaz přenese do tohoto prohlížeče místa a hry z jiného zařízení. Co měl tento prohlížeč dosud, zůstane stranou.',
  claimYes: 'Ano, přenést sem',
  claimNo: 'Ne, děkuju',
  claimDone: 'Hotovo. Tvoje místa a hry jsou tady.',
  claimFailed: 'Tenhle osobní odkaz už neplatí. Dá se použít jednou, do hodiny: na druhém zařízení vytvoř nový.',

  nowhere: 'Tady nic není',
  noTable: 'Tady žádný stůl není',
  damagedTable: 'Tento stůl se nedá zobrazit',
  damagedAbout: 'Jeho záznam na serveru je poškozený. Ostatní stoly jsou v pořádku; dej prosím vědět tomu, kdo server spravuje.',
  noGame: 'Tady žádná hra není',
  nowhereAbout: 'Odkaz je možná neúplný, nebo tu světla už dávno zhasla.',

  wrongVariant: {
    unknown: (words, said) => `Adresa odkazuje na hru „${said}“, ale „${words}“ neznáme.`,
    twice: (words, said) => `Adresa odkazuje na hru „${said}“, kde je „${words}“ víc než jednou.`,
    'two-multicolours': (words, said) =>
      `Adresa odkazuje na hru „${said}“. Duhové karty mohou být jen jednoho druhu, ne ${words}.`,
    'base-and-more': (words, said) =>
      `Adresa odkazuje na hru „${said}“. „base“ znamená jen pět barev, takže nejde dohromady s ${words}.`,
    'empty-word': () => 'Adresa odkazuje na hru, ale chybí v ní slovo.',
    'too-long': () => 'Adresa odkazuje na hru s velmi dlouhým jménem. Takovou neznáme.',
  },
  wrongPlayers: 'Hanabi je pro dva až pět hráčů.',
  standardInstead: 'Místo ní je tu základní hra; „Změnit“ ukáže všechny ostatní.',
};
