/** Colours as eyes see them: contrast, difference, and what colour-blind eyes make of them. */

type Three = readonly [number, number, number];
type Matrix = readonly [Three, Three, Three];

/** Full dichromacy after Machado, Oliveira and Fernandes (2009), for linear sRGB. */
export const EYES = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} satisfies Record<string, Matrix>;

const SRGB_TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const D65: Three = [0.95047, 1, 1.08883];

/** `#rrggbb` in linear light, each part from 0 to 1. */
export function linear(hex: string): Three {
  const part = (from: number): number => {
    const coded = parseInt(hex.slice(from, from + 2), 16) / 255;
    return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function times(matrix: Matrix, [x, y, z]: Three): Three {
  const row = (n: 0 | 1 | 2): number => matrix[n][0] * x + matrix[n][1] * y + matrix[n][2] * z;
  return [row(0), row(1), row(2)];
}

/** WCAG 2: from 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => times(SRGB_TO_XYZ, linear(hex))[1];
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** CIELAB of a colour as these eyes see it. */
export function seen(hex: string, eyes: Matrix): Three {
  const clipped = times(eyes, linear(hex)).map((part) => Math.min(1, Math.max(0, part)));
  const xyz = times(SRGB_TO_XYZ, clipped as unknown as Three);
  const root = (n: 0 | 1 | 2): number => {
    const part = xyz[n] / D65[n];
    return part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116;
  };
  return [116 * root(1) - 16, 500 * (root(0) - root(1)), 200 * (root(1) - root(2))];
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** CIEDE2000, the names as in Sharma, Wu and Dalal (2005). */
export function deltaE([L1, a1, b1]: Three, [L2, a2, b2]: Three): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const G = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [a1p, a2p] = [a1 * (1 + G), a2 * (1 + G)];
  const [C1, C2] = [Math.hypot(a1p, b1), Math.hypot(a2p, b2)];
  const hue = (a: number, b: number): number => (degrees(Math.atan2(b, a)) + 360) % 360;
  const [h1, h2] = [hue(a1p, b1), hue(a2p, b2)];
  const grey = C1 * C2 === 0;
  const turn = h2 - h1 > 180 ? -360 : h2 - h1 < -180 ? 360 : 0;

  const dL = L2 - L1;
  const dC = C2 - C1;
  const dH = grey ? 0 : 2 * Math.sqrt(C1 * C2) * Math.sin(radians((h2 - h1 + turn) / 2));

  const L = (L1 + L2) / 2;
  const C = (C1 + C2) / 2;
  const h = grey ? h1 + h2 : turn === 0 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const wave = (times: number, shift: number): number => Math.cos(radians(times * h + shift));
  const T = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63);
  const SL = 1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2);
  const SC = 1 + 0.045 * C;
  const SH = 1 + 0.015 * C * T;
  const RC = 2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7));
  const RT = -Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * RC;
  return Math.sqrt((dL / SL) ** 2 + (dC / SC) ** 2 + (dH / SH) ** 2 + RT * (dC / SC) * (dH / SH));
}
