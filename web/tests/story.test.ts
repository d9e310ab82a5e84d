import { describe, expect, test } from 'vitest';
import { isOtherGame, merged, ringsOf, sinceLastTurn } from '../src/lib/history';
import { rich, words } from '../src/lib/i18n';
import { plain, story, type Told } from '../src/lib/story';
import type { GameEvent } from '../src/lib/wire';
import { fixture, lastOf, play, suits, wildSuits } from './help';

const told: Told = {
  nameAt: (seat) => ['Ada', 'Bo', 'Cleo'][seat] ?? '',
  you: 2,
  suits,
  colours: ['red', 'yellow', 'green', 'white', 'blue'],
  mostMistakes: 3,
  lastRound: true,
};
const said = (events: GameEvent[], by: Partial<Told> = {}): string[] =>
  story(words, { ...told, ...by }, events).map(plain);
const clued = (seat: number, to: number, cards: number[], colour = 2): GameEvent => ({
  event: 'clued',
  seat,
  clue: { do: 'colour', to, colour },
  cards,
  free: false,
});

describe('the log speaks like a friend at the table', () => {
  test.each([
    [[4, 5], 'Ada tells Bo: two green cards.'],
    [[4], 'Ada tells Bo: one green card.'],
    [[], 'Ada tells Bo: no green cards.'],
  ])('a colour', (cards, sentence) => {
    expect(said([clued(0, 1, cards)])).toEqual([sentence]);
  });

  test('you are told, and you tell', () => {
    expect(said([clued(0, 2, [4])])).toEqual(['Ada tells you: one green card.']);
    expect(said([clued(2, 0, [4])])).toEqual(['You tell Ada: one green card.']);
  });

  test('values', () => {
    const value = (cards: number[]): GameEvent => ({
      event: 'clued',
      seat: 0,
      clue: { do: 'value', to: 1, value: 4 },
      cards,
      free: false,
    });
    expect(said([value([1, 2]), value([1]), value([])])).toEqual([
      'Ada tells Bo: two 4s.',
      'Ada tells Bo: one 4.',
      'Ada tells Bo: no 4s.',
    ]);
  });

  test('a card lights up, and its firework is complete', () => {
    expect(
      said([
        { event: 'played', seat: 0, card: 1, face: [2, 5], placed: true, announced: null },
        { event: 'token-back', why: 'completed', kept: true },
        { event: 'drew', seat: 0, card: 20 },
        { event: 'turn-passed', to: 1 },
      ]),
    ).toEqual(['Ada plays the green 5. Lovely. The firework is complete. A clue token comes back.']);
  });

  test('mistakes are counted, and forgiven', () => {
    const miss: GameEvent = { event: 'played', seat: 2, card: 1, face: [0, 4], placed: false, announced: null };
    expect(said([miss, { event: 'mistake-forgiven' }, miss])).toEqual([
      'You play the red 4. It doesn’t fit. Mistake 1 of 3. One mistake is forgiven.',
      'You play the red 4. It doesn’t fit. Mistake 1 of 3.',
    ]);
  });

  test('an announced colour that is wrong', () => {
    expect(said([{ event: 'played', seat: 0, card: 1, face: [0, 1], placed: false, announced: 1 }])).toEqual([
      'Ada announces yellow and plays the red 1. Not the colour announced. Mistake 1 of 3.',
    ]);
  });

  test('the last card of the deck', () => {
    const discard: GameEvent = { event: 'discarded', seat: 0, card: 1, face: [0, 1] };
    const drew: GameEvent = { event: 'drew', seat: 0, card: 49 };
    expect(said([discard, drew])).toEqual(['Ada discards the red 1. The deck is empty: one more turn for everybody.']);
    expect(said([discard, drew], { suits: wildSuits })).toEqual(['Ada discards the red 1.']);
    expect(said([discard, { event: 'shuffled-back', face: [0, 1] }, drew])[0]).not.toContain('empty');
  });

  test('tiles: revealed, lost, left', () => {
    const revealed: GameEvent = { event: 'tile-revealed', tile: 6 };
    const gone: GameEvent = { event: 'tile-gone', tile: 6, used: false };
    expect(said([revealed, gone])[0]).toContain('the tile is lost');
    expect(said([revealed, { event: 'mistake-forgiven' }, gone])[0]).toContain('goes unused');
  });
});

test.each(['three', 'five', 'seven', 'end', 'lost', 'tile', 'announce'])('a whole game can be told: %s', (name) => {
  const tables = fixture(name);
  let events: readonly GameEvent[] = [];
  for (const table of tables) events = merged(events, table.play)?.events ?? [];
  const { play: game } = lastOf(name);
  const entries = story(
    words,
    { ...told, nameAt: (seat) => tables[0]?.seats[seat]?.name ?? '', suits: game.suits, colours: game.colours },
    events,
  );
  expect(entries.length).toBeGreaterThan(8);
  for (const entry of entries) {
    expect(plain(entry)).toMatch(/^[A-Z].*\.$/);
    expect(plain(entry)).not.toMatch(/undefined|[{}!]| {2}/);
  }
});

describe('history', () => {
  const pass = (to: number): GameEvent => ({ event: 'turn-passed', to });

  test('new events go to the end, also when some are sent twice', () => {
    const known = [pass(0), pass(1)];
    expect(merged(known, play({ events_from: 2, events: [pass(2)] }))?.events).toHaveLength(3);
    const twice = merged(known, play({ events_from: 1, events: [pass(1), pass(2)] }));
    expect(twice).toEqual({ events: [pass(0), pass(1), pass(2)], fresh: [pass(2)] });
  });

  test('a gap is noticed', () => {
    expect(merged([], play({ events_from: 3 }))).toBeNull();
  });

  test('what happened since one’s last turn is numbered, and its cards are ringed', () => {
    const discarded = (seat: number, card: number): GameEvent => ({ event: 'discarded', seat, card, face: [0, 1] });
    const since = sinceLastTurn(
      [discarded(1, 9), discarded(0, 8), clued(1, 2, [7, 3]), pass(2), clued(2, 0, [1, 7])],
      0,
    );
    expect(since.map(({ number, at }) => [number, at])).toEqual([
      [1, 2],
      [2, 4],
    ]);
    expect([...ringsOf(since)]).toEqual([
      [7, { number: 2, latest: true }],
      [3, { number: 1, latest: false }],
      [1, { number: 2, latest: true }],
    ]);
  });

  test('one’s own move stays until somebody acts; whoever looks on sees the latest', () => {
    const own = sinceLastTurn([clued(1, 2, [4]), clued(0, 1, [7]), pass(1)], 0);
    expect(own.map(({ number, at }) => [number, at])).toEqual([[null, 1]]);
    expect([...ringsOf(own)]).toEqual([[7, { number: null, latest: true }]]);
    expect(sinceLastTurn([clued(1, 2, [4]), clued(2, 1, [7])], null).map(({ at }) => at)).toEqual([1]);
    expect(sinceLastTurn([], 0)).toEqual([]);
  });

  test('another game begins', () => {
    const [before] = fixture('end');
    const same = lastOf('fresh');
    const after = { ...same, play: play({ game: 2 }) };
    expect(before && isOtherGame(before, after)).toBe(true);
    expect(isOtherGame(same, same)).toBe(false);
  });
});

test('templates: things in their places', () => {
  expect(rich('{a} and {b}.', { a: [1], b: [2, 3] })).toEqual([1, ' and ', 2, 3, '.']);
  expect(rich('{a}', {})).toEqual([]);
});

test('no exclamation marks except in triumph', () => {
  const all = JSON.stringify(words, (_, value: unknown) => (typeof value === 'function' ? String(value) : value));
  const loud = all.match(/[^.!?"]*!(?!==?)/g) ?? [];
  expect(loud.every((sentence) => /Tamaya|place|missing|whole/.test(sentence))).toBe(true);
});
