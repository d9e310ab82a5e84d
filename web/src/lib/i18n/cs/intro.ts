/** Czech: the introduction. */

import type { Intro } from '../words/intro';

export const intro: Intro = {
  title: 'Nauč se hrát',
  skip: 'Přeskočit',
  back: 'Zpět',
  next: 'Dál',
  showMe: 'Ukaž mi',
  lessonOf: (place, lessons) => `Lekce ${place} z ${lessons}`,
  failed: 'Úvod se nepodařilo načíst. Zkus to za chvíli.',

  lessons: {
    hands: 'Vidíš karty všech kromě svých',
    told: 'Nápověda pro tebe',
    tell: 'Nápověda od tebe',
    discard: 'Lampiony zhasly',
    mistake: 'Když karta nesedí',
    not: 'Co se neřekne',
    order: 'Od jedné do pěti',
    end: 'Poslední kolo',
  },

  say: {
    together:
      'Společně zapalujete pět ohňostrojů, v každé barvě jeden. Své karty držíš obráceně: vidíš ty, které mají Hana a Kenji, svoje nikdy.',
    find: 'Někdo má modrou jedničku {blue}. Vyber tu ruku.',
    found: 'Má ji Kenji a nic o tom neví. Ze svých karet vidí jen rub, stejně jako ty ze svých. Někdo mu to musí říct.',
    colour: 'Hana ukazuje na všechny tvoje červené karty {red}. Je jen jedna. Jaké má číslo, neřekla.',
    value:
      'Kenji ukazuje na všechny tvoje jedničky: na tutéž kartu. Je to tedy červená jednička {red} a tou červená začíná. Vyber kartu a pak {play}.',
    lit: 'Tvoje první světlo na nebi. Po každé zahrané kartě si lízneš novou.',
    naming:
      'Teď ty. Nápověda je pro jednoho spoluhráče a říká jednu barvu nebo jedno číslo. Ukazuje na všechny takové karty v jeho ruce, nikdy jen na některé.',
    give: 'Červená čeká na dvojku a tu má Hana {red}. Vyber její ruku a pak nápovědu, která ukáže jen na tuhle kartu.',
    given: 'Pochopila to. Nápověda stojí jeden lampion: je jich osm a jsou to žetony nápovědy.',
    noTokens:
      'Všechny lampiony zhasly: další nápovědy nejsou. Zahozená karta jeden zase rozsvítí. Vyber kartu, na kterou nikdo neukázal, a pak {discard}.',
    copies:
      'Lampion zase svítí. Ale co je pryč, je pryč: každá barva má tři jedničky, po dvou dvojkách, trojkách a čtyřkách a jen jednu pětku. Kroužek značí poslední kus.',
    lastCopy: 'Jedna zelená trojka {green} už je pryč. Kdo má tu poslední? Vyber tu ruku.',
    save: 'Má ji Hana. Než ji zahodí, stojí za to o ní napovědět.',
    tryIt: 'A když karta nesedí? Zkus to, jen jednou: zahraj kartu, na kterou nikdo neukázal.',
    fuse: 'Skončila mezi zahozenými kartami a jeden doutnák shořel. Třetí chyba ukončí představení, bez jediného bodu.',
    twoOnes: 'Hana ukazuje na tvoje jedničky: máš dvě. Jenže modrá {blue} už svou má. Jedna z tvých možná přichází pozdě.',
    notBlue:
      'Kenji ukazuje na všechny tvoje modré karty {blue}: je jedna. Druhá jednička tedy modrá není a určitě sedí. Zahraj ji.',
    alsoTold: 'I to, co nápověda vynechá, něco říká. Malé přeškrtnuté značky na kartách si to pamatují za tebe.',
    grows: 'Ohňostroj roste 1, 2, 3, 4, 5, bez mezer. Dvě své karty znáš. Zahraj tu, která teď sedí.',
    complete: 'Zelený ohňostroj {green} je hotový a jako dárek se vrací lampion.',
    lastCard:
      'V balíčku zbývá jedna karta. Kdo si ji lízne, začíná poslední kolo: každý má ještě jeden tah. Zahraj kartu, která určitě sedí.',
    lastTurn: 'Balíček je prázdný: nikdo už nelíže. Tohle je tvůj poslední tah. Která karta určitě sedí?',
    points: 'Každá karta v ohňostroji je bod. Ještě jeden tah a Kenji by zahrál žlutou pětku {yellow}: nebe by bylo dokonalé.',
  },

  hint: {
    ownCards: 'Svoje karty vidíš jen zezadu. Podívej se na karty ostatních.',
    noBlueOne: 'Tady ne. Hledej jedničku s modrou značkou {blue}.',
    unknownCard: 'O té kartě víš moc málo. Zahraj tu s červenou značkou {red}.',
    playFirst: 'To počká. Nejdřív zahraj červenou jedničku {red}.',
    tellHana: 'Vědět to potřebuje Hana.',
    twoReds: 'Červená {red} ukáže na dvě její karty: která je ta dvojka? Jiná nápověda to řekne líp.',
    missesIt: 'Tahle nápověda na její červenou dvojku {red} neukáže.',
    tellFirst: 'Tvoje karty počkají. Nejdřív napověz: Hana na to čeká.',
    onlyFive: 'To je modrá pětka {blue}, jediná ve hře. Bez ní se modrá nikdy nedokončí.',
    wasTold: 'Na tu kartu někdo utratil nápovědu, takže je důležitá. Radši takovou, na kterou nikdo neukázal.',
    discardIt: 'Na zahrání o té kartě víš moc málo. Tentokrát: {discard}.',
    noGreenThree: 'Tady ne. Hledej trojku se zelenou značkou {green}.',
    wouldFit: 'To je červená jednička {red}: ta by seděla. Pro jednou vezmi kartu, na kterou nikdo neukázal.',
    playAny: 'Až jindy. Teď: {play}, a uvidíš, co se stane.',
    blueHasOne: 'Tahle je modrá {blue} a modrá už svou jedničku má.',
    oneFits: 'Jedna z tvých jedniček určitě sedí. Zahraj právě tu.',
    gap: 'Žlutá {yellow} má zatím jen jedničku. Před trojkou musí přijít dvojka.',
    twoKnown: 'Podívej se na dvě karty, které znáš, a zahraj tu, která sedí.',
    fourFirst: 'Modrá {blue} má zatím trojku. Nejdřív čtyřka, pak pětka.',
    notSure: 'Ta karta není jistá. Hledej modrou značku {blue}.',
    playLast: 'Zahozením by tah přišel vniveč. Zahraj modrou kartu {blue}, která sedí.',
  },

  done: {
    title: 'To je celá hra',
    text: 'Zbytek je důvěra a trocha odvahy. Hana a Kenji ti drží místo.',
    play: 'Zahrát první hru',
    again: 'Ještě jednou',
  },
};
