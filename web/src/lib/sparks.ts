/** Fireworks on a canvas: a few paths a frame, however many sparks fly. */

import { ARMS, SHAPES, sparks, type ShapeName, type Spark } from './shapes';
import type { SuitName } from './wire';

/** What the crowd shouts at fireworks, in every language. */
export const SHOUT = 'Tamaya!';

/** A shell: it rises, and bursts in the shape of its suit. Places are in the pixels of the page. */
export type Shell = {
  shape: ShapeName;
  colours: Colours;
  x: number;
  y: number;
  radius: number;
  /** Where it comes from. */
  ground: number;
  /** Milliseconds: when it is fired, how long it rises, how long it bursts. */
  at: number;
  rise: number;
  lasts: number;
};

/** What a shell is drawn with; `arms` are those of the spiral, `edge` goes around bright sparks by day. */
export type Colours = { main: string; arms: readonly string[]; edge: string | null };

const TAIL = 0.4; // of a spark's way: where its tail ends
const OPENS = 0.62; // of a burst's time: the shape is whole then
const FALL = 0.2; // of the radius: how far sparks sink
const LAG = 700; // milliseconds that the delays of the sparks are parts of

const shapes = new Map<ShapeName, readonly Spark[]>();
function sparksOf(shape: ShapeName): readonly Spark[] {
  const known = shapes.get(shape) ?? sparks(shape);
  shapes.set(shape, known);
  return known;
}

/** The colours of suits as the page shows them at `place`. */
export function coloursAt(place: Element): (suit: SuitName) => Colours {
  const probe = document.createElement('i');
  place.append(probe);
  const read = (colour: string): string => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const arms = ARMS.map(read);
  const known = new Map<SuitName, Colours>();
  for (const suit of Object.keys(SHAPES) as SuitName[]) {
    probe.className = `suit-${suit}`;
    const edge = read('var(--edge)');
    const seen = edge !== '' && !/[,/] ?0\)$|transparent/.test(edge);
    known.set(suit, { main: read('var(--fill)'), arms, edge: seen ? edge : null });
  }
  probe.remove();
  return (suit) => known.get(suit) ?? { main: '#fff', arms, edge: null };
}

/** Frames until `draw` says that nothing is left, or until the answer is called. */
export function everyFrame(draw: (milliseconds: number) => boolean): () => void {
  let frame = 0;
  let begun: number | null = null;
  const next = (now: number): void => {
    begun ??= now;
    if (draw(now - begun)) frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}

/** The canvas in as many pixels as the screen has, up to `most` for each of the page's. */
export function sized(canvas: HTMLCanvasElement, most = 2): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  const { width, height } = canvas.getBoundingClientRect();
  const scale = Math.min(most, devicePixelRatio || 1);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context?.scale(scale, scale);
  return context;
}

/** Draw a shell as it is at a time; `still` shows the whole shape fading, and nothing moves. Whether it is still alight. */
export function drawShell(context: CanvasRenderingContext2D, shell: Shell, now: number, still = false): boolean {
  const age = now - shell.at;
  if (age < 0) return true;
  if (age < shell.rise && !still) rising(context, shell, age / shell.rise);
  const burst = (age - (still ? 0 : shell.rise)) / shell.lasts;
  if (burst >= 1) return false;
  if (burst < 0) return true;
  if (still) fading(context, shell, burst);
  else bursting(context, shell, burst);
  context.globalAlpha = 1;
  return true;
}

function rising(context: CanvasRenderingContext2D, shell: Shell, part: number): void {
  const way = shell.ground - shell.y;
  const risen = (p: number): number => shell.y + way * (1 - p) ** 2;
  context.globalAlpha = 0.9 - part * 0.5;
  context.strokeStyle = shell.colours.main;
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(shell.x, risen(part));
  context.lineTo(shell.x, risen(Math.max(0, part - 0.16)));
  context.stroke();
}

const eased = (part: number): number => 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;

/** Where a spark is, seen from the heart of its burst. */
function flown({ x, y, delay }: Spark, part: number): [number, number] {
  const own = Math.max(0, part - delay / LAG / 2);
  const out = eased(own / OPENS);
  return [x * out, y * out + FALL * own * own];
}

function bursting(context: CanvasRenderingContext2D, shell: Shell, part: number): void {
  const { radius, colours } = shell;
  glow(context, shell, part);
  context.globalAlpha = part < OPENS ? 1 : Math.max(0, 1 - (part - OPENS) / (1 - OPENS)) ** 1.5;
  const size = Math.max(0.9, radius * 0.026 * (1.2 - part * 0.6));
  for (const [colour, group] of groups(shell)) {
    const tails = new Path2D();
    const heads = new Path2D();
    for (const spark of group) {
      const [x, y] = flown(spark, part);
      const [tailX, tailY] = flown(spark, part * TAIL);
      const r = size * spark.size;
      tails.moveTo(shell.x + tailX * radius, shell.y + tailY * radius);
      tails.lineTo(shell.x + x * radius, shell.y + y * radius);
      heads.moveTo(shell.x + x * radius + r, shell.y + y * radius);
      heads.arc(shell.x + x * radius, shell.y + y * radius, r, 0, 2 * Math.PI);
    }
    context.lineCap = 'round';
    if (colours.edge) {
      context.strokeStyle = colours.edge;
      context.lineWidth = size + 1.4;
      context.stroke(tails);
      context.lineWidth = 1.4;
      context.stroke(heads);
    }
    context.strokeStyle = context.fillStyle = colour;
    const alight = context.globalAlpha;
    context.globalAlpha = alight * 0.55;
    context.lineWidth = size;
    context.stroke(tails);
    context.globalAlpha = alight;
    context.fill(heads);
  }
}

/** Nothing flies: the whole shape comes and goes where it is. */
function fading(context: CanvasRenderingContext2D, shell: Shell, part: number): void {
  context.globalAlpha = Math.sin(Math.PI * part);
  for (const [colour, group] of groups(shell)) {
    context.fillStyle = colour;
    context.beginPath();
    for (const { x, y, size } of group) {
      const [cx, cy, r] = [shell.x + x * shell.radius, shell.y + y * shell.radius, shell.radius * 0.04 * size];
      context.moveTo(cx + r, cy);
      context.arc(cx, cy, r, 0, 2 * Math.PI);
    }
    context.fill();
  }
}

function glow(context: CanvasRenderingContext2D, { x, y, radius, colours }: Shell, part: number): void {
  if (part > 0.5) return;
  const reach = radius * (0.4 + part * 1.6);
  const light = context.createRadialGradient(x, y, 0, x, y, reach);
  light.addColorStop(0, colours.main);
  light.addColorStop(1, 'transparent');
  context.globalAlpha = 0.5 * (1 - part * 2);
  context.fillStyle = light;
  context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
}

/** The sparks by their colour. */
function groups({ shape, colours }: Shell): [string, readonly Spark[]][] {
  const all = sparksOf(shape);
  if (shape !== 'spiral') return [[colours.main, all]];
  return colours.arms.map((colour, arm) => [colour, all.filter((spark) => spark.arm === arm)]);
}

const TWIGS = 16;

/** A sparkler: a bead of fire, and for a moment the twigs of sparks around it; it burns down by `part` 1. */
export function drawSparkler(
  context: CanvasRenderingContext2D,
  { x, y, radius }: Pick<Shell, 'x' | 'y' | 'radius'>,
  part: number,
  twigs = TWIGS,
  chance: () => number = Math.random,
): void {
  const force = Math.sin(Math.PI * Math.min(1, part * 1.05)) ** 0.6 || 0;
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, '#ffb454');
  light.addColorStop(0.12, '#ff7a2855');
  light.addColorStop(1, 'transparent');
  context.globalAlpha = 0.35 + 0.65 * force;
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  context.strokeStyle = '#ffd9a0';
  context.lineWidth = 1.3;
  context.lineCap = 'round';
  context.beginPath();
  for (let n = 0; n < twigs * force; n++) {
    const angle = chance() * 2 * Math.PI;
    const [from, reach] = [0.1 + chance() * 0.25, 0.2 + chance() * 0.5 * force];
    const fork = angle + (chance() - 0.5) * 0.9;
    const [midX, midY] = [
      x + Math.cos(angle) * radius * (from + reach * 0.6),
      y + Math.sin(angle) * radius * (from + reach * 0.6),
    ];
    context.moveTo(x + Math.cos(angle) * radius * from, y + Math.sin(angle) * radius * from);
    context.lineTo(midX, midY);
    context.lineTo(midX + Math.cos(fork) * radius * reach * 0.5, midY + Math.sin(fork) * radius * reach * 0.5);
  }
  context.stroke();
  context.globalAlpha = 1;
}
