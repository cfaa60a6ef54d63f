/**
 * Whether a picture shows what its reference shows. Letters are shaded a little differently from one computer to the next: a shade may be
 * anything between its neighbours in the other picture, so that an edge may lie one pixel away. What lies two pixels away is not between
 * them, and neither is another colour.
 */
import { indexed, type Palette, type Picture } from './picture.ts';

export interface Reference {
  width: number;
  height: number;
  palette: Palette;
  indexes: Uint8Array;
}

/** A shade may be so far outside its neighbours, a channel: the reference has few of them. */
const ROOM_OF_SHADES = 48;
/** What is painted in one colour is painted in this colour. */
const ROOM_OF_COLOURS = 3;
/** A few pixels at the end of a letter are no shift. */
const MOST_PIXELS = 8;

/** In words where something is different; null where both show the same. */
export function difference(picture: Picture, reference: Reference): string | null {
  const { width, height } = picture;
  if (width !== reference.width || height !== reference.height)
    return `it is ${width} x ${height}, and was ${reference.width} x ${reference.height}`;
  const { indexes, palette } = reference;
  const { colours } = palette;
  const was = colourOf(indexes, colours);
  const known = new Set(colours);
  let now: Uint32Array | null = null;
  let pixels = 0;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < was.length; at++) {
    const colour = Number(picture.pixels[at]);
    if (colour === was[at]) continue;
    now ??= colourOf(indexed(picture, palette), colours);
    // Rounded to a colour of the reference it would be taken for that.
    const isOther = !known.has(colour) && isSurface(picture, at) && !isNear(colour, Number(was[at]), ROOM_OF_COLOURS);
    if (!isOther && (now[at] === was[at] || (isBetween(now, was, width, at) && isBetween(was, now, width, at)))) continue;
    pixels += 1;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return pixels <= MOST_PIXELS ? null : `${pixels} pixels are different, from ${left},${top} to ${right},${bottom}`;
}

function colourOf(indexes: Uint8Array, colours: readonly number[]): Uint32Array {
  const all = new Uint32Array(indexes.length);
  for (let at = 0; at < all.length; at++) all[at] = Number(colours[Number(indexes[at])]);
  return all;
}

function isNear(one: number, other: number, room: number): boolean {
  return CHANNELS.every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= room);
}

const CHANNELS = [16, 8, 0] as const;

/** Whether a pixel of `one` is between those around its place in `other`; where these are all alike, whether it is like them. */
function isBetween(one: Uint32Array, other: Uint32Array, width: number, at: number): boolean {
  const around = neighbours(other, width, at);
  const own = Number(one[at]);
  if (around.every((colour) => colour === around[0])) return isNear(own, Number(around[0]), ROOM_OF_COLOURS);
  return CHANNELS.every((shift) => {
    const values = around.map((colour) => (colour >> shift) & 255);
    const value = (own >> shift) & 255;
    return value >= Math.min(...values) - ROOM_OF_SHADES && value <= Math.max(...values) + ROOM_OF_SHADES;
  });
}

/** Alike all around: painted in one colour, and no shade of an edge. */
function isSurface({ pixels, width }: Picture, at: number): boolean {
  return neighbours(pixels, width, at).every((colour) => colour === pixels[at]);
}

/** The pixel and those beside it, as far as there are any. */
function neighbours(pixels: Uint32Array, width: number, at: number): number[] {
  const x = at % width;
  const found: number[] = [];
  for (const row of [at - width, at, at + width])
    for (const step of [-1, 0, 1]) {
      const isInside = x + step >= 0 && x + step < width && row >= 0 && row < pixels.length;
      if (isInside) found.push(Number(pixels[row + step]));
    }
  return found;
}
