/** Compares a picture with its reference. pixelmatch ignores anti-aliasing; edge shades are rounded to the reference's colors. */
import pixelmatch from 'pixelmatch';
import { coloursOf, indexed, isPainted, type Palette, type Picture } from './picture.ts';

export interface Reference {
  width: number;
  height: number;
  palette: Palette;
  indexes: Uint8Array;
}

/** Allowed color difference, as a fraction of black to white. */
const THRESHOLD = 0.008;
/** A few pixels at a letter's end aren't reported. */
const MOST_PIXELS = 8;

/** The difference in words; null if there is none. */
export function difference(picture: Picture, { width, height, palette, indexes }: Reference): string | null {
  if (picture.width !== width || picture.height !== height)
    return `it is ${picture.width} x ${picture.height}, and was ${width} x ${height}`;
  const was = coloursOf(indexes, palette);
  const now = coloursOf(indexed(picture, palette), palette).map((rounded, at) =>
    isPainted(picture, at).every(Boolean) ? Number(picture.pixels[at]) : rounded,
  );
  const pixels = pixelmatch(asBytes(now), asBytes(was), null, width, height, { threshold: THRESHOLD });
  return pixels <= MOST_PIXELS ? null : `${pixels} pixels are different`;
}

/** RGBA bytes, opaque. */
function asBytes(colours: Uint32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(colours.length * 4));
  for (const [at, colour] of colours.entries()) bytes.setUint32(at * 4, ((colour << 8) | 255) >>> 0);
  return new Uint8Array(bytes.buffer);
}
