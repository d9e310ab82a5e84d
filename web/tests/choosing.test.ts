import { describe, expect, test } from 'vitest';
import {
  chooseCard,
  chooseClue,
  chooseMate,
  isLegal,
  mayAnnounce,
  mayClue,
  NOTHING,
  others,
  stillPossible,
  takes,
  touched,
} from '../src/lib/choosing';
import { words } from '../src/lib/i18n';
import { whyNot } from '../src/lib/why';
import { lastOf, play, wildSuits } from './help';

describe('what is legal is what the server says', () => {
  test('exactly the actions in the list', () => {
    const game = play();
    expect(isLegal(game, { do: 'play', card: 0, announced: null })).toBe(true);
    expect(isLegal(game, { do: 'play', card: 0, announced: 2 })).toBe(false);
    expect(isLegal(game, { do: 'discard', card: 0 })).toBe(false);
    expect(isLegal(game, { do: 'colour', to: 1, colour: 1 })).toBe(false);
    expect(isLegal(game, { do: 'value', to: 1, value: 1 })).toBe(true);
    expect(isLegal(game, { do: 'forgo' })).toBe(false);
  });

  test('clues by teammate, announcing, cards to take', () => {
    expect(mayClue(play(), 1)).toBe(true);
    expect(mayClue(play(), 2)).toBe(false);
    expect(mayAnnounce(play())).toBe(false);
    expect(mayAnnounce(lastOf('announce').play)).toBe(true);
    expect(takes(lastOf('tile').play).length).toBeGreaterThan(0);
  });
});

describe('the preview of a clue', () => {
  const wild = play({
    suits: wildSuits,
    hands: [
      [{ id: 0 }],
      [
        { id: 1, suit: 4, value: 2 },
        { id: 2, suit: 5, value: 3 },
        { id: 3, suit: 6, value: 2 },
      ],
    ],
  });

  test('wild cards answer to every colour, black to none', () => {
    expect(touched(wild, { do: 'colour', to: 1, colour: 4 })).toEqual([1, 2]);
    expect(touched(wild, { do: 'colour', to: 1, colour: 0 })).toEqual([2]);
  });

  test('values point at every suit', () => {
    expect(touched(wild, { do: 'value', to: 1, value: 2 })).toEqual([1, 3]);
    expect(touched(wild, null)).toEqual([]);
  });

  test('is what the server then says happened', () => {
    for (const name of ['three', 'five', 'seven', 'announce']) {
      const { play: game } = lastOf(name);
      for (const clue of game.legal)
        if (clue.do === 'value')
          expect(touched(game, clue)).toEqual(
            (game.hands[clue.to] ?? []).filter((card) => card.value === clue.value).map((card) => card.id),
          );
    }
  });
});

describe('one step chooses, the second confirms', () => {
  test('a card, and again to let go of it', () => {
    const chosen = chooseCard(NOTHING, 3);
    expect(chosen).toEqual({ kind: 'card', card: 3, announced: null });
    expect(chooseCard(chosen, 3)).toEqual(NOTHING);
    expect(chooseCard(chosen, 4)).toMatchObject({ card: 4 });
  });

  test('a clue, and again to give it', () => {
    const clue = { do: 'value', to: 1, value: 1 } as const;
    const first = chooseClue(chooseMate(NOTHING, 1), clue);
    expect(first.action).toBeNull();
    expect(chooseClue(first.choice, clue).action).toEqual(clue);
  });

  test('another teammate takes the clue along', () => {
    const { choice } = chooseClue(NOTHING, { do: 'colour', to: 1, colour: 2 });
    expect(chooseMate(choice, 2)).toEqual({ kind: 'clue', to: 2, clue: { do: 'colour', to: 2, colour: 2 } });
  });

  test('a choice the table has overtaken is dropped', () => {
    expect(stillPossible({ kind: 'card', card: 9, announced: null }, play(), 0)).toEqual(NOTHING);
    expect(stillPossible({ kind: 'card', card: 1, announced: null }, play(), 0)).toMatchObject({ card: 1 });
    expect(stillPossible({ kind: 'clue', to: 2, clue: null }, play(), 0)).toEqual(NOTHING);
    expect(stillPossible({ kind: 'clue', to: 1, clue: null }, null, 0)).toEqual(NOTHING);
  });
});

test('the others sit in turn order, the next player first', () => {
  expect(others(4, 2)).toEqual([3, 0, 1]);
  expect(others(3, null)).toEqual([0, 1, 2]);
});

describe('why not', () => {
  test.each([
    ['not your turn', { to_move: 1 }, { do: 'play', card: 0 }, words.whyNotYourTurn],
    ['no card chosen', {}, { do: 'play', card: -1 }, words.whyChooseCard],
    ['all tokens there', {}, { do: 'discard', card: 0 }, words.whyTokensFull],
    ['no token left', { clue_tokens: 0 }, { do: 'value', to: 1, value: 2 }, words.whyNoToken],
    ['no empty clues here', {}, { do: 'value', to: 1, value: 2 }, words.whyEmptyClue],
    ['a tile waits', { tile: 5 }, { do: 'play', card: 0 }, words.whyTileFirst],
  ] as const)('%s', (_, over, action, said) => {
    expect(whyNot(words, play(over), 0, action)).toBe(said);
  });
});
