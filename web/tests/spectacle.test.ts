import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Spectacle } from '../src/lib/spectacle.svelte';
import { sounds } from '../src/lib/sound';
import type { GameEvent } from '../src/lib/wire';
import { fixture, play } from './help';
import { press, sit, withTable } from './sitting';

withTable();

let heard: ReturnType<typeof vi.spyOn>;
beforeEach(() => (heard = vi.spyOn(sounds, 'play').mockImplementation(() => {})));
afterEach(() => vi.restoreAllMocks());

const played = (placed: boolean): GameEvent => ({
  event: 'played',
  seat: 1,
  card: 9,
  face: [3, 1],
  placed,
  announced: null,
});

async function happen(...events: GameEvent[]): Promise<Spectacle> {
  const spectacle = new Spectacle();
  spectacle.before(events);
  await spectacle.after(events);
  vi.advanceTimersByTime(500);
  return spectacle;
}

describe('what happens is seen and heard', () => {
  test.each<[string, GameEvent]>([
    ['land', played(true)],
    ['mistake', played(false)],
    ['land', { event: 'placed-from-pile', face: [2, 4] }],
    ['discard', { event: 'discarded', seat: 0, card: 4, face: [0, 1] }],
    ['clue', { event: 'clued', seat: 0, clue: { do: 'value', to: 1, value: 2 }, cards: [], free: false }],
    ['finale', { event: 'ended', result: 'won', reason: 'all-complete' }],
  ])('%s', async (sound, event) => {
    await happen(event);
    expect(heard.mock.calls).toEqual([[sound]]);
  });

  test('quiet things are quiet', async () => {
    await happen(
      { event: 'drew', seat: 0, card: 9 },
      { event: 'turn-passed', to: 1 },
      { event: 'ended', result: 'lost', reason: 'last-mistake' },
    );
    expect(heard).not.toHaveBeenCalled();
  });

  test('who looks elsewhere hears nothing of it', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await happen(played(true));
    expect(heard).not.toHaveBeenCalled();
  });

  test('each burst is on its own pile, the next one anew', async () => {
    const spectacle = await happen(played(true));
    expect(spectacle.bursts).toEqual({ 3: { key: 1, fizzle: false } });
    await spectacle.after([played(false)]);
    vi.advanceTimersByTime(500);
    expect(spectacle.bursts).toEqual({ 3: { key: 2, fizzle: true } });
  });
});

test('a completed firework lights the sky, and the crowd shouts', async () => {
  const completed = play({ fireworks: [0, 0, 0, 5, 0] });
  const spectacle = new Spectacle();
  await spectacle.after([played(true)], { ...completed, fireworks: [0, 0, 0, 4, 0] });
  vi.advanceTimersByTime(500);
  expect(spectacle.lit).toBeNull();
  await spectacle.after([played(true)], completed);
  vi.advanceTimersByTime(500);
  expect(spectacle.lit).toEqual({ suit: 'white', key: 1 });
  expect(heard).toHaveBeenLastCalledWith('shout');
});

test('a bonus tile is a moment for everybody', async () => {
  const spectacle = new Spectacle();
  await spectacle.after([{ event: 'tile-revealed', tile: 3 }], play());
  vi.advanceTimersByTime(1_000);
  expect(spectacle.tile).toEqual({ tile: 3, key: 1 });
  vi.advanceTimersByTime(5_000);
  expect(spectacle.tile).toBeNull();
});

describe('the finale', { timeout: 20_000 }, () => {
  const sky = () => document.querySelector('.finale');
  async function end(name: string): Promise<ReturnType<typeof sit>> {
    const socket = sit('fresh');
    for (const table of fixture(name)) socket.say({ ...table, play: table.play && { ...table.play, game: 2 } });
    for (let turn = 0; turn < 4; turn++) {
      await vi.advanceTimersByTimeAsync(1400);
      flushSync();
    }
    await vi.dynamicImportSettled();
    flushSync();
    return socket;
  }

  test.each([
    ['perfect', '25 of 25', 10_000],
    ['end', '23 of 25', 8_500],
    ['lost', '0 of 25', 6_000],
  ])('%s has its sky, and is over', async (name, score, lasts) => {
    await end(name);
    expect(sky()).not.toBeNull();
    vi.advanceTimersByTime(lasts - 2_000);
    flushSync();
    expect(sky()?.textContent).toContain(score);
    vi.advanceTimersByTime(2_000);
    flushSync();
    expect(sky()).toBeNull();
  });

  test('a game that the players ended has none', async () => {
    const spectacle = await happen({ event: 'ended', result: 'stopped', reason: 'ended-by-players' });
    vi.advanceTimersByTime(5_000);
    expect(spectacle.finale).toBe(false);
  });

  test('any key ends it and does nothing else', async () => {
    await end('perfect');
    press('?');
    expect(sky()).toBeNull();
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('so does a click', async () => {
    const socket = await end('perfect');
    (sky() as HTMLElement).click();
    flushSync();
    expect(sky()).toBeNull();
    expect(socket.sent).toEqual([]);
  });
});
