/** English: why bots do what they do. */

import type { Because } from '../words/because';

export const because: Because = {
  ask: 'Why?',
  reasons: {
    'knows-it-fits': 'This card is certain to fit.',
    'nothing-to-lose': 'Last round: a mistake costs nothing now, and this card may fit.',
    likeliest: 'There was nothing else to do, and this card is the likeliest to fit.',
    useless: 'No firework needs this card any more.',
    'never-told': 'It’s the oldest card that no clue has pointed at.',
    'least-risk': 'Of the cards that can go, this one will probably be missed least.',
    warns: 'The last copy of a card was about to be discarded.',
    helps: 'There’s a card that fits, and this helps to find it.',
    'tells-most': 'No other clue says as much about cards that are still needed.',
    'nothing-better': 'There’s nothing better to do, and this does no harm.',
    'pointed-at': '{by}’s clue pointed at this card.',
    'was-told': '{by}’s clue said that this card can be played.',
    'was-called': 'A clue from {by} to somebody else means that this newest card has to be played first.',
    'play-clue': 'It’s about the {card}: that card can be played.',
    'save-clue': 'It’s about the {card}: it was next to be discarded and should be kept.',
    'prompt-clue': 'It’s about the {card}. Before that, {by} should play a card that was already pointed at.',
    'finesse-clue': 'It’s about the {card}. Before that, {by} should play their newest card blind.',
    'fix-clue': 'A card that doesn’t fit was about to be played.',
    'fits-by-code': 'By our code, this card fits.',
    'useless-by-code': 'By our code, no firework needs this card any more.',
    'worth-a-try': 'It most likely fits, and if it doesn’t, no card we need is lost.',
    'code-clue': 'In our code this clue is a number, and it tells everyone something about their own hand.',
    'code-discard': 'Several cards are useless. Which one goes is a number in our code.',
    'worked-out': 'With so few cards left to draw, the rest can be worked out: this brings the most points.',
    'tile-places': 'That puts a card on its firework at once.',
    'tile-regains': 'With this card back, a firework can grow higher again.',
    'tile-needed': 'Of all the discarded cards, this one is needed most.',
  },
};
