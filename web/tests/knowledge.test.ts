import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { possibilities } from '../src/lib/counting';
import { words } from '../src/lib/i18n';
import type { Card, GameEvent } from '../src/lib/wire';
import { button, click, fixture, lastOf } from './help';
import { press, sit, withTable } from './sitting';

withTable();

const all = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];
const item = (card: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`li[data-card="${card}"]`);
  if (!found) throw new Error(`no card ${card}`);
  return found;
};
const lit = (card: number): string[] =>
  all('.knows [data-pip]:not(.out)', item(card)).map((pip) => pip.dataset.pip ?? '');
const details = (): string => document.querySelector('.details')?.textContent.replace(/\s+/g, ' ').trim() ?? '';

function point(at: Element, pointerType = 'mouse', type = 'pointermove'): void {
  at.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, isPrimary: true }));
  flushSync();
}

/** The last table of a fixture where the own cards were told this. */
function told(name: string, own: Partial<Card>[], events: GameEvent[]): void {
  const socket = sit(name);
  const { play } = lastOf(name);
  const [mine = [], ...others] = play.hands;
  const hand = mine.map((card, n) => ({ ...card, ...own[n] }));
  const told = { ...play, game: play.game + 1, events, events_from: 0, hands: [hand, ...others] };
  socket.say({ ...fixture(name).at(-1), version: 99, play: told });
  vi.advanceTimersByTime(10_000);
  flushSync();
}
const mine = (name: string, n: number): number => lastOf(name).play.hands[0]?.[n]?.id ?? -1;
const value = (one: number, cards: number[]): GameEvent => ({
  event: 'clued',
  seat: 1,
  clue: { do: 'value', to: 0, value: one },
  cards,
  free: false,
});

describe('pips', () => {
  test.each(['three', 'four', 'seven5'])('every card has a place for every suit and every value: %s', (name) => {
    sit(name);
    const { suits, hands } = lastOf(name).play;
    const places = [...suits.map((suit) => suit.name), '1', '2', '3', '4', '5'];
    const cards = all('.mate li, .own li');
    expect(cards.length).toBe(hands.flat().length);
    for (const card of cards) expect(all('[data-pip]', card).map((pip) => pip.dataset.pip)).toEqual(places);
  });

  test('what is possible is lit: this card is red or blue, and not 1', () => {
    told('three', [{ suits: [0, 4], values: [2, 3, 4, 5] }], []);
    expect(lit(mine('three', 0))).toEqual(['red', 'blue', '2', '3', '4', '5']);
    expect(item(mine('three', 0)).querySelector('.value, .burst')).toBeNull(); // nothing is certain
    expect(item(mine('three', 0)).textContent).toContain('red or blue, not 1');
  });

  test('a value that was said and one that follows look different, and belong to no suit', () => {
    const [one, other] = [mine('three', 0), mine('three', 1)];
    told(
      'three',
      [
        { values: [3], pointed_at: true },
        { values: [5], pointed_at: false },
      ],
      [value(3, [one])],
    );
    const sure = (card: number) => item(card).querySelector<HTMLElement>('.back > .value')?.dataset.sure;
    expect([sure(one), sure(other)]).toEqual(['told', 'inferred']);
    expect(item(one).querySelector('.back')?.className).toContain('colourless');
    expect(item(one).textContent).toContain('told 3');
    expect(item(other).textContent).toContain('must be 5');
  });

  test('a teammate’s card that a clue pointed at before has the frame of that', () => {
    sit('three');
    for (const card of lastOf('three').play.hands.slice(1).flat())
      expect(item(card.id).classList.contains('pointed')).toBe(card.pointed_at ?? false);
  });
});

describe('more about a card', () => {
  test('i tells who said what and when, and how many are left; Esc ends it', () => {
    const card = mine('three', 0);
    const { play } = lastOf('three');
    const bare = { ...play, hands: [[{ id: card }], ...play.hands.slice(1)] };
    const { face, left } = possibilities(bare, 0).get(card)?.at(-1) ?? { face: [0, 0], left: 0 };
    told(
      'three',
      [{ suits: [face[0]], values: [face[1]], pointed_at: true }],
      [value(face[1], [card]), { event: 'turn-passed', to: 2 }],
    );
    const name = fixture('three').at(-1)?.seats[1]?.name ?? '';
    item(card).querySelector('button')?.focus();
    press('i');
    expect(details()).toContain(`${words.hiddenCard(1)}`);
    expect(details()).toContain(`${words.pips.turn(1)} ${name}: ${face[1]}`);
    expect(details()).toContain(words.leftOf(words.card(play.suits[face[0]]?.name ?? 'red', face[1]), left));
    press('Escape');
    expect(details()).toBe('');
  });

  test('i goes through the cards of the teammate with the focus', () => {
    sit('three');
    document.querySelector<HTMLElement>('[data-seat="1"]')?.focus();
    const name = fixture('three').at(-1)?.seats[1]?.name ?? '';
    press('i');
    expect(details()).toContain(words.cardOf(name, 1));
    press('i');
    expect(details()).toContain(words.cardOf(name, 2));
  });

  test('a mouse that rests on a card asks, one that passes does not', () => {
    sit('three');
    point(item(mine('three', 0)));
    vi.advanceTimersByTime(200);
    point(item(mine('three', 1)));
    vi.advanceTimersByTime(200);
    flushSync();
    expect(details()).toBe('');
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(details()).toContain(words.hiddenCard(2));
  });

  test('a long press asks and chooses nothing; a tap chooses', () => {
    sit('three');
    const back = item(mine('three', 0)).querySelector('button');
    if (!back) throw new Error('no button');
    const hold = (time: number): void => {
      point(back, 'touch', 'pointerdown');
      vi.advanceTimersByTime(time);
      point(back, 'touch', 'pointerup');
      back.click();
      flushSync();
      vi.advanceTimersByTime(0);
    };
    hold(900);
    expect(details()).toContain(words.hiddenCard(1));
    expect(back.getAttribute('aria-pressed')).toBe('false');
    hold(80);
    expect(details()).toBe('');
    expect(back.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('cards and the log', () => {
  test('a card lights its lines, a line its cards', () => {
    const [one, two] = [mine('three', 0), mine('three', 2)];
    told('three', [], [value(3, [one, two]), { event: 'turn-passed', to: 2 }, value(1, [])]);
    const lines = all('.side .log [data-at]');
    point(item(two));
    expect(lines.filter((line) => line.classList.contains('lit')).map((line) => line.dataset.at)).toEqual(['0']);
    point(lines.find((line) => line.dataset.at === '0') ?? document.body);
    expect(all('.own li.lit').map((card) => Number(card.dataset.card))).toEqual([one, two]);
    point(document.body);
    expect(all('li.lit')).toHaveLength(0);
  });

  test('the arrows go from line to line', () => {
    sit('three');
    const lines = all('.side .log [data-at]');
    expect(lines.map(({ tabIndex }) => tabIndex)).toEqual(lines.map((_, n) => (n ? -1 : 0)));
    lines[0]?.focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(lines[1]);
  });
});

describe('with a teammate’s eyes', () => {
  const faces = (): number => all('.mate .face').length;

  test('the key and the switch show hands as their holders see them', () => {
    sit('three');
    const shown = faces();
    expect(shown).toBe(lastOf('three').play.hands.slice(1).flat().length);
    press('e');
    expect(faces()).toBe(0);
    expect(all('.mate .back')).toHaveLength(shown);
    expect(document.querySelector('.mate .hidden-text')?.textContent).not.toMatch(/red|blue|green|white|yellow/);
    expect(button(words.empathy).getAttribute('aria-pressed')).toBe('true');
    click(words.empathy);
    expect(faces()).toBe(shown);
  });

  test('with single keys switched off it stays as it is', async () => {
    const { preferences } = await import('../src/lib/preferences.svelte');
    preferences.set('singleKeys', false);
    sit('three');
    press('e');
    expect(faces()).toBeGreaterThan(0);
    preferences.set('singleKeys', true);
  });
});

test('the discard pile also lies there in order', () => {
  const socket = sit('three');
  const table = lastOf('three');
  const discard_pile = [
    [2, 4],
    [0, 1],
    [2, 4],
  ];
  socket.say({ ...table, version: 99, play: { ...table.play, discard_pile, events: [], events_from: 0, game: 9 } });
  const cards = all('.side .order li').map((card) => card.querySelector('.hidden-text')?.textContent);
  expect(cards).toEqual([words.card('green', 4), words.card('red', 1), words.card('green', 4)]);
});
