/** The layout's result for printer, preview and tests: lines of styled, measured runs. */
import type { Picture } from './bitmap.ts';
import type { PrintableText } from './text/printable-text.ts';

/** In columns and lines, 1 to 6. */
export interface Magnification {
  width: number;
  height: number;
}

export interface Run extends Magnification {
  text: PrintableText;
  /** Normal-size columns on the paper. */
  columns: number;
  bold: boolean;
  reverse: boolean;
  /** Of the run's paragraph. */
  rightToLeft: boolean;
}

export interface Line {
  runs: Run[];
  /** No gap to the next line: borders and black bands must join. */
  tight: boolean;
  /** Extra blank dots below, to separate black areas from the next line. */
  gap?: number;
  /** A line with a picture has no runs. */
  picture?: Picture;
}
