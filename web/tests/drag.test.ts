import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { words } from '../src/lib/i18n';
import { lastOf } from './help';
import { press, sit, withTable } from './sitting';

withTable();

const HAND = { x: 100, y: 700 };
const PLACES: Record<string, { x: number; y: number }> = { play: { x: 100, y: 300 }, discard: { x: 300, y: 500 } };

beforeEach(() => {
  // happy-dom lays nothing out: the places of the table are where we say
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = PLACES[(this as HTMLElement).dataset.drop ?? ''];
    return at ? new DOMRect(at.x - 40, at.y - 40, 80, 80) : new DOMRect(0, 0, 0, 0);
  });
  Element.prototype.animate ??= () => ({}) as Animation;
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element) {
    setTimeout(() => this.remove(), 240);
    return {} as Animation;
  });
  for (const name of ['setPointerCapture', 'releasePointerCapture'] as const) Element.prototype[name] ??= () => {};
  Element.prototype.hasPointerCapture ??= () => false;
});

const card = (place: number): HTMLElement => {
  const found = document.querySelectorAll<HTMLElement>('.own button')[place];
  if (!found) throw new Error('no such card');
  return found;
};
const ghosts = () => document.querySelectorAll('body > button').length;
const dragging = () => document.documentElement.dataset.dragging;

function point(kind: string, on: HTMLElement, at: { x: number; y: number }, pointerType = 'mouse'): void {
  on.dispatchEvent(
    new PointerEvent(kind, {
      bubbles: true,
      pointerId: 1,
      isPrimary: true,
      button: 0,
      clientX: at.x,
      clientY: at.y,
      pointerType,
    }),
  );
  flushSync();
}

function drag(on: HTMLElement, to: { x: number; y: number }): void {
  point('pointerdown', on, HAND);
  point('pointermove', on, { x: HAND.x + 10, y: HAND.y - 10 });
  point('pointermove', on, to);
}

function drop(on: HTMLElement, at: { x: number; y: number }): void {
  point('pointerup', on, at);
  on.click();
  flushSync();
}

const at = (place: string) => PLACES[place] ?? HAND;

describe('dropping a card', () => {
  test('on the fireworks plays it, at once and once', () => {
    const socket = sit('fresh');
    drag(card(1), at('play'));
    expect(dragging()).toBe('play');
    expect(document.querySelector('[data-under]')?.getAttribute('data-drop')).toBe('play');
    drop(card(1), at('play'));
    const mine = lastOf('fresh').play.hands[0];
    expect(socket.sent).toMatchObject([{ action: { do: 'play', card: mine?.[1]?.id, announced: null } }]);
    expect([dragging(), document.querySelector('[data-under]')]).toEqual([undefined, null]);
  });

  test('on the discard pile discards it', () => {
    const socket = sit('three');
    drag(card(0), at('discard'));
    drop(card(0), at('discard'));
    expect(socket.sent).toMatchObject([{ action: { do: 'discard' } }]);
  });

  test('where it may not go says why, and the card glides back', () => {
    const socket = sit('fresh');
    drag(card(0), at('discard'));
    expect(ghosts()).toBe(1);
    drop(card(0), at('discard'));
    expect(socket.sent).toEqual([]);
    expect(document.body.textContent).toContain(words.whyTokensFull);
    vi.advanceTimersByTime(300);
    expect(ghosts()).toBe(0);
  });

  test('anywhere else is nothing, and no click either', () => {
    const socket = sit('fresh');
    drag(card(0), { x: 700, y: 100 });
    drop(card(0), { x: 700, y: 100 });
    expect(socket.sent).toEqual([]);
    expect(document.querySelector('.own [aria-pressed=true]')).toBeNull();
  });

  test('in a game of announcing, it is a plain play', () => {
    const socket = sit('announce');
    drag(card(0), at('play'));
    drop(card(0), at('play'));
    expect(socket.sent).toMatchObject([{ action: { do: 'play', announced: null } }]);
  });
});

test('a tap with a trembling finger is a tap', () => {
  const socket = sit('fresh');
  point('pointerdown', card(0), HAND);
  point('pointermove', card(0), { x: HAND.x + 4, y: HAND.y + 4 });
  expect(ghosts()).toBe(0);
  drop(card(0), HAND);
  expect(document.querySelector('.own [aria-pressed=true]')).toBe(card(0));
  expect(socket.sent).toEqual([]);
});

test('Esc in mid-drag lets go of the card', () => {
  const socket = sit('fresh');
  drag(card(0), at('play'));
  press('Escape');
  vi.advanceTimersByTime(300);
  expect([ghosts(), dragging()]).toEqual([0, undefined]);
  point('pointerup', card(0), at('play'));
  expect(socket.sent).toEqual([]);
});

test('a refused card is back in the hand', () => {
  const socket = sit('fresh');
  drag(card(0), at('play'));
  drop(card(0), at('play'));
  expect([ghosts(), card(0).dataset.held]).toEqual([1, '']);
  socket.say({ type: 'refused', reason: 'stale', words: '' });
  expect([ghosts(), card(0).dataset.held]).toEqual([0, undefined]);
});

describe('fingers', () => {
  const scrolls = (yes: boolean): void => {
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(yes ? 2000 : 740);
    vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(740);
  };
  const swipe = (): void => {
    point('pointerdown', card(0), HAND, 'touch');
    point('pointermove', card(0), { x: HAND.x, y: HAND.y - 60 }, 'touch');
  };

  test('a quick swipe scrolls where the page scrolls', () => {
    sit('fresh');
    scrolls(true);
    swipe();
    expect(ghosts()).toBe(0);
  });

  test('and drags where it does not', () => {
    sit('fresh');
    scrolls(false);
    swipe();
    expect(ghosts()).toBe(1);
  });
});
