import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { reachableHeights } from '../src/lib/fireworks';
import { SHAPES, sparks } from '../src/lib/shapes';
import { words } from '../src/lib/i18n';
import { wait } from '../src/lib/socket';
import { TableState } from '../src/lib/table.svelte';
import type { Face, GameEvent, TableIs } from '../src/lib/wire';
import { button, click, fixture, FIXTURES, lastOf, wildSuits } from './help';
import { FakeSocket, press, sit, withTable } from './sitting';

withTable();

describe('acting', () => {
  test('a card, then play', () => {
    const table = lastOf('fresh');
    const socket = sit('fresh');
    expect(button('Play').getAttribute('aria-disabled')).toBe('true');
    click(/^your card 2/);
    click('Play');
    const card = table.play.hands[0]?.[1]?.id;
    expect(socket.sent).toEqual([
      { type: 'act', version: table.version, action: { do: 'play', card, announced: null } },
    ]);
  });

  test('a second click while the first is under way sends nothing', () => {
    const socket = sit('fresh');
    click(/^your card 1/);
    click('Play');
    click(/^your card 1/);
    click('Play');
    expect(socket.sent).toHaveLength(1);
  });

  test('discarding with all tokens there says why it cannot be', () => {
    const socket = sit('fresh');
    click(/^your card 1/);
    click('Discard');
    expect(socket.sent).toEqual([]);
    expect(document.body.textContent).toContain('All clue tokens are here');
  });

  test('the hint says what is possible, and nothing else', () => {
    const hint = () => document.querySelector('.mine .hint')?.textContent;
    const [fresh] = [lastOf('fresh')];
    const some = fresh.play.hands[0]?.map(({ id }) => ({ do: 'discard', card: id }) as const) ?? [];
    const socket = sit('fresh');
    expect(hint()).toBe(words.hintStart);
    click(/^your card 1/);
    expect(hint()).toBe(words.hintPlay); // all tokens are there
    const legal = [...fresh.play.legal, ...some];
    socket.say({ ...fresh, version: 20, play: { ...fresh.play, legal, clue_tokens: 7 } });
    expect(hint()).toBe(words.hintCard);
    press('Escape');
    const clues = legal.filter((action) => 'to' in action);
    socket.say({ ...fresh, version: 21, play: { ...fresh.play, legal: some, clue_tokens: 0 } });
    expect(hint()).toBe(words.hintStartCard);
    const hands = fresh.play.hands.map((hand, seat) => (seat === 0 ? [] : hand));
    socket.say({ ...fresh, version: 22, play: { ...fresh.play, legal: clues, hands } });
    expect(hint()).toBe(words.hintStartMate);
  });

  test('a colour announced is on the button', () => {
    const socket = sit('announce');
    click(/^your card 1/);
    click(words.playAs('green'));
    const [announces, plays] = [...document.querySelectorAll<HTMLElement>(`[aria-label="${words.playAs('green')}"]`)];
    expect(announces?.getAttribute('aria-pressed')).toBe('true');
    expect(plays?.textContent?.trim()).toBe(words.play);
    plays?.click();
    expect(socket.sent[0]).toMatchObject({ action: { do: 'play', announced: 2 } });
  });

  test('a teammate, a value with its preview, the value again', () => {
    const socket = sit('fresh');
    click(/^Mina/);
    click('1');
    const marked = document.querySelectorAll('.would').length;
    const hand = lastOf('fresh').play.hands[1] ?? [];
    expect(marked).toBe(hand.filter((card) => card.value === 1).length);
    expect(socket.sent).toEqual([]);
    click('1');
    expect(socket.sent[0]).toMatchObject({ type: 'act', action: { do: 'value', to: 1, value: 1 } });
  });

  test('on a teammate’s card, its value or its colour: the pointer shows it, a click chooses, another tells', () => {
    const socket = sit('fresh');
    const [card] = lastOf('fresh').play.hands[2] ?? [];
    const parts = () => [
      ...document.querySelectorAll<HTMLButtonElement>(`[data-card="${card?.id ?? ''}"] .card-clues button`),
    ];
    expect(parts().length).toBe(2);
    parts()[1]?.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
    flushSync();
    const alike = (lastOf('fresh').play.hands[2] ?? []).filter(({ suit }) => suit === card?.suit);
    expect(document.querySelectorAll('.would').length).toBe(alike.length);
    parts()[1]?.dispatchEvent(new PointerEvent('pointerleave'));
    parts()[0]?.click();
    flushSync();
    expect(socket.sent).toEqual([]);
    parts()[0]?.click();
    expect(socket.sent[0]).toMatchObject({ type: 'act', action: { do: 'value', to: 2, value: card?.value } });
  });

  test('by keys: a colour twice, to the next player', () => {
    const socket = sit('fresh');
    press('g');
    press('g');
    expect(socket.sent[0]).toMatchObject({ action: { do: 'colour', to: 1, colour: 2 } });
  });

  test('a tile asks for a card', () => {
    const socket = sit('tile');
    const take = lastOf('tile').play.legal.find((action) => action.do === 'take');
    const face = document.querySelector<HTMLButtonElement>('.tile li button');
    face?.click();
    flushSync();
    face?.click();
    expect(socket.sent[0]).toMatchObject({ action: take });
  });

  test('a refusal is told in words', () => {
    const socket = sit('fresh');
    socket.say({ type: 'refused', reason: 'stale', words: 'the table has changed meanwhile' });
    expect(document.body.textContent).toContain('The table moved on');
  });
});

describe('the score', () => {
  const explained = (variant: string): string => {
    const seven = lastOf('seven');
    sit('seven').say({ ...seven, version: 99, settings: { ...seven.settings, variant } });
    document.querySelector<HTMLElement>('button.score')?.click();
    flushSync();
    return document.querySelector('dialog')?.textContent ?? '';
  };

  test('is explained where it stands, black powder too', () => {
    const said = explained('wild10+black');
    expect(said).toContain(words.help.score[1](30));
    expect(said).toContain(words.help.blackScore);
    expect(explained('wild10')).not.toContain(words.help.blackScore);
  });

  test('counts all or nothing in Bouquet final', () => {
    const said = explained('wild10+black+bouquet');
    expect(said).toContain(words.help.switches.bouquet[1]);
    expect(said).not.toContain(words.help.blackScore);
  });
});

describe('the end', () => {
  test('verdict, all hands, again', () => {
    const socket = sit('end');
    expect(document.body.textContent).toContain('23 of 25');
    expect(document.querySelectorAll('.own .face').length).toBe(lastOf('end').play.hands[0]?.length);
    click('Same deal');
    expect(socket.sent).toEqual([{ type: 'begin', same_deal: true }]);
  });
});

describe('the connection', () => {
  test('a lost one is told plainly, and asks for what is missing', () => {
    const [first] = fixture('three');
    const socket = sit('fresh');
    socket.say(first);
    socket.close();
    flushSync();
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Your game is safe');
    vi.advanceTimersByTime(9000);
    expect(FakeSocket.all.at(-1)?.url).toContain(`events_from=${first?.play?.events.length}`);
    expect(FakeSocket.all.at(-1)?.url).toContain('&game=1&taken_back=0');
    FakeSocket.all.at(-1)?.onopen();
    flushSync();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  test('a gap in what is known is filled at once', () => {
    const socket = sit('fresh');
    socket.say(lastOf('three'));
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.all.at(-1)?.url).toContain('events_from=0');
    expect(FakeSocket.all.at(-1)?.url).not.toContain('game=');
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  test('waits grow and end somewhere', () => {
    expect(wait(0, 0.5)).toBe(400);
    expect(wait(20, 0.5)).toBe(8000);
  });
});

describe('reading pace', () => {
  test('moves of others come one after another, or all at once if asked', () => {
    const state = new TableState();
    const tables = fixture('five');
    for (const table of tables) state.receive(table);
    expect(state.now?.version).toBe(tables[1]?.version);
    expect(state.behind).toBe(2);
    vi.advanceTimersByTime(1400);
    expect(state.now?.version).toBe(tables[2]?.version);
    state.skip();
    expect(state.now?.version).toBe(tables.at(-1)?.version);
    expect(state.behind).toBe(0);
  });

  test('one’s own move is shown as long as anybody’s, however quick the next one is', () => {
    const tables = fixture('two');
    const { play, you } = lastOf('two');
    const now = tables.at(-1)!;
    const discarded = (seat: number): GameEvent => ({ event: 'discarded', seat, card: 0, face: [0, 1] });
    const after = (moves: number): TableIs => ({
      ...now,
      version: now.version + moves,
      play: {
        ...play,
        events: [you!, 1 - you!].slice(0, moves).map(discarded),
        events_from: play.events_from + play.events.length,
      },
    });
    const state = new TableState();
    for (const table of tables) state.receive(table);
    state.skip();
    vi.advanceTimersByTime(1400);
    state.receive(after(1));
    state.receive(after(2));
    expect(state.now?.version).toBe(now.version + 1);
    expect(state.behind).toBe(1);
    expect(state.yours).toBe(false);
    vi.advanceTimersByTime(1400);
    expect(state.now?.version).toBe(now.version + 2);
  });
});

describe('a firework that cannot be completed', () => {
  const label = (name: string): string | undefined => document.querySelector(`.piles .suit-${name} .most`)?.textContent;

  test('is what the server says is dead, in every fixture', () => {
    for (const name of FIXTURES) {
      for (const { play } of fixture(name)) {
        if (!play) continue;
        const heights = reachableHeights(play);
        const dead = play.suits.flatMap(({ order }, suit) => ((heights[suit] ?? 0) < order.length ? [suit] : []));
        expect(dead).toEqual(play.dead);
      }
    }
  });

  test('goes up to the first face of which all copies are discarded', () => {
    const { suits } = lastOf('fresh').play;
    const piles = {
      suits,
      fireworks: [2, 0, 0, 0, 0],
      discard_pile: [
        [0, 5],
        [1, 1],
        [1, 1],
        [1, 1],
        [2, 1],
      ] as Face[],
    };
    expect(reachableHeights(piles)).toEqual([4, 0, 5, 5, 5]);
  });

  test('black is counted in its own order', () => {
    const piles = {
      suits: wildSuits,
      fireworks: [0, 0, 0, 0, 0, 0, 1],
      discard_pile: [
        [6, 3],
        [6, 3],
      ] as Face[],
    };
    expect(reachableHeights(piles)[6]).toBe(2);
  });

  test('at the table', () => {
    sit('three');
    const { suits, fireworks, dead } = lastOf('three').play;
    const [only] = dead;
    const { name } = suits[only!]!;
    const most = reachableHeights(lastOf('three').play)[only!]!;
    expect(label(name)).toBe(`max ${most}`);
    expect(document.querySelectorAll('.piles .most')).toHaveLength(1);
    expect(document.querySelectorAll('.piles .stuck')).toHaveLength(most === fireworks[only!] ? 1 : 0);
    expect(document.querySelector(`.piles .suit-${name}`)?.textContent).toContain(
      `can no longer be completed, max ${most}`,
    );
  });
});

test('each suit has a shape of its own, and each shape bursts', () => {
  expect(new Set(Object.values(SHAPES)).size).toBe(7);
  for (const shape of Object.values(SHAPES)) expect(sparks(shape).length).toBeGreaterThan(8);
});
