/** Czech: before a game. */

import { plural } from '../plural';
import type { Lobby } from '../words/lobby';

const form = plural('cs');

export const lobby: Lobby = {
  inviteTitle: 'Pozvi přátele',
  inviteLocked: 'Pošli přátelům tuhle adresu a řekni jim heslo.',
  inviteLook: 'Kdo tuhle adresu otevře, může se dívat.',
  inviteWait: 'Žádné místo není volné a během hry tenhle stůl nic neukazuje.',
  share: 'Sdílet…',
  showCode: 'QR kód',
  hideCode: 'Skrýt kód',
  code: 'QR kód s adresou tohoto stolu',
  copyByHand: 'Prohlížeč nedovolí kopírovat. Adresa je označená: zkopíruj ji ručně.',
  onlyHere: 'Tahle adresa funguje jen na tomto počítači. Spusť server příkazem {command} a telefony ve stejné síti se budou moci přidat.',

  seats: 'Místa',
  host: 'hostitel',
  away: 'pryč',
  onlookers: (n) => `${form(n, { one: 'Dívá se', few: 'Dívají se', other: 'Dívá se' })} ${n} ${form(n, { one: 'člověk', few: 'lidé', other: 'lidí' })}`,
  fillWithBots: 'Roboti na volná místa',
  whichBot: (name) => `Jaký robot je ${name}?`,
  bots: {
    partner: ['Parťák', 'Hraje podle zvyklostí, které lidé znají, a řekne ti proč. Ten pravý ke hře.'],
    'partner-1': ['Parťák začátečník', 'Jeho nápovědy říkají, co zahrát a co si nechat, nic víc.'],
    'partner-3': ['Zkušený parťák', 'Odvážný: čeká, že zahraješ karty naslepo, i dvě po sobě.'],
    cautious: ['Opatrný', 'Hraje jen to, co určitě sedí, a říká ti, co můžeš zahrát. Klidná společnost.'],
    hat: ['Klobouk', 'Mluví šifrou, které rozumějí jen jemu podobní. Nejsilnější tým, ale ne partner pro lidi.'],
    net: ['Samouk', 'Naučil se hru tím, že hrál sám se sebou. Silný tým, ale má své vlastní zvyky: ne partner pro lidi.'],
    random: ['Náhodný', 'Dělá cokoli, co pravidla dovolí. Pro zasmání nebo na zkoušku.'],
  },
  clearSure: 'Opravdu uvolnit?',
  makeHost: 'Předat stůl',
  more: (name) => `Víc: ${name}`,
  full: 'Všechna místa jsou obsazená. Zůstaň a dívej se.',
  curtain: 'Během hry se tenhle stůl divákům neukazuje.',
  gameOn: ['Právě se hraje', 'Hostitel nenechá nikoho se dívat, dokud hra neskončí.'],
  hotSeat: ['Hrajeme na jednom zařízení', 'Jeden člověk může sedět na více místech. Karty zůstanou skryté, dokud se zařízení nepředá.'],
  nameForSeat: (place) => `Jméno na místo ${place}`,

  doors: 'Kdo smí dovnitř',
  listed: ['Mezi otevřenými stoly', 'Každý na tomto serveru stůl najde a může si přisednout nebo se dívat.'],
  notListed: 'Mimo seznam: najde ho jen ten, kdo má odkaz.',
  isListed: 'V seznamu otevřených stolů.',
  lockTitle: 'Heslo',
  isLocked: 'Kdo přijde teď, potřebuje heslo.',
  isOpen: 'Bez hesla: stačí odkaz.',
  password: 'Heslo',
  lock: 'Zamknout',
  unlock: 'Zrušit heslo',
  watchTitle: 'Diváci vidí',
  watches: {
    nothing: ['nic', 'Nic ze hry, dokud neskončí.'],
    table: ['stůl', 'Ohňostroje, zahozené karty, nápovědy a co kdo řekl; karty v ruce ne.'],
    hands: ['všechny karty', 'Všechno, i karty v ruce. Kdo se díval, už si k té hře nesedne.'],
  },

  knockTitle: 'Tenhle stůl má heslo',
  knockAbout: 'Zná ho ten, kdo tě pozval.',
  knock: 'Vejít',

  whatWePlay: 'Co hrajeme',
  rules: 'Pravidla',
  dealSet: ['Rozdání je dané', 'Karty leží jako ve hře, která už se hrála. S jinými volbami bude rozdání nové.'],
  playSetDeal: 'Hrát toto rozdání',
  dealAnew: 'Zamíchat znovu',
  sameDealAgain: 'Stejné rozdání',
  back: 'Zpět k výsledku',

  refused: {
    'seated-already': 'Místo už máš.',
    'not-seated': 'Nikdo tam teď nesedí.',
    'no-such-seat': 'Takové místo tu není.',
    'no-such-bot': 'Tohoto robota server nezná.',
    'bad-settings': 'Takhle se hrát nedá.',
    present: 'Kdo tam sedí, je u stolu.',
    'saw-cards': 'Tyhle karty už v této hře znáš, a tak to místo není pro tebe.',
    locked: 'Tenhle stůl chce heslo.',
    'wrong-password': 'To není to heslo.',
    'bad-password': 'Heslo má nejvýš 100 znaků.',
    'too-much': 'Trochu moc rychle. Počkej chvilku a zkus to znovu.',
  },
};
