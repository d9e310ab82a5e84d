/** Polish: why bots do what they do. */

import type { Because } from '../words/because';

export const because: Because = {
  ask: 'Dlaczego?',
  reasons: {
    'knows-it-fits': 'Ta karta na pewno pasuje.',
    'nothing-to-lose': 'Ostatnia runda: pomyłka już nic nie kosztuje, a ta karta może pasować.',
    likeliest: 'Nic innego nie da się zrobić, a ta karta najprawdopodobniej pasuje.',
    useless: 'Żaden fajerwerk już tej karty nie potrzebuje.',
    'never-told': 'To najstarsza karta, której nie wskazała żadna wskazówka.',
    'least-risk': 'Spośród kart do odrzucenia tej będzie pewnie najmniej brakować.',
    warns: 'Ostatni egzemplarz karty miał zaraz zostać odrzucony.',
    helps: 'Jest tam karta, która pasuje, a ta wskazówka pomaga ją znaleźć.',
    'tells-most': 'Żadna inna wskazówka nie mówi tyle o kartach, które są jeszcze potrzebne.',
    'nothing-better': 'Nie ma nic lepszego do zrobienia, a to nikomu nie szkodzi.',
    'pointed-at': 'Dotyczyła jej wskazówka ({by}).',
    'was-told': 'Ze wskazówki ({by}) wynikało, że tę kartę można zagrać.',
    'was-called': 'Wskazówka ({by}) dla kogoś innego oznacza, że najpierw trzeba zagrać tę najnowszą kartę.',
    'play-clue': 'Chodzi o tę kartę: {card}. Można ją zagrać.',
    'save-clue': 'Chodzi o tę kartę: {card}. Miała być odrzucona jako następna, a trzeba ją zachować.',
    'prompt-clue': 'Chodzi o tę kartę: {card}. Przed nią {by} ma zagrać kartę już wskazaną.',
    'finesse-clue': 'Chodzi o tę kartę: {card}. Przed nią {by} ma zagrać w ciemno swoją najnowszą kartę.',
    'fix-clue': 'Za chwilę ktoś zagrałby kartę, która nie pasuje.',
    'fits-by-code': 'Według naszego kodu ta karta pasuje.',
    'useless-by-code': 'Według naszego kodu żaden fajerwerk już tej karty nie potrzebuje.',
    'worth-a-try': 'Najpewniej pasuje, a jeśli nie, to nic potrzebnego nie przepadnie.',
    'code-clue': 'W naszym kodzie ta wskazówka jest liczbą i każdemu mówi coś o jego własnych kartach.',
    'code-discard': 'Kilka kart jest zbędnych. To, którą z nich odrzucamy, jest w naszym kodzie liczbą.',
    'worked-out': 'Zostało tak mało kart do dobrania, że koniec dało się policzyć: to daje najwięcej punktów.',
    'tile-places': 'Dzięki temu karta od razu trafia na swój fajerwerk.',
    'tile-regains': 'Z tą kartą fajerwerk znów może urosnąć wyżej.',
    'tile-needed': 'Spośród odrzuconych kart ta jest najbardziej potrzebna.',
  },
};
