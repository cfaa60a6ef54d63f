/** The layout's result for printer, preview and tests: lines of styled, measured runs. */
import type { Picture } from './bitmap.ts';
import type { PrintableText } from './text/printable-text.ts';

/** Magnification of a character in columns and in lines, 1 to 6. */
export interface Magnification {
  width: number;
  height: number;
}

export interface Run extends Magnification {
  text: PrintableText;
  /** Columns of normal size that the run takes on the paper. */
  columns: number;
  bold: boolean;
  reverse: boolean;
  /** The run belongs to a paragraph that reads from right to left. */
  rightToLeft: boolean;
}

export interface Line {
  runs: Run[];
  /** No gap to the next line: borders and black bands must meet. */
  tight: boolean;
  /** White under the line beside the usual, in dots: what is black in it does not run into what follows. */
  gap?: number;
  /** A line that is a picture has no runs. */
  picture?: Picture;
}
