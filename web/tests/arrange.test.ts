import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { arranged, lies, lying, moved, placed, turnedOver } from '../src/lib/arrange';
import { words } from '../src/lib/i18n';
import { Slots } from '../src/lib/slots';
import type { Card, Play, TableIs } from '../src/lib/wire';
import { button, click, lastOf } from './help';
import { press, sit, withTable } from './sitting';

withTable();

const HAND: Card[] = [{ id: 4 }, { id: 7, turned: true }, { id: 9 }];

describe('a hand', () => {
  test('lies somehow', () => {
    expect(lying(HAND)).toEqual({ order: [4, 7, 9], turned: [7] });
    expect(lies(HAND, { order: [4, 7, 9], turned: [7] })).toBe(true);
    expect(lies(HAND, { order: [4, 7, 9], turned: [] })).toBe(false);
    expect(lies(HAND, { order: [7, 4, 9], turned: [7] })).toBe(false);
  });

  test.each([
    [4, 2, [7, 9, 4]],
    [9, 0, [9, 4, 7]],
    [7, 2, [4, 9, 7]],
  ])('card %i at place %i', (card, to, order) => expect(placed(HAND, card, to)?.order).toEqual(order));

  test('a card that is there already, or would fall off, stays', () => {
    expect([placed(HAND, 4, 0), placed(HAND, 4, 3), placed(HAND, 4, -1), placed(HAND, 5, 1)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([moved(HAND, 4, -1), moved(HAND, 9, 1)]).toEqual([null, null]);
    expect(moved(HAND, 4, 1)).toEqual({ order: [7, 4, 9], turned: [7] });
  });

  test('a card is turned, and back', () => {
    expect(turnedOver(HAND, 9).turned).toEqual([7, 9]);
    expect(turnedOver(HAND, 7).turned).toEqual([]);
  });

  test('is shown as wanted while it has the same cards', () => {
    const wanted = { order: [9, 7, 4], turned: [4] };
    expect(lying(arranged(HAND, wanted))).toEqual(wanted);
    expect(arranged([...HAND, { id: 12 }], wanted)).toHaveLength(4);
    expect(arranged([{ id: 4 }, { id: 7 }, { id: 12 }], wanted).map(({ id }) => id)).toEqual([4, 7, 12]);
  });
});

const TABLE = lastOf('fresh');
const MINE = (TABLE.play.hands[0] ?? []).map(({ id }) => id);
const own = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.own button')];
const order = (): number[] =>
  [...document.querySelectorAll<HTMLElement>('.own li')].map((one) => Number(one.dataset.card));
const withHand = (hand: readonly Card[], over: Partial<Play> = {}): TableIs => ({
  ...TABLE,
  version: TABLE.version + 1,
  play: { ...TABLE.play, hands: [hand, ...TABLE.play.hands.slice(1)], ...over },
});

describe('at the table', () => {
  const [a, b, c, d, e] = MINE;

  test('by buttons, at any time, seen at once and told to the table', () => {
    const socket = sit('fresh');
    socket.say(withHand(TABLE.play.hands[0] ?? [], { to_move: 1, legal: [] }));
    click(/^your card 2/);
    click('Move left');
    expect(socket.sent).toEqual([{ type: 'arrange', order: [b, a, c, d, e], turned: [] }]);
    expect(order()).toEqual([b, a, c, d, e]);
    click('Turn');
    expect(socket.sent[1]).toEqual({ type: 'arrange', order: [b, a, c, d, e], turned: [b] });
    expect(document.querySelector('.own .turned')?.getAttribute('data-card')).toBe(String(b));
    expect(button(/^your card 1.*turned/).getAttribute('aria-pressed')).toBe('true');
    click('Turn back');
    expect(socket.sent[2]).toMatchObject({ turned: [] });
  });

  test('by keys: quick ones add up, and the card keeps the focus', () => {
    const socket = sit('fresh');
    own()[0]?.focus();
    press('.');
    press('.');
    expect(order()).toEqual([b, c, a, d, e]);
    expect(document.activeElement).toBe(own()[2]);
    press(',');
    press('t');
    expect(socket.sent.at(-1)).toEqual({ type: 'arrange', order: [b, a, c, d, e], turned: [a] });
  });

  test('at the end of the hand there is nothing to do', () => {
    const socket = sit('fresh');
    own()[0]?.focus();
    press(',');
    expect(socket.sent).toEqual([]);
    expect(document.body.textContent).not.toContain(words.offlineTry);
  });

  test('without a card it says what is missing', () => {
    sit('fresh');
    press('t');
    expect(document.body.textContent).toContain(words.whyChooseCard);
  });

  test('what the table says counts, once it has answered or refused', () => {
    const socket = sit('fresh');
    own()[0]?.focus();
    press('.');
    const hand = TABLE.play.hands[0] ?? [];
    socket.say(withHand(hand)); // something else happened meanwhile
    expect(order()).toEqual([b, a, c, d, e]);
    socket.say(withHand([hand[1], hand[0], ...hand.slice(2)].flatMap((card) => card ?? [])));
    socket.say(withHand(hand)); // another tab put them back
    expect(order()).toEqual(MINE);
    press('.');
    socket.say({ type: 'refused', reason: 'bad-arrangement', words: '' });
    expect(order()).toEqual(MINE);
    expect(document.body.textContent).toContain(words.table.refused['bad-arrangement']);
  });

  test('a mate’s turned card is seen, and said', () => {
    const socket = sit('fresh');
    const hands = TABLE.play.hands.map((hand, seat) =>
      seat === 1 ? hand.map((card, n) => ({ ...card, turned: n === 0 })) : hand,
    );
    socket.say({ ...TABLE, version: 9, play: { ...TABLE.play, hands } });
    const turned = document.querySelectorAll('.mate .turned');
    expect(turned).toHaveLength(1);
    expect(turned[0]?.textContent).toContain(words.table.turned);
  });
});

describe('notes', () => {
  const write = (text: string): void => {
    const field = document.querySelector<HTMLInputElement>('dialog input');
    if (!field) throw new Error('no field');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    field.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    flushSync();
  };

  test('n writes one, the card shows it as text', () => {
    const socket = sit('fresh');
    own()[1]?.focus();
    press('n');
    expect(document.querySelector('dialog')?.textContent).toContain('Note on your card 2');
    write(' a <i>3</i>? ');
    expect(socket.sent).toEqual([{ type: 'note', card: MINE[1], text: 'a <i>3</i>?' }]);
    expect(document.querySelector('dialog')).toBeNull();
    const hand = (TABLE.play.hands[0] ?? []).map((card, n) => (n === 1 ? { ...card, note: 'a <i>3</i>?' } : card));
    socket.say(withHand(hand));
    expect(own()[1]?.querySelector('.noted')?.innerHTML).toBe('a &lt;i&gt;3&lt;/i&gt;?');
    expect(own()[1]?.textContent).toContain('your note: a <i>3</i>?');
  });

  test('is wiped away', () => {
    const socket = sit('fresh');
    const hand = (TABLE.play.hands[0] ?? []).map((card) => ({ ...card, note: 'old' }));
    socket.say(withHand(hand));
    click(/^your card 1/);
    click('Note');
    expect(document.querySelector<HTMLInputElement>('dialog input')?.value).toBe('old');
    click('Delete');
    expect(socket.sent).toEqual([{ type: 'note', card: MINE[0], text: '' }]);
  });

  const theirs = (): HTMLElement => document.querySelector<HTMLElement>('.mate li') ?? document.body;
  const card = TABLE.play.hands[1]?.[0]?.id ?? -1;
  const title = words.table.noteOn(words.cardOf(TABLE.seats[1]?.name ?? '', 1));
  const rightClick = (): boolean => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    theirs().dispatchEvent(event);
    flushSync();
    return event.defaultPrevented;
  };

  test.each([
    ['a right click', rightClick],
    [
      'n, while the card is told about',
      () => {
        document.querySelector<HTMLElement>('[data-seat="1"]')?.focus();
        press('i');
        press('n');
        return true;
      },
    ],
    [
      'a long press, and the button there',
      () => {
        const touch = { bubbles: true, pointerType: 'touch', isPrimary: true };
        theirs().dispatchEvent(new PointerEvent('pointerdown', touch));
        vi.advanceTimersByTime(900);
        flushSync();
        theirs().dispatchEvent(new PointerEvent('pointerup', touch));
        const noting = document.querySelector<HTMLElement>('.details button');
        noting?.dispatchEvent(new PointerEvent('pointerdown', touch));
        vi.advanceTimersByTime(0);
        noting?.click();
        flushSync();
        return true;
      },
    ],
  ])('goes on a teammate’s card too: by %s', (_, ask) => {
    const socket = sit('fresh');
    expect(ask()).toBe(true);
    expect(document.querySelector('dialog')?.textContent).toContain(title);
    write('save it');
    expect(socket.sent).toEqual([{ type: 'note', card, text: 'save it' }]);
  });

  test('on a shared device goes on own cards only', () => {
    const socket = sit('fresh');
    const seats = TABLE.seats.map((sitter, seat) => (sitter && seat === 1 ? { ...sitter, also_you: true } : sitter));
    socket.say({ ...TABLE, version: TABLE.version + 1, seats });
    expect(rightClick()).toBe(false);
    expect(document.querySelector('dialog')).toBeNull();
  });
});

describe('dragging along the hand', () => {
  beforeEach(() => {
    // happy-dom lays nothing out: cards of 60 × 84 pixels in a row
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const item = this.closest('.own li');
      const place = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : -1;
      return place < 0 ? new DOMRect(0, 0, 0, 0) : new DOMRect(place * 70, 600, 60, 84);
    });
    Element.prototype.animate ??= () => ({}) as Animation;
    vi.spyOn(Element.prototype, 'animate').mockImplementation(
      () => ({ cancel: () => {}, finished: Promise.resolve() }) as unknown as Animation,
    );
    for (const name of ['setPointerCapture', 'releasePointerCapture'] as const) Element.prototype[name] ??= () => {};
    Element.prototype.hasPointerCapture ??= () => false;
  });

  const point = (kind: string, on: HTMLElement, x: number, y: number): void => {
    on.dispatchEvent(
      new PointerEvent(kind, {
        bubbles: true,
        pointerId: 1,
        isPrimary: true,
        button: 0,
        clientX: x,
        clientY: y,
        pointerType: 'mouse',
      }),
    );
    flushSync();
  };
  const drag = (from: number, x: number, y: number): HTMLElement => {
    const card = own()[from];
    if (!card) throw new Error('no card');
    point('pointerdown', card, from * 70 + 30, 640);
    point('pointermove', card, from * 70 + 40, 640);
    point('pointermove', card, x, y);
    return card;
  };
  const shifts = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('.own li')].map((one) => one.style.translate);

  test('the others make room, and the card comes to lie where it is dropped', () => {
    const socket = sit('fresh');
    const card = drag(0, 2 * 70 + 40, 650);
    expect(shifts()).toEqual(['', '-70px 0', '-70px 0', '', '']);
    point('pointerup', card, 2 * 70 + 40, 650);
    const [a, b, c, d, e] = MINE;
    expect(socket.sent).toEqual([{ type: 'arrange', order: [b, c, a, d, e], turned: [] }]);
    expect(order()).toEqual([b, c, a, d, e]);
    expect(shifts()).toEqual(['', '', '', '', '']);
    expect(document.querySelectorAll('body > button')).toHaveLength(0);
  });

  test('to the left', () => {
    const socket = sit('fresh');
    const card = drag(3, 10, 650);
    expect(shifts()).toEqual(['70px 0', '70px 0', '70px 0', '', '']);
    point('pointerup', card, 10, 650);
    expect(order()[0]).toBe(MINE[3]);
    expect(socket.sent).toHaveLength(1);
  });

  test('away from the row nobody moves', () => {
    const socket = sit('fresh');
    const card = drag(0, 2 * 70 + 40, 300);
    expect(shifts()).toEqual(['', '', '', '', '']);
    point('pointerup', card, 2 * 70 + 40, 300);
    expect(socket.sent).toEqual([]);
    expect(order()).toEqual(MINE);
  });

  test('back where it was it changes nothing', () => {
    const socket = sit('fresh');
    const card = drag(1, 3 * 70, 650);
    point('pointermove', card, 110, 650);
    expect(shifts()).toEqual(['', '', '', '', '']);
    point('pointerup', card, 110, 650);
    expect(socket.sent).toEqual([]);
  });

  test('Esc puts everybody back', () => {
    const socket = sit('fresh');
    drag(0, 2 * 70 + 40, 650);
    press('Escape');
    expect(shifts()).toEqual(['', '', '', '', '']);
    expect(socket.sent).toEqual([]);
  });

  test('over a place where it may go it is not along the hand', () => {
    sit('fresh');
    const item = document.querySelector<HTMLElement>('.own li');
    if (!item) throw new Error('no card');
    const slots = new Slots(item);
    slots.point(250, 650, false);
    expect(slots.to).toBe(3);
    slots.point(250, 650, true);
    expect([slots.to, shifts()]).toEqual([0, ['', '', '', '', '']]);
  });
});
