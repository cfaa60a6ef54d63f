/** Draws a printout as PNG: black on white, one dot per pixel, in bundled fonts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { CELL, heightOf, lengthOf, type Piece, type Row, SMALL_CELL } from './print-head.ts';

const MARGIN = 32;
const FAMILY = 'Paper Mono';
let registered = false;

export function drawPiece(piece: Piece, dots: number): Buffer {
  registerFonts();
  const height = lengthOf(piece) + 2 * MARGIN;
  const canvas = createCanvas(dots + 2 * MARGIN, height);
  const ink = canvas.getContext('2d');
  ink.fillStyle = '#ffffff';
  ink.fillRect(0, 0, canvas.width, canvas.height);
  let top = MARGIN;
  for (const row of piece.rows) {
    drawRow(ink, row, top, dots);
    top += heightOf(row);
  }
  drawEdge(ink, canvas.width, height, piece.cut);
  return canvas.toBuffer('image/png');
}

function drawRow(ink: SKRSContext2D, row: Row, top: number, dots: number): void {
  if (row.kind === 'text') drawText(ink, row, top, dots);
  else if (row.kind === 'image') drawDots(ink, row, top, dots);
  else if (row.kind === 'code') {
    ink.strokeStyle = '#000000';
    ink.strokeRect(MARGIN + dots / 2 - 90, top + 10, 180, 180);
    ink.fillStyle = '#000000';
    ink.font = `18px "${FAMILY}"`;
    ink.fillText(row.content.slice(0, 16), MARGIN + dots / 2 - 80, top + 100);
  }
}

function drawText(ink: SKRSContext2D, row: Extract<Row, { kind: 'text' }>, top: number, dots: number): void {
  const cellOf = (small: boolean) => (small ? SMALL_CELL : CELL);
  const width = row.runs.reduce((sum, run) => sum + [...run.text].length * cellOf(run.style.small).width * run.style.width, 0);
  const bottom = top + Math.max(0, ...row.runs.map((run) => cellOf(run.style.small).height * run.style.height));
  let left = MARGIN + (row.align === 'center' ? (dots - width) / 2 : row.align === 'right' ? dots - width : 0);
  for (const run of row.runs) {
    const cell = cellOf(run.style.small);
    const w = cell.width * run.style.width;
    const h = cell.height * run.style.height;
    for (const character of run.text) {
      if (run.style.reverse) {
        ink.fillStyle = '#000000';
        ink.fillRect(left, bottom - h, w, h);
      }
      ink.save();
      ink.translate(left, bottom - h);
      ink.scale(run.style.width, run.style.height);
      ink.fillStyle = run.style.reverse ? '#ffffff' : '#000000';
      ink.font = `${run.style.bold ? 'bold ' : ''}${cell.height * 0.82}px "${FAMILY}"`;
      ink.textBaseline = 'alphabetic';
      ink.fillText(character, 0, cell.height * 0.78, cell.width);
      ink.restore();
      if (run.style.underline) ink.fillRect(left, bottom - 2, w, 2);
      left += w;
    }
  }
}

function drawDots(ink: SKRSContext2D, row: Extract<Row, { kind: 'image' }>, top: number, dots: number): void {
  const width = row.rowBytes * 8;
  const left = MARGIN + (row.align === 'center' ? Math.floor((dots - width) / 2) : row.align === 'right' ? dots - width : 0);
  ink.fillStyle = '#000000';
  for (let y = 0; y < row.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = row.dots[y * row.rowBytes + (x >> 3)] ?? 0;
      if (byte & (0x80 >> (x & 7))) ink.fillRect(left + x, top + y, 1, 1);
    }
  }
}

/** Draws the paper's lower edge: straight after a cut, torn while still in the printer. */
function drawEdge(ink: SKRSContext2D, width: number, height: number, cut: boolean): void {
  ink.fillStyle = '#d5d5d5';
  if (cut) {
    ink.fillRect(0, height - 2, width, 2);
    return;
  }
  for (let x = 0; x < width; x += 16) {
    ink.beginPath();
    ink.moveTo(x, height);
    ink.lineTo(x + 8, height - 12);
    ink.lineTo(x + 16, height);
    ink.fill();
  }
}

function registerFonts(): void {
  if (registered) return;
  registered = true;
  for (const file of ['DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf']) {
    const path = fontFolders()
      .map((folder) => join(folder, file))
      .find(existsSync);
    if (path) GlobalFonts.registerFromPath(path, FAMILY);
  }
}

function fontFolders(): string[] {
  const given = process.env.TILLBRIDGE_RESOURCES;
  return [...(given ? [join(given, 'fonts')] : []), join(import.meta.dirname, '..', '..', 'resources', 'fonts')];
}
