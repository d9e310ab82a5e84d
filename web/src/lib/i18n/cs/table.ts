/** Czech: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('cs');

export const table: TableWords = {
  cardMore: 'Pořadí, otočení, poznámka',
  moveLeft: 'Doleva',
  moveRight: 'Doprava',
  turn: 'Otočit',
  turnBack: 'Narovnat',
  turned: 'otočená',
  note: 'Poznámka',
  noteFor: (place) => `Poznámka ke kartě ${place}`,
  noteAbout: 'Vidíš ji jen ty. Putuje s kartou.',
  noteSave: 'Uložit',
  noteWipe: 'Smazat',
  noted: (text) => `tvoje poznámka: ${text}`,

  lookBack: 'Ohlédnout se',
  lookingBack: 'Ohlédnutí',
  backToNow: 'Zpět do hry',
  newMoves: (n) => `${n} ${form(n, { one: 'nový tah', few: 'nové tahy', other: 'nových tahů' })}`,
  lookBackFailed: 'Ohlédnout se teď nejde. Zkus to za chvilku.',

  takeBack: 'Vzít zpět',
  asksBack: (name, n) =>
    `${name} chce vzít zpět ${form(n, { one: 'poslední tah', few: `poslední ${n} tahy`, other: `posledních ${n} tahů` })}.`,
  agree: 'Souhlasím',
  decline: 'Ne, hrajme dál',
  youAsked: 'Chceš vzít svůj tah zpět. Rozhodují ostatní.',
  askedBy: (name) => `${name} chce vzít tah zpět. Rozhodují ostatní.`,
  takeBacksLeft: (n) => `${form(n, { one: 'zbývá', few: 'zbývají', other: 'zbývá' })} ${n}`,
  takenBack: (n) => `${n} ${form(n, { one: 'oprava tahu', few: 'opravy tahů', other: 'oprav tahů' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'tah vzatý zpět', few: 'tahy vzaté zpět', other: 'tahů vzatých zpět' })}`,
  awayDecides: 'Kdo tu není, rozhodne po návratu.',

  knownDeal: {
    replayed: ['Známé rozdání', 'Toto rozdání se už hrálo, takže karty může někdo znát.'],
    uploaded: ['Rozdání ze souboru', 'Toto rozdání je ze souboru, takže karty může někdo znát.'],
  },

  isAway: (name) => `${name} je pryč.`,
  freeSeatToMove: (place) => `Na tahu je místo ${place} a nikdo tam nesedí.`,
  hostCan: 'Hostitel může nechat hrát robota.',
  botPlaysOn: 'Ať hraje robot',
  clearSeat: 'Uvolnit místo',
  hostAway: 'Hostitel je pryč: teď rozdáváš ty.',
  seatWaits: (place) => `Místo ${place} je volné. Můžeš odtud hrát dál.`,
  sitDown: 'Sednu si',
  keptBy: (name) => `Tvoje místo: hraje za tebe ${name}.`,
  keptFree: (place) => `Místo ${place} je tvoje a nikdo tam nehraje.`,
  takeSeat: 'Vrátit se na místo',
  sawHands: 'Je tu volné místo, ale diváci tady vidí všechny karty. Sedneš si, až hra skončí.',

  passTo: (name) => `Teď má zařízení ${name}`,
  passAbout: 'Ostatní se dívají jinam.',
  iAm: (name) => `To jsem já, ${name}`,

  replay: 'Přehrát záznam',

  refused: {
    'not-arrived': 'Spojení vypadlo dřív, než tah došel. Zkus ho znovu.',
    'bad-arrangement': 'Tvoje karty se mezitím změnily.',
    'bad-note': 'Poznámka může mít nejvýš 100 znaků a patří ke kartě v tvé ruce.',
    'bad-text': 'Zpráva musí mít 1 až 300 viditelných znaků.',
    'no-talk': 'U tohoto stolu se během hry takhle nemluví.',
    hush: 'Teď mluví jen ten, kdo je na tahu.',
    'no-take-back': 'U tohoto stolu platí, co se zahrálo.',
    'nothing-to-take-back': 'Už není co vzít zpět.',
    'nobody-to-agree': 'Není tu nikdo další, kdo by mohl souhlasit, takže vzít zpět jde jen nápověda, a to jen do dalšího tahu.',
    'no-more-take-backs': 'V této hře se tahy vzaly zpět už dvacetkrát. Odteď platí, co se zahrálo.',
    'asked-too-often': 'V této hře už ta otázka padla dost často. Platí, co se zahrálo.',
  },
};
