/** Draws a line as dots, on the same grid of columns as the printer's own letters, for text its code page lacks. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Bitmap } from './bitmap.ts';
import type { Line, Run } from './line.ts';
import { graphemes, hasRightToLeft } from './text/display-width.ts';
import { allFamilies, familyFor, inked } from './text/fonts.ts';

export interface DrawnLine {
  bitmap: Bitmap;
  /** Some characters are in no shipped font and stand as boxes with their code point. */
  boxed: boolean;
}

/** A normal character on the paper is this many dots high. */
export const CELL_HEIGHT = 24;
/** Normal distance from line to line, in dots. */
export const LINE_PITCH = 30;
/** The monospaced face's advance and its full height, each as a part of the font size. */
const ADVANCE = 0.602;
const FULL_HEIGHT = 1.164;
const BASELINE = 19;

/** White below a line, in dots. */
export function gapUnder({ tight, gap = 0 }: Line): number {
  return (tight ? 0 : LINE_PITCH - CELL_HEIGHT) + gap;
}

/** `cell` is the width of a normal character in dots; `gap` is left white below the line, in dots. */
export function drawLine(line: Line, columns: number, cell: number, gap: number): DrawnLine {
  const rowBytes = Math.ceil((columns * cell) / 8);
  const height = CELL_HEIGHT * Math.max(1, ...line.runs.map((run) => run.height));
  const canvas = createCanvas(rowBytes * 8, height + gap);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);

  let boxed = false;
  let column = 0;
  for (const run of line.runs) {
    context.save();
    context.translate(column * cell, height - run.height * CELL_HEIGHT);
    context.scale(run.width, run.height);
    boxed = drawRun(context, run, cell) || boxed;
    context.restore();
    column += run.columns;
  }
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  return { bitmap: { rowBytes, height: canvas.height, dots: packed(pixels) }, boxed };
}

/** Draws at normal size, the origin in the run's upper left corner. Says whether a character had to be boxed. */
function drawRun(context: SKRSContext2D, run: Run, cell: number): boolean {
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

function drawOnGrid(context: SKRSContext2D, run: Run, cell: number): boolean {
  let boxed = false;
  let x = 0;
  let current = '';
  for (const grapheme of graphemes(run.text)) {
    const width = grapheme.columns * cell;
    const family = familyFor(grapheme.text, run.bold);
    if (FRAME.has(grapheme.text)) drawFrame(context, grapheme.text, x, width);
    else if (family === null) {
      boxed = drawCodePoint(context, grapheme.text, x, width);
      current = '';
    } else if (grapheme.text !== ' ') {
      // Setting a font anew takes longer than drawing a letter.
      if (family !== current) context.font = `${fontSize(cell)}px "${family}"`;
      current = family;
      fillWithin(context, inked(grapheme.text), x, width, 'center');
    }
    x += width;
  }
  return boxed;
}

/** Letters that join and read from right to left: the whole run is shaped at once, on its own side of its place. */
function drawShaped(context: SKRSContext2D, run: Run, width: number, cell: number): boolean {
  const parts = graphemes(run.text).map(({ text }) => ({ text, known: familyFor(text, run.bold) !== null }));
  const text = parts.map((part) => (part.known ? part.text : `[${codePointOf(part.text)}]`)).join('');
  context.font = `${fontSize(cell)}px ${allFamilies(run.bold)}`;
  context.direction = run.rightToLeft ? 'rtl' : 'ltr';
  fillWithin(context, text, 0, width, run.rightToLeft ? 'right' : 'left');
  return parts.some((part) => !part.known);
}

function fontSize(cell: number): number {
  return Math.min(cell / ADVANCE, CELL_HEIGHT / FULL_HEIGHT);
}

/** Too wide a text is squeezed, never cut. */
function fillWithin(context: SKRSContext2D, text: string, x: number, width: number, side: 'left' | 'center' | 'right'): void {
  const natural = context.measureText(text).width;
  const squeeze = natural > width ? width / natural : 1;
  const free = width - natural * squeeze;
  context.save();
  context.translate(x + (side === 'left' ? 0 : side === 'right' ? free : free / 2), 0);
  context.scale(squeeze, 1);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillText(text, 0, BASELINE);
  context.restore();
}

/** A box that cannot be taken for a letter, with the code point in it so that it can be looked up. */
function drawCodePoint(context: SKRSContext2D, grapheme: string, x: number, width: number): true {
  const digits = codePointOf(grapheme).slice(2);
  const half = Math.ceil(digits.length / 2);
  context.lineWidth = 1;
  context.strokeRect(x + 1.5, 1.5, width - 3, CELL_HEIGHT - 3);
  context.font = `10px "${familyFor('0', false)}"`;
  [digits.slice(0, half), digits.slice(half)].forEach((row, at) => {
    context.save();
    context.translate(0, at * 10 - 8);
    fillWithin(context, row, x + 3, width - 6, 'center');
    context.restore();
  });
  return true;
}

function codePointOf(grapheme: string): string {
  return `U+${(grapheme.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Frame lines reach the edges of their cells, so that they meet whatever the cell's shape. A corner opens to one side and up or down. */
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

function packed(rgba: Uint8ClampedArray): Buffer {
  const dots = Buffer.alloc(rgba.length / 32);
  for (let pixel = 0; pixel < rgba.length / 4; pixel++) {
    if ((rgba[pixel * 4] ?? 255) < INK) dots[pixel >> 3] = (dots[pixel >> 3] ?? 0) | (0x80 >> (pixel & 7));
  }
  return dots;
}

/** Greys darker than this print: a little more than half, for thin strokes to survive. */
const INK = 150;
