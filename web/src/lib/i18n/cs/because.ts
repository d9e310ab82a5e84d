/** Czech: why bots do what they do. */

import type { Because } from '../words/because';

export const because: Because = {
  ask: 'Proč?',
  reasons: {
    'knows-it-fits': 'Tahle karta určitě sedí.',
    'nothing-to-lose': 'Poslední kolo: chyba už nic nestojí a tahle karta možná sedí.',
    likeliest: 'Nic jiného se dělat nedá a tahle karta sedí nejspíš.',
    useless: 'Tuhle kartu už žádný ohňostroj nepotřebuje.',
    'never-told': 'Je to nejstarší karta, na kterou ještě žádná nápověda neukázala.',
    'least-risk': 'Z karet, které můžou pryč, bude tahle asi nejmíň chybět.',
    warns: 'Poslední kopie karty měla být právě zahozena.',
    helps: 'Je tam karta, která sedí, a tahle nápověda ji pomůže najít.',
    'tells-most': 'Žádná jiná nápověda neřekne tolik o kartách, které jsou ještě potřeba.',
    'nothing-better': 'Nic lepšího se dělat nedá a tohle nikomu neuškodí.',
    'pointed-at': 'Nápověda ({by}) ukázala na tuhle kartu.',
    'was-told': 'Z nápovědy ({by}) vyplynulo, že se tahle karta dá zahrát.',
    'was-called': 'Nápověda ({by}) pro někoho jiného znamená, že se nejdřív má zahrát tahle nejnovější karta.',
    'play-clue': 'Jde o tuhle kartu: {card}. Dá se zahrát.',
    'save-clue': 'Jde o tuhle kartu: {card}. Byla na řadě k zahození a je třeba si ji nechat.',
    'prompt-clue': 'Jde o tuhle kartu: {card}. Před ní má {by} zahrát kartu, na kterou už nápověda ukázala.',
    'finesse-clue': 'Jde o tuhle kartu: {card}. Před ní má {by} naslepo zahrát svou nejnovější kartu.',
    'fix-clue': 'Někdo se chystal zahrát kartu, která nesedí.',
    'fits-by-code': 'Podle našeho kódu tahle karta sedí.',
    'useless-by-code': 'Podle našeho kódu už tuhle kartu žádný ohňostroj nepotřebuje.',
    'worth-a-try': 'Nejspíš sedí, a když ne, o nic potřebného nepřijdeme.',
    'code-clue': 'V našem kódu je tahle nápověda číslo a každému říká něco o jeho vlastních kartách.',
    'code-discard': 'Několik karet už není potřeba. Která z nich půjde pryč, je v našem kódu číslo.',
    'worked-out': 'K líznutí zbývá tak málo karet, že se dá konec spočítat: tohle přinese nejvíc bodů.',
    'tile-places': 'Karta tak hned přijde na svůj ohňostroj.',
    'tile-regains': 'S touhle kartou může ohňostroj znovu růst výš.',
    'tile-needed': 'Ze zahozených karet je tahle potřeba nejvíc.',
  },
};
