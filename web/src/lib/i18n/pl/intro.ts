/** Polish: the introduction. */

import type { Intro } from '../words/intro';

export const intro: Intro = {
  title: 'Naucz się grać',
  skip: 'Pomiń',
  back: 'Wstecz',
  next: 'Dalej',
  showMe: 'Pokaż mi',
  lessonOf: (place, lessons) => `Lekcja ${place} z ${lessons}`,
  failed: 'Nie udało się wczytać wprowadzenia. Spróbuj za chwilę.',

  lessons: {
    hands: 'Widzisz wszystkie karty oprócz swoich',
    told: 'Wskazówka dla ciebie',
    tell: 'Wskazówka od ciebie',
    discard: 'Lampiony zgasły',
    mistake: 'Gdy karta nie pasuje',
    not: 'Czego nie powiedziano',
    order: 'Od jednego do pięciu',
    end: 'Ostatnia runda',
  },

  say: {
    together:
      'Razem odpalacie pięć fajerwerków, po jednym w każdym kolorze. Swoje karty trzymasz odwrotnie: widzisz te, które mają Hana i Kenji, własnych nigdy.',
    find: 'Ktoś ma niebieską jedynkę {blue}. Wybierz tę rękę.',
    found: 'Ma ją Kenji i nic o tym nie wie. Widzi tylko rewersy swoich kart, tak jak ty swoich. Ktoś musi mu powiedzieć.',
    colour: 'Hana wskazuje wszystkie twoje czerwone karty {red}. Jest tylko jedna. Nie mówi, jaką ma wartość.',
    value:
      'Kenji wskazuje wszystkie twoje jedynki: tę samą kartę. To więc czerwona jedynka {red}, a od niej zaczyna się czerwony fajerwerk. Wybierz kartę, potem {play}.',
    lit: 'Twoje pierwsze światło na niebie. Po każdej zagranej karcie dobierasz nową.',
    naming:
      'Teraz ty. Wskazówka jest dla jednej osoby i nazywa jeden kolor albo jedną wartość. Wskazuje wszystkie takie karty na jej ręce, nigdy tylko niektóre.',
    give: 'Czerwony fajerwerk czeka na dwójkę, a ma ją Hana {red}. Wybierz jej rękę, potem wskazówkę, która wskaże tylko tę kartę.',
    given: 'Zrozumiała. Wskazówka kosztuje jeden lampion: jest ich osiem i to są żetony wskazówek.',
    noTokens:
      'Wszystkie lampiony zgasły: nie ma już wskazówek. Odrzucona karta zapala jeden na nowo. Wybierz kartę, której nikt nie wskazał, potem {discard}.',
    copies:
      'Lampion znów świeci. Ale odrzucona karta nie wraca: każdy kolor ma trzy jedynki, po dwie dwójki, trójki i czwórki oraz tylko jedną piątkę. Obwódka oznacza ostatni egzemplarz.',
    lastCopy: 'Jednej zielonej trójki {green} już nie ma. Kto trzyma ostatnią? Wybierz tę rękę.',
    save: 'Trzyma ją Hana. Zanim ją odrzuci, warto dać o niej wskazówkę.',
    tryIt: 'A jeśli karta nie pasuje? Spróbuj, ten jeden raz: zagraj kartę, której nikt nie wskazał.',
    fuse: 'Trafia do odrzuconych kart, a jeden lont się wypalił. Trzecia pomyłka kończy pokaz, bez ani jednego punktu.',
    twoOnes: 'Hana wskazuje twoje jedynki: masz dwie. Ale niebieski {blue} ma już swoją. Może jedna z twoich przychodzi za późno.',
    notBlue:
      'Kenji wskazuje wszystkie twoje niebieskie karty {blue}: jest jedna. Druga jedynka nie jest więc niebieska i na pewno pasuje. Zagraj ją.',
    alsoTold: 'Wskazówka mówi też coś o kartach, których nie wskazuje. Małe przekreślone znaki na kartach pamiętają o tym za ciebie.',
    grows: 'Fajerwerk rośnie 1, 2, 3, 4, 5, bez przerw. Znasz dwie swoje karty. Zagraj tę, która teraz pasuje.',
    complete: 'Zielony fajerwerk {green} jest gotowy, a w prezencie wraca jeden lampion.',
    lastCard:
      'W talii została jedna karta. Kto ją dobierze, zaczyna ostatnią rundę: każdy ma jeszcze jedną turę. Zagraj kartę, która na pewno pasuje.',
    lastTurn: 'Talia jest pusta: nikt już nie dobiera. To twoja ostatnia tura. Która karta na pewno pasuje?',
    points:
      'Każda karta w fajerwerku to punkt. Jeszcze jedna tura, a Kenji zagrałby żółtą piątkę {yellow} i niebo byłoby idealne.',
  },

  hint: {
    ownCards: 'Swoje karty widzisz tylko od tyłu. Spójrz na karty innych.',
    noBlueOne: 'Nie tutaj. Szukaj jedynki z niebieskim znakiem {blue}.',
    unknownCard: 'O tej karcie wiesz za mało. Zagraj tę z czerwonym znakiem {red}.',
    playFirst: 'To może poczekać. Najpierw zagraj czerwoną jedynkę {red}.',
    tellHana: 'To Hana powinna się dowiedzieć.',
    twoReds: 'Czerwony {red} wskazuje dwie jej karty: która to dwójka? Inna wskazówka powie to lepiej.',
    missesIt: 'Ta wskazówka omija jej czerwoną dwójkę {red}.',
    tellFirst: 'Twoje karty mogą poczekać. Najpierw daj wskazówkę: czeka na nią Hana.',
    onlyFive: 'To niebieska piątka {blue}, jedyna w grze. Bez niej niebieski fajerwerk nigdy nie będzie gotowy.',
    wasTold: 'Ktoś wydał na tę kartę wskazówkę, więc jest ważna. Lepiej taka, której nikt nie wskazał.',
    discardIt: 'Wiesz za mało, by zagrać tę kartę. Tym razem: {discard}.',
    noGreenThree: 'Nie tutaj. Szukaj trójki z zielonym znakiem {green}.',
    wouldFit: 'To czerwona jedynka {red}: pasowałaby. Ten jeden raz weź kartę, której nikt nie wskazał.',
    playAny: 'Innym razem. Teraz: {play}, i zobacz, co się stanie.',
    blueHasOne: 'Ta jest niebieska {blue}, a niebieski ma już swoją jedynkę.',
    oneFits: 'Jedna z twoich jedynek na pewno pasuje. Zagraj właśnie tę.',
    gap: 'Żółty {yellow} ma dopiero jedynkę. Przed trójką musi przyjść dwójka.',
    twoKnown: 'Spójrz na dwie karty, które znasz, i zagraj tę, która pasuje.',
    fourFirst: 'Niebieski {blue} ma dopiero trójkę. Najpierw czwórka, potem piątka.',
    notSure: 'Ta karta nie jest pewna. Szukaj niebieskiego znaku {blue}.',
    playLast: 'Odrzucenie karty zmarnowałoby turę. Zagraj niebieską kartę {blue}, która pasuje.',
  },

  done: {
    title: 'To już cała gra',
    text: 'Reszta to zaufanie i odrobina odwagi. Hana i Kenji trzymają dla ciebie miejsce.',
    play: 'Zagraj pierwszą partię',
    again: 'Jeszcze raz',
  },
};
