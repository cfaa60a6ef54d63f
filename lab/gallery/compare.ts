/**
 * Whether a picture shows what its reference shows. Letters are shaded a little differently from one computer to the next: pixelmatch leaves
 * out the shades of edges. The reference has few of them, so those of the picture are rounded to the same ones; what is painted is not.
 */
import pixelmatch from 'pixelmatch';
import { coloursOf, indexed, isPainted, type Palette, type Picture } from './picture.ts';

export interface Reference {
  width: number;
  height: number;
  palette: Palette;
  indexes: Uint8Array;
}

/** A part of the way from black to white, by which a colour may differ. */
const THRESHOLD = 0.008;
/** A few pixels at the end of a letter are no shift. */
const MOST_PIXELS = 8;

/** In words where something is different; null where both show the same. */
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

/** Four bytes a pixel: red, green, blue, opaque. */
function asBytes(colours: Uint32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(colours.length * 4));
  for (const [at, colour] of colours.entries()) bytes.setUint32(at * 4, ((colour << 8) | 255) >>> 0);
  return new Uint8Array(bytes.buffer);
}
