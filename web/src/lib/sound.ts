/** Sounds made in the browser: each is a few notes of tone and noise. */

import { preferences } from './preferences.svelte';

export type SoundName = 'land' | 'mistake' | 'clue' | 'discard' | 'bell' | 'shout' | 'finale';

/** Seconds, hertz, and loudness from 0 to 1; the pitch glides from one to the other. */
type Note = { at: number; lasts: number; loud: number; from: number; to: number; rise?: number };
type Tone = Note & { wave: OscillatorType; formant?: number };
type Noise = Note & { filter: BiquadFilterType };
export type Part = Tone | Noise;

const SILENT = 0.0001; // exponential ramps never reach nothing
const RISE = 0.004;
const APART = 0.07; // the same sound twice within this time is heard once
const VOLUME = 0.55;

const tone = (at: number, lasts: number, loud: number, from: number, to = from): Tone => ({
  at,
  lasts,
  loud,
  from,
  to,
  wave: 'sine',
});
const noise = (filter: BiquadFilterType, at: number, lasts: number, loud: number, from: number, to = from): Noise => ({
  at,
  lasts,
  loud,
  from,
  to,
  filter,
});

function thump(at: number): Part[] {
  return [tone(at, 0.26, 0.55, 120, 42), noise('lowpass', at, 0.09, 0.22, 700, 160)];
}

function crackle(at: number, count: number, chance: () => number): Part[] {
  return Array.from({ length: count }, () => {
    const when = at + chance() ** 1.4 * 0.55;
    return noise('bandpass', when, 0.012 + chance() * 0.02, 0.16 + chance() * 0.24, 2600 + chance() * 3800);
  });
}

/** A bronze bell: partials that do not quite agree, the high ones gone first. */
function bell(at: number, pitch: number, loud: number): Part[] {
  const partials = [
    [1, 1, 2.4],
    [2.01, 0.55, 1.6],
    [2.76, 0.34, 1.1],
    [4.07, 0.2, 0.7],
    [5.43, 0.1, 0.4],
  ] as const;
  return partials.map(([ratio, part, lasts]) => tone(at, lasts, loud * part, pitch * ratio));
}

const VOICES = [98, 131, 147, 196, 233, 262];
/** Ta – ma – yaaa: when each syllable begins, how long it is, how high. */
const SYLLABLES = [
  [0, 0.14, 1],
  [0.17, 0.16, 1],
  [0.36, 0.75, 1.19],
] as const;
/** What makes an "a" of a hum. */
const FORMANTS = [760, 1180];

/** A crowd that shouts Tamaya: voices of all heights, not quite together. */
function crowd(chance: () => number): Part[] {
  return VOICES.flatMap((pitch) => {
    const late = chance() * 0.07;
    return SYLLABLES.flatMap(([at, lasts, high]) =>
      FORMANTS.map((formant): Tone => {
        const from = pitch * high * (1 + (chance() - 0.5) * 0.04);
        return { ...tone(at + late, lasts, 0.09, from, from * 0.94), rise: 0.05, wave: 'sawtooth', formant };
      }),
    );
  });
}

const FANFARE = [
  [0, 262],
  [0.55, 330],
  [0.95, 392],
  [1.25, 523],
  [1.5, 659],
  [2.1, 784],
] as const;

export function partsOf(name: SoundName, chance: () => number = Math.random): Part[] {
  switch (name) {
    case 'land':
      return [...thump(0), ...crackle(0.14, 16, chance)];
    case 'mistake':
      return [noise('bandpass', 0, 0.5, 0.5, 1900, 260), tone(0.05, 0.34, 0.2, 170, 70)];
    case 'clue':
      return [{ ...tone(0, 0.07, 0.14, 1760, 1480), wave: 'triangle' }, tone(0.05, 0.09, 0.08, 2350)];
    case 'discard':
      return [{ ...noise('bandpass', 0, 0.26, 0.45, 1300, 420), rise: 0.07 }];
    case 'bell':
      return bell(0, 440, 0.2);
    case 'shout':
      return crowd(chance);
    case 'finale':
      return FANFARE.flatMap(([at, pitch]) => [
        ...thump(at),
        ...crackle(at + 0.12, 18, chance),
        ...bell(at, pitch, 0.1),
      ]);
  }
}

export class Sounds {
  #context: AudioContext | null = null;
  #out: AudioNode | null = null;
  #hiss: AudioBuffer | null = null;
  #last: Partial<Record<SoundName, number>> = {};
  #make: () => AudioContext;
  #wanted: () => boolean;

  constructor(make: () => AudioContext, wanted: () => boolean) {
    this.#make = make;
    this.#wanted = wanted;
  }

  /** Browsers keep silent until the visitor has clicked or pressed a key: called then. */
  wake(): void {
    try {
      this.#context ??= this.#make();
      if (this.#context.state === 'suspended') void this.#context.resume().catch(() => {});
    } catch {
      this.#context = null; // no Web Audio here: silence
    }
  }

  play(name: SoundName): void {
    const context = this.#context;
    if (!context || !this.#wanted()) return;
    const now = context.currentTime;
    if (now - (this.#last[name] ?? -1) < APART) return;
    this.#last[name] = now;
    for (const part of partsOf(name)) this.#schedule(context, part, now + part.at);
  }

  #schedule(context: AudioContext, part: Part, start: number): void {
    const end = start + part.lasts;
    const gain = context.createGain();
    gain.gain.setValueAtTime(SILENT, start);
    gain.gain.exponentialRampToValueAtTime(part.loud, start + (part.rise ?? RISE));
    gain.gain.exponentialRampToValueAtTime(SILENT, end);
    gain.connect(this.#output(context));
    const source = 'wave' in part ? this.#tone(context, part, start, gain) : this.#noise(context, part, start, gain);
    source.start(start);
    source.stop(end);
  }

  #tone(context: AudioContext, part: Tone, start: number, into: AudioNode): AudioScheduledSourceNode {
    const source = context.createOscillator();
    source.type = part.wave;
    glide(source.frequency, part, start);
    if (part.formant === undefined) source.connect(into);
    else this.#mouth(context, part.formant, source, into);
    return source;
  }

  #mouth(context: AudioContext, formant: number, from: AudioNode, into: AudioNode): void {
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = formant;
    filter.Q.value = 5;
    from.connect(filter);
    filter.connect(into);
  }

  #noise(context: AudioContext, part: Noise, start: number, into: AudioNode): AudioScheduledSourceNode {
    const source = context.createBufferSource();
    source.buffer = this.#hiss ??= hiss(context);
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = part.filter;
    glide(filter.frequency, part, start);
    source.connect(filter);
    filter.connect(into);
    return source;
  }

  #output(context: AudioContext): AudioNode {
    if (!this.#out) {
      const volume = context.createGain();
      volume.gain.value = VOLUME;
      volume.connect(context.destination);
      this.#out = volume;
    }
    return this.#out;
  }
}

function glide(pitch: AudioParam, { from, to, lasts }: Note, start: number): void {
  pitch.setValueAtTime(from, start);
  if (to !== from) pitch.exponentialRampToValueAtTime(to, start + lasts);
}

/** A second of white noise. */
function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return buffer;
}

export const sounds = new Sounds(
  () => new AudioContext(),
  () => preferences.get('sound'),
);

/** From the first click or key on there can be sound; returns the way to stop listening for it. */
export function listenForVisitor(): () => void {
  const wake = (): void => sounds.wake();
  addEventListener('pointerup', wake);
  addEventListener('keydown', wake);
  return () => {
    removeEventListener('pointerup', wake);
    removeEventListener('keydown', wake);
  };
}
