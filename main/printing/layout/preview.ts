/** A printout as an image for the screen: the same lines that print. */
import { createCanvas } from '@napi-rs/canvas';
import { collectYielding } from '../../time/yielding.ts';
import { type Bitmap, drawPicture } from './bitmap.ts';
import type { Line } from './line.ts';
import { drawLine, gapUnder } from './line-image.ts';

const MARGIN = 24;

/** PNG, one pixel per dot. Rejects with Error if a font file is missing. */
export async function previewOf(lines: Iterable<Line>, { columns, dots }: { columns: number; dots: number }): Promise<Buffer> {
  const cell = Math.max(1, Math.floor(dots / columns));
  const bitmaps = await collectYielding(drawn(lines, { columns, dots, cell }));
  const height = bitmaps.reduce((sum, bitmap) => sum + bitmap.height, 0);
  const canvas = createCanvas(dots + 2 * MARGIN, height + 2 * MARGIN);
  const context = canvas.getContext('2d');
  const sheet = context.createImageData(canvas.width, canvas.height);
  sheet.data.fill(0xff);
  let top = MARGIN;
  for (const bitmap of bitmaps) {
    ink(sheet.data, canvas.width, top, bitmap);
    top += bitmap.height;
  }
  context.putImageData(sheet, 0, 0);
  return canvas.encode('png');
}

function* drawn(lines: Iterable<Line>, { columns, dots, cell }: { columns: number; dots: number; cell: number }): Generator<Bitmap> {
  for (const line of lines) {
    if (line.picture) yield drawPicture(line.picture, dots);
    else yield drawLine(line, columns, cell, gapUnder(line)).bitmap;
  }
}

function ink(rgba: Uint8ClampedArray, width: number, top: number, { rowBytes, height, dots }: Bitmap): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < rowBytes * 8; x++) {
      if (((dots[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) {
        const at = ((top + y) * width + MARGIN + x) * 4;
        rgba.fill(0, at, at + 3);
      }
    }
  }
}
