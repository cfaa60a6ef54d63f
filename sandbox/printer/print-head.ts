/** What the print head has put on the roll: lines of styled text and images, in dots. */

export interface Style {
  /** Times the letter's normal width and height. */
  width: number;
  height: number;
  bold: boolean;
  reverse: boolean;
  underline: boolean;
  /** The narrow letters of font B. */
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

/** One piece of paper, from one cut to the next. */
export interface Piece {
  rows: Row[];
  /** What was printed, as text: one line a line, images left out. */
  text(): string;
  cut: boolean;
  /** ISO UTC, when its first byte was printed. */
  at: string;
  bytes: Buffer;
  drawerKicks: number;
  beeps: number;
  /** Sequences that no printer manual here knows. */
  unknown: string[];
}

export const PLAIN: Style = { width: 1, height: 1, bold: false, reverse: false, underline: false, small: false };
/** Dots of a normal letter, and between two lines unless told otherwise. */
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

/** The height of a row in dots. */
export function heightOf(row: Row): number {
  if (row.kind === 'feed') return row.dots;
  if (row.kind === 'image') return row.height;
  if (row.kind === 'code') return 200;
  const letters = row.runs.map((run) => (run.style.small ? SMALL_CELL.height : CELL.height) * run.style.height);
  return Math.max(row.pitch, ...letters);
}

/** The length of a piece of paper in dots, without its margins. */
export function lengthOf({ rows }: Piece): number {
  return rows.reduce((sum, row) => sum + heightOf(row), 0);
}
