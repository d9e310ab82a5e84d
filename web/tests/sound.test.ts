import { describe, expect, test } from 'vitest';
import { partsOf, Sounds, type SoundName } from '../src/lib/sound';

const NAMES: readonly SoundName[] = ['land', 'mistake', 'clue', 'discard', 'bell', 'shout', 'finale'];

type Started = { at: number; until: number; into: FakeNode[] };

class FakeParam {
  value = 0;
  steps: [value: number, at: number][] = [];
  setValueAtTime(value: number, at: number): void {
    this.steps.push([value, at]);
  }
  exponentialRampToValueAtTime(value: number, at: number): void {
    if (value <= 0) throw new RangeError('an exponential ramp cannot reach nothing');
    this.steps.push([value, at]);
  }
}

class FakeNode {
  gain = new FakeParam();
  frequency = new FakeParam();
  Q = new FakeParam();
  buffer: unknown = null;
  loop = false;
  type = '';
  into: FakeNode[] = [];
  constructor(private started: Started[] = []) {}
  connect(to: FakeNode): FakeNode {
    this.into.push(to);
    return to;
  }
  start(at: number): void {
    this.started.push({ at, until: 0, into: this.into });
  }
  stop(until: number): void {
    const last = this.started.at(-1);
    if (last) last.until = until;
  }
}

class FakeContext {
  currentTime = 5;
  sampleRate = 100;
  state = 'suspended';
  destination = new FakeNode();
  started: Started[] = [];
  gains: FakeNode[] = [];
  createGain(): FakeNode {
    const gain = new FakeNode();
    this.gains.push(gain);
    return gain;
  }
  createOscillator = (): FakeNode => new FakeNode(this.started);
  createBufferSource = (): FakeNode => new FakeNode(this.started);
  createBiquadFilter = (): FakeNode => new FakeNode();
  createBuffer = () => ({ getChannelData: () => new Float32Array(this.sampleRate) });
  resume(): Promise<void> {
    this.state = 'running';
    return Promise.resolve();
  }
}

function sounding(wanted = () => true): { context: FakeContext; sounds: Sounds } {
  const context = new FakeContext();
  return { context, sounds: new Sounds(() => context as unknown as AudioContext, wanted) };
}

describe('scheduling', () => {
  test('nothing before the visitor has done something', () => {
    const { context, sounds } = sounding();
    sounds.play('bell');
    expect(context.started).toEqual([]);
    sounds.wake();
    expect(context.state).toBe('running');
    sounds.play('bell');
    expect(context.started.length).toBeGreaterThan(0);
  });

  test.each(NAMES)('%s: each part starts on time, ends, and reaches the loudspeaker', (name) => {
    const { context, sounds } = sounding();
    sounds.wake();
    sounds.play(name);
    expect(context.started).toHaveLength(partsOf(name).length);
    for (const { at, until, into } of context.started) {
      expect(at).toBeGreaterThanOrEqual(context.currentTime);
      expect(until).toBeGreaterThan(at);
      expect(reaches(into, context.destination)).toBe(true);
    }
  });

  test('parts begin silent and end silent', () => {
    const { context, sounds } = sounding();
    sounds.wake();
    sounds.play('land');
    for (const { gain } of context.gains.filter((one) => one.gain.steps.length)) {
      expect(gain.steps[0]?.[0]).toBeLessThan(0.001);
      expect(gain.steps.at(-1)?.[0]).toBeLessThan(0.001);
      expect(gain.steps.map(([, at]) => at)).toEqual(gain.steps.map(([, at]) => at).toSorted((a, b) => a - b));
    }
  });

  test('the same sound twice at once is heard once, later again', () => {
    const { context, sounds } = sounding();
    sounds.wake();
    sounds.play('clue');
    sounds.play('clue');
    const once = context.started.length;
    expect(once).toBe(partsOf('clue').length);
    context.currentTime += 1;
    sounds.play('clue');
    expect(context.started).toHaveLength(2 * once);
  });

  test('the switch', () => {
    let on = false;
    const { context, sounds } = sounding(() => on);
    sounds.wake();
    sounds.play('land');
    expect(context.started).toEqual([]);
    on = true;
    sounds.play('land');
    expect(context.started).not.toEqual([]);
  });
});

test('without Web Audio there is silence and no error', () => {
  const sounds = new Sounds(
    () => {
      throw new ReferenceError('AudioContext is not defined');
    },
    () => true,
  );
  sounds.wake();
  expect(() => sounds.play('land')).not.toThrow();
});

test('short sounds are short, the finale takes its time, nothing is louder than it may be', () => {
  const ends = (name: SoundName) => Math.max(...partsOf(name).map(({ at, lasts }) => at + lasts));
  for (const name of ['land', 'mistake', 'clue', 'discard'] as const) expect(ends(name)).toBeLessThan(0.9);
  expect(ends('finale')).toBeGreaterThan(2);
  for (const name of NAMES) for (const { loud } of partsOf(name)) expect(loud).toBeLessThanOrEqual(0.6);
});

function reaches(nodes: readonly FakeNode[], end: FakeNode): boolean {
  return nodes.some((node) => node === end || reaches(node.into, end));
}
