/** Draws a line as dots on the printer's column grid. */
import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { Bitmap } from './bitmap.ts';
import type { Line, Run } from './line.ts';
import { changesItsForm, type Grapheme, graphemes, hasRightToLeft } from './text/display-width.ts';
import { allFamilies, familyFor, inked, isShipped } from './text/fonts.ts';

export interface DrawnLine {
  bitmap: Bitmap;
  /** Characters that no font has, drawn as boxes. */
  boxed: string[];
}

export const CELL_HEIGHT = 24;
export const LINE_PITCH = 30;
/** Width of a monospaced letter, relative to the font size. */
const ADVANCE = 0.602;
const FULL_HEIGHT = 1.164;
const BASELINE = 19;

export function gapUnder({ tight, gap = 0 }: Line): number {
  return (tight ? 0 : LINE_PITCH - CELL_HEIGHT) + gap;
}

/** `cell`: width of a normal character, `gap`: blank below; in dots. */
export function drawLine(line: Line, columns: number, cell: number, gap: number): DrawnLine {
  const rowBytes = Math.ceil((columns * cell) / 8);
  const height = CELL_HEIGHT * Math.max(1, ...line.runs.map((run) => run.height));
  const canvas = createCanvas(rowBytes * 8, height + gap);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);

  const boxed: string[] = [];
  let column = 0;
  for (const run of line.runs) {
    context.save();
    context.translate(column * cell, height - run.height * CELL_HEIGHT);
    context.scale(run.width, run.height);
    boxed.push(...drawRun(context, run, cell));
    context.restore();
    column += run.columns;
  }
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  return { bitmap: { rowBytes, height: canvas.height, dots: packed(pixels) }, boxed };
}

/** Draws at normal size from the run's upper left corner. Returns the boxed characters. */
function drawRun(context: SKRSContext2D, run: Run, cell: number): string[] {
  const width = (run.columns / run.width) * cell;
  context.beginPath();
  context.rect(0, 0, width, CELL_HEIGHT);
  context.clip();
  context.fillStyle = run.reverse ? 'black' : 'white';
  context.fillRect(0, 0, width, CELL_HEIGHT);
  const ink = run.reverse ? 'white' : 'black';
  context.fillStyle = ink;
  context.strokeStyle = ink;
  return hasRightToLeft(run.text) ? drawShaped(context, run, width, cell) : drawOnGrid(context, run, cell);
}

function drawOnGrid(context: SKRSContext2D, run: Run, cell: number): string[] {
  const boxed: string[] = [];
  let x = 0;
  let current = '';
  for (const { text, columns, family } of partsOf(run)) {
    const width = columns * cell;
    if (FRAME.has(text)) drawFrame(context, text, x, width);
    else if (SIGNS[text] !== undefined) drawSign(context, SIGNS[text], x, width / 12);
    else if (family === null) {
      drawCodePoint(context, text, x, width);
      boxed.push(text);
      current = '';
    } else if (text !== ' ') {
      // Setting a font takes longer than drawing a letter.
      if (family !== current) context.font = `${fontSize(cell)}px "${family}"`;
      current = family;
      fillWithin(context, inked(text), { x, width, side: 'center', isTall: !isShipped(family) });
    }
    x += width;
  }
  return boxed;
}

interface Part extends Omit<Grapheme, 'columns'> {
  columns: number;
  family: string | null;
}

/** Graphemes; in scripts whose letters change next to each other, whole groups. */
function partsOf({ text, bold }: Run): Part[] {
  const parts: Part[] = [];
  for (const grapheme of graphemes(text)) {
    const family = familyFor(grapheme.text, bold);
    const before = parts.at(-1);
    if (before && family !== null && before.family === family && [before.text, grapheme.text].every(changesItsForm)) {
      before.text += grapheme.text;
      before.columns += grapheme.columns;
    } else parts.push({ ...grapheme, family });
  }
  return parts;
}

/** Right-to-left letters join, so the whole run is shaped at once. */
function drawShaped(context: SKRSContext2D, run: Run, width: number, cell: number): string[] {
  const parts = graphemes(run.text).map(({ text }) => ({ text, family: familyFor(text, run.bold) }));
  const text = parts.map((part) => (part.family === null ? `[${codePointOf(part.text)}]` : part.text)).join('');
  const families = parts.map(({ family }) => family).filter((family) => family !== null);
  context.font = `${fontSize(cell)}px ${allFamilies(run.bold, families)}`;
  context.direction = run.rightToLeft ? 'rtl' : 'ltr';
  fillWithin(context, text, { x: 0, width, side: run.rightToLeft ? 'right' : 'left' });
  return parts.filter(({ family }) => family === null).map((part) => part.text);
}

function fontSize(cell: number): number {
  return Math.min(cell / ADVANCE, CELL_HEIGHT / FULL_HEIGHT);
}

interface Place {
  x: number;
  width: number;
  side: 'left' | 'center' | 'right';
  isTall?: boolean;
}

function fillWithin(context: SKRSContext2D, text: string, { x, width, side, isTall = false }: Place): void {
  const { width: natural, actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(text);
  const smaller = isTall ? Math.min(1, CELL_HEIGHT / (above + below)) : 1;
  const squeeze = Math.min(smaller, width / natural);
  const free = width - natural * squeeze;
  const baseline = isTall ? Math.max(above * smaller, Math.min(BASELINE, CELL_HEIGHT - below * smaller)) : BASELINE;
  context.save();
  context.translate(x + (side === 'left' ? 0 : side === 'right' ? free : free / 2), baseline);
  context.scale(squeeze, smaller);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillText(text, 0, 0);
  context.restore();
}

/** Draws a box with the code point, so it can't be mistaken for a letter. */
function drawCodePoint(context: SKRSContext2D, grapheme: string, x: number, width: number): void {
  const digits = codePointOf(grapheme).slice(2);
  const half = Math.ceil(digits.length / 2);
  context.lineWidth = 1;
  context.strokeRect(x + 1.5, 1.5, width - 3, CELL_HEIGHT - 3);
  context.font = `10px "${familyFor('0', false)}"`;
  [digits.slice(0, half), digits.slice(half)].forEach((row, at) => {
    context.save();
    context.translate(0, at * 10 - 8);
    fillWithin(context, row, { x: x + 3, width: width - 6, side: 'center' });
    context.restore();
  });
}

function codePointOf(grapheme: string): string {
  return `U+${(grapheme.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Direction of each corner. Frame lines fill their cells so that they join. */
const CORNERS: Readonly<Record<string, readonly [x: 1 | -1, y: 1 | -1]>> = { '╔': [1, 1], '╗': [-1, 1], '╚': [1, -1], '╝': [-1, -1] };
const FRAME = new Set(['─', '│', '═', '║', ...Object.keys(CORNERS)]);

function drawFrame(context: SKRSContext2D, sign: string, x: number, width: number): void {
  const middle = { x: x + Math.floor(width / 2), y: CELL_HEIGHT / 2 };
  const corner = CORNERS[sign];
  const bars = sign === '─' || sign === '│' ? [0] : [-3, 3];
  for (const bar of bars) {
    if ('─═'.includes(sign)) context.fillRect(x, middle.y + bar - 1, width, 2);
    if ('│║'.includes(sign)) context.fillRect(middle.x + bar - 1, 0, 2, CELL_HEIGHT);
    if (!corner) continue;
    const turn = { x: middle.x + bar * corner[0], y: middle.y + bar * corner[1] };
    const [left, right] = corner[0] === 1 ? [turn.x - 1, x + width] : [x, turn.x + 1];
    const [top, bottom] = corner[1] === 1 ? [turn.y - 1, CELL_HEIGHT] : [0, turn.y + 1];
    context.fillRect(left, turn.y - 1, right - left, 2);
    context.fillRect(turn.x - 1, top, 2, bottom - top);
  }
}

/** Few fonts have the signs of lari and manat, so they are paths in a cell of 12 by 24. */
const SIGNS: Readonly<Record<string, string>> = {
  '\u{20be}': 'M1.5 18.5H10.5M3.4 18.2C0 14 1.5 7.5 6.2 7.5C9.5 7.5 10.7 10 10.7 13M5 4.5V11M7.5 4.5V11',
  '\u{20bc}': 'M1.5 19V13C1.5 5.8 10.5 5.8 10.5 13V19M6 4.5V19',
};

function drawSign(context: SKRSContext2D, lines: string, x: number, stretch: number): void {
  context.save();
  context.translate(x, 0);
  context.scale(stretch, 1);
  context.lineWidth = 1.8;
  context.stroke(new Path2D(lines));
  context.restore();
}

function packed(rgba: Uint8ClampedArray): Buffer {
  const dots = Buffer.alloc(rgba.length / 32);
  for (let pixel = 0; pixel < rgba.length / 4; pixel++) {
    if ((rgba[pixel * 4] ?? 255) < INK) dots[pixel >> 3] = (dots[pixel >> 3] ?? 0) | (0x80 >> (pixel & 7));
  }
  return dots;
}

/** Grays below this print black. Above half (128), so that thin strokes survive. */
const INK = 150;
