/** Printed rows of styled text and images, in dots. */

export interface Style {
  /** Multiples of the normal size. */
  width: number;
  height: number;
  bold: boolean;
  reverse: boolean;
  underline: boolean;
  /** Printed in font B. */
  small: boolean;
}

export interface Run {
  text: string;
  style: Style;
}

export type Align = 'left' | 'center' | 'right';

export type Row =
  | { kind: 'text'; runs: Run[]; align: Align; pitch: number }
  | { kind: 'image'; rowBytes: number; height: number; dots: Buffer; align: Align }
  | { kind: 'code'; content: string; align: Align }
  | { kind: 'feed'; dots: number };

export interface Piece {
  rows: Row[];
  /** One line per row, without images. */
  text(): string;
  cut: boolean;
  at: string;
  bytes: Buffer;
  drawerKicks: number;
  beeps: number;
  /** Sequences that weren't understood. */
  unknown: string[];
}

export const PLAIN: Style = { width: 1, height: 1, bold: false, reverse: false, underline: false, small: false };
/** Size of a normal letter, of a small one, and the default line spacing, in dots. */
export const CELL = { width: 12, height: 24 };
export const SMALL_CELL = { width: 9, height: 17 };
export const USUAL_PITCH = 30;

export function newPiece(): Piece {
  const rows: Row[] = [];
  return {
    rows,
    text: () =>
      rows
        .flatMap((row) => (row.kind === 'text' ? [row.runs.map((run) => run.text).join('')] : row.kind === 'code' ? [row.content] : []))
        .join('\n'),
    cut: false,
    at: new Date().toISOString(),
    bytes: Buffer.alloc(0),
    drawerKicks: 0,
    beeps: 0,
    unknown: [],
  };
}

export function heightOf(row: Row): number {
  if (row.kind === 'feed') return row.dots;
  if (row.kind === 'image') return row.height;
  if (row.kind === 'code') return 200;
  const letters = row.runs.map((run) => (run.style.small ? SMALL_CELL.height : CELL.height) * run.style.height);
  return Math.max(row.pitch, ...letters);
}

export function lengthOf({ rows }: Piece): number {
  return rows.reduce((sum, row) => sum + heightOf(row), 0);
}
