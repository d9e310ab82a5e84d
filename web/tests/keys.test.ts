import { flushSync } from 'svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { words } from '../src/lib/i18n';
import { KEYS, meaning } from '../src/lib/keys';
import { preferences } from '../src/lib/preferences.svelte';
import { fixture, lastOf } from './help';
import { press, sit, withTable } from './sitting';

withTable();
afterEach(() => preferences.set('singleKeys', true));

const meant = (key: string, single = true, held: Partial<KeyboardEvent> = {}) =>
  meaning({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, single);
const own = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.own button')];
const chosen = () => document.querySelector('.own [aria-pressed=true]');
const mine = lastOf('fresh').play.hands[0] ?? [];

describe('what a key means', () => {
  test.each([
    ['p', { key: 'play' }],
    ['d', { key: 'discard' }],
    ['3', { key: 'value', value: 3 }],
    ['M', { key: 'suit', suit: 'multicolour' }],
    ['k', { key: 'suit', suit: 'black' }],
    ['ArrowUp', { key: 'move', group: -1, step: 0 }],
    ['Escape', { key: 'cancel' }],
    ['?', { key: 'help' }],
    ['x', null],
    ['0', null],
    ['Enter', null], // the button's own
  ])('%s', (key, what) => expect(meant(key)).toEqual(what));

  test('with ctrl, alt or cmd it belongs to the browser', () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      expect(meant('p', true, held)).toBeNull();
  });

  test('single keys can be switched off; arrows, Esc and ? remain', () => {
    for (const key of ['p', 'd', '1', 'r', 'k']) expect(meant(key, false)).toBeNull();
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Escape', '?'])
      expect(meant(key, false)).not.toBeNull();
  });

  test('the list names every key once, and says which are single', () => {
    const listed = KEYS.flatMap(({ keys, single }) => keys.split(' ').map((key) => [key, single ?? false] as const));
    expect(new Set(listed.map(([key]) => key)).size).toBe(listed.length);
    for (const [key, single] of listed)
      if (key.length === 1 && key !== '–' && meant(key)) expect(meant(key, false) === null, key).toBe(single);
  });
});

describe('at the table', () => {
  test('p on a card with the focus chooses it, p again plays it', () => {
    const socket = sit('fresh');
    own()[1]?.focus();
    press('p');
    expect(socket.sent).toEqual([]);
    expect(chosen()).toBe(own()[1]);
    press('p');
    expect(socket.sent[0]).toMatchObject({ action: { do: 'play', card: mine[1]?.id } });
  });

  test('p without a card says what is missing', () => {
    sit('fresh');
    press('p');
    expect(document.body.textContent).toContain(words.whyChooseCard);
  });

  test('d with all tokens there says why not', () => {
    const socket = sit('fresh');
    own()[0]?.focus();
    press('d');
    press('d');
    expect(socket.sent).toEqual([]);
    expect(document.body.textContent).toContain(words.whyTokensFull);
  });

  test('a digit twice tells the value to the teammate with the focus', () => {
    const socket = sit('fresh');
    document.querySelector<HTMLElement>('[data-seat="2"]')?.focus();
    press('1');
    expect(socket.sent).toEqual([]);
    press('1');
    expect(socket.sent[0]).toMatchObject({ action: { do: 'value', to: 2, value: 1 } });
  });

  test('a letter announces the chosen card where that is played', () => {
    const socket = sit('announce');
    const card = lastOf('announce').play.hands[0]?.[0]?.id;
    own()[0]?.focus();
    press('p');
    press('g');
    press('p');
    expect(socket.sent[0]).toMatchObject({ action: { do: 'play', card, announced: 2 } });
  });

  test('a card that leaves hands the focus to the one in its place', () => {
    const socket = sit('fresh');
    const [table] = fixture('fresh');
    own()[1]?.focus();
    const after = structuredClone(table?.play?.hands[0] ?? []).filter((card) => card.id !== mine[1]?.id);
    const hands = [[...after, { id: 15 }], ...(table?.play?.hands.slice(1) ?? [])];
    socket.say({ ...table, version: 6, play: { ...table?.play, hands, turn: 2 } });
    expect(document.activeElement).toBe(own()[1]);
    expect(own()[1]?.closest('li')?.dataset.card).toBe(String(mine[2]?.id));
  });

  test('Esc lets go', () => {
    sit('fresh');
    own()[0]?.click();
    flushSync();
    expect(chosen()).not.toBeNull();
    press('Escape');
    expect(chosen()).toBeNull();
  });

  test('the first arrow goes to one’s own hand', () => {
    sit('fresh');
    press('ArrowRight');
    expect(document.activeElement).toBe(own()[0]);
  });

  test('? opens the list; keys then belong to it', () => {
    const socket = sit('fresh');
    press('?');
    const list = document.querySelector('dialog');
    for (const { name } of KEYS) expect(list?.textContent).toContain(words.feel.keys[name]);
    press('1');
    press('1');
    expect(socket.sent).toEqual([]);
  });

  test('switched off, single keys do nothing and ? still opens the list', () => {
    preferences.set('singleKeys', false);
    const socket = sit('fresh');
    press('1');
    press('1');
    expect(socket.sent).toEqual([]);
    press('?');
    expect(document.querySelector('dialog')?.textContent).toContain(words.feel.singleKeysOff);
  });
});
