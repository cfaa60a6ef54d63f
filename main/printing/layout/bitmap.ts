/** Bitmaps for a printer: logo, QR code and barcode, centered. */
import JsBarcode from 'jsbarcode';
import { generate } from 'lean-qr';
import type { Logo } from '../../../contract/settings/paper-template.ts';

export interface Bitmap {
  /** Bytes per row: eight dots each, leftmost in the highest bit. */
  rowBytes: number;
  height: number;
  /** 1 is black. */
  dots: Buffer;
}

export type Picture =
  | { kind: 'logo'; bitmap: Bitmap }
  /** Barcode: 1 to 64 ASCII characters. */
  | { kind: 'qr' | 'barcode'; content: string };

/** Width in dots (0.75 mm) that phones read at arm's length. */
const QR_MODULE = 6;
/** Width in dots (0.25 mm) that scanners read on thermal paper. */
const THINNEST_BAR = 2;
const BAR_LENGTH = 80;

export function logoBitmap({ width, height, dots }: Logo): Bitmap {
  return { rowBytes: width / 8, height, dots: Buffer.from(dots, 'base64') };
}

export function drawPicture(picture: Picture, dots: number): Bitmap {
  const line = Math.floor(dots / 8) * 8;
  const [width, height, isBlack] = dotsOf(picture, line);
  const rowBytes = line / 8;
  const from = Math.floor((line - width) / 2);
  const drawn = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * rowBytes + ((from + x) >> 3);
      if (isBlack(x, y)) drawn[at] = (drawn[at] ?? 0) | (0x80 >> ((from + x) & 7));
    }
  }
  return { rowBytes, height, dots: drawn };
}

type Dots = [width: number, height: number, isBlack: (x: number, y: number) => boolean];

function dotsOf(picture: Picture, line: number): Dots {
  switch (picture.kind) {
    case 'logo':
      return logoDots(picture.bitmap, line);
    case 'qr':
      return qrDots(picture.content, line);
    case 'barcode':
      return barcodeDots(picture.content, line);
  }
}

function logoDots({ rowBytes, height, dots }: Bitmap, line: number): Dots {
  const width = rowBytes * 8;
  const black = (x: number, y: number): boolean => ((dots[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  if (width <= line) return [width, height, black];
  const scale = width / line;
  return [line, Math.max(1, Math.floor(height / scale)), (x, y) => black(Math.floor(x * scale), Math.floor(y * scale))];
}

function qrDots(content: string, line: number): Dots {
  const code = generate(content);
  // Quiet zone of four modules on each side.
  const modules = code.size + 8;
  const module = Math.max(1, Math.min(QR_MODULE, Math.floor(line / modules)));
  return [modules * module, modules * module, (x, y) => code.get(Math.floor(x / module) - 4, Math.floor(y / module) - 4)];
}

/** A barcode too wide for the paper is printed along it. */
function barcodeDots(content: string, line: number): Dots {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, content, { format: 'CODE128' });
  const bars = `${QUIET}${(drawn.encodings ?? []).map(({ data }) => data).join('')}${QUIET}`;
  const isBar = (at: number): boolean => bars[Math.floor(at / THINNEST_BAR)] === '1';
  const length = bars.length * THINNEST_BAR;
  const edge = Math.floor(BAR_LENGTH / 10);
  const within = (at: number): boolean => at >= edge && at < BAR_LENGTH - edge;
  return length <= line ? [length, BAR_LENGTH, (x, y) => isBar(x) && within(y)] : [BAR_LENGTH, length, (x, y) => isBar(y) && within(x)];
}

const QUIET = '0'.repeat(10);
