import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Spectacle } from '../src/lib/spectacle.svelte';
import { sounds } from '../src/lib/sound';
import type { GameEvent } from '../src/lib/wire';
import { fixture } from './help';
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

describe('the finale', { timeout: 20_000 }, () => {
  const sky = () => document.querySelector('.finale');
  async function perfect(): Promise<ReturnType<typeof sit>> {
    const socket = sit('fresh');
    for (const table of fixture('perfect')) socket.say({ ...table, play: table.play && { ...table.play, game: 2 } });
    for (let turn = 0; turn < 3; turn++) {
      vi.advanceTimersByTime(1400);
      await Promise.resolve();
    }
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    return socket;
  }

  test('fills the sky for ten seconds', async () => {
    await perfect();
    expect(sky()?.textContent).toContain('25 of 25');
    vi.advanceTimersByTime(5000);
    flushSync();
    expect(sky()?.querySelectorAll('.burst').length).toBeGreaterThan(5);
    vi.advanceTimersByTime(5000);
    flushSync();
    expect(sky()).toBeNull();
  });

  test('any key ends it and does nothing else', async () => {
    await perfect();
    press('?');
    expect(sky()).toBeNull();
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('so does a click', async () => {
    const socket = await perfect();
    (sky() as HTMLElement).click();
    flushSync();
    expect(sky()).toBeNull();
    expect(socket.sent).toEqual([]);
  });
});
