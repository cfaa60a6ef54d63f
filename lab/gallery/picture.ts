/** A picture's pixels, and its palette: painted colors, and shades at their edges. */
import { PNG } from 'pngjs';

/** `pixels`: 0xRRGGBB, row by row. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint32Array;
}

export function readPicture(png: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(png);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = (Number(data[at * 4]) << 16) | (Number(data[at * 4 + 1]) << 8) | Number(data[at * 4 + 2]);
  return { width, height, pixels };
}

/** As a PNG file. */
export function writePicture({ width, height, pixels }: Picture): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < pixels.length; at++) png.data.writeUInt32BE(((Number(pixels[at]) << 8) | 255) >>> 0, at * 4);
  return PNG.sync.write(png);
}

/** First the colors that shades are rounded to, then other painted ones. */
export interface Palette {
  shades: number;
  colours: number[];
}

/** Edge shades are rounded to this many most frequent colors: small files, readable letters. */
const SHADES = 16;
/** An index is a byte. */
const MOST_COLOURS = 256;

export function paletteOf(pictures: readonly Picture[]): Palette {
  const seen = new Map<number, number>();
  const surfaces = new Map<number, number>();
  const painted = new Map<number, number>();
  const count = (counts: Map<number, number>, colour: number) => counts.set(colour, (counts.get(colour) ?? 0) + 1);
  for (const picture of pictures)
    for (let at = 0; at < picture.pixels.length; at++) {
      const colour = Number(picture.pixels[at]);
      count(seen, colour);
      const [inRow, inColumn] = isPainted(picture, at);
      if (inRow && inColumn) count(surfaces, colour);
      if (inRow || inColumn) count(painted, colour);
    }
  const shades = mostFrequent(seen).slice(0, SHADES);
  // Surfaces first: a shadow has so many colors that small surfaces would lose theirs.
  const colours = new Set([...shades, ...mostFrequent(surfaces), ...mostFrequent(painted)]);
  return { shades: shades.length, colours: [...colours].slice(0, MOST_COLOURS) };
}

const mostFrequent = (counts: Map<number, number>): number[] =>
  [...counts].sort(([a, many], [b, more]) => more - many || a - b).map(([colour]) => colour);

/** Whether three pixels in the row, and in the column, are equal: both means a surface, one a line, none an edge shade. */
export function isPainted({ width, height, pixels }: Picture, at: number): [inRow: boolean, inColumn: boolean] {
  const x = at % width;
  const colour = pixels[at];
  const isAlong = (step: number) => pixels[at - step] === colour && pixels[at + step] === colour;
  return [x > 0 && x < width - 1 && isAlong(1), at >= width && at < width * (height - 1) && isAlong(width)];
}

/** The picture as palette indexes. */
export function indexed({ pixels }: Picture, { shades, colours }: Palette): Uint8Array {
  const known = new Map(colours.map((colour, index) => [colour, index]));
  const indexes = new Uint8Array(pixels.length);
  // Runs of one color are common.
  let [last, index] = [-1, 0];
  for (let at = 0; at < pixels.length; at++) {
    const colour = Number(pixels[at]);
    if (colour !== last) {
      index = known.get(colour) ?? nearest(colours, shades, colour);
      known.set(colour, index);
      last = colour;
    }
    indexes[at] = index;
  }
  return indexes;
}

/** The colors at these palette indexes. */
export function coloursOf(indexes: Uint8Array, { colours }: Palette): Uint32Array {
  return Uint32Array.from(indexes, (index) => Number(colours[index]));
}

function nearest(colours: readonly number[], shades: number, colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let index = 0; index < shades; index++) {
    const one = Number(colours[index]);
    const far =
      ((one >> 16) - (colour >> 16)) ** 2 + (((one >> 8) & 255) - ((colour >> 8) & 255)) ** 2 + ((one & 255) - (colour & 255)) ** 2;
    if (far < least) [best, least] = [index, far];
  }
  return best;
}
