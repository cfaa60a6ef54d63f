import type { Picture } from './bitmap.ts';
import type { PrintableText } from './text/printable-text.ts';

/** In columns and lines, 1 to 6. */
export interface Magnification {
  width: number;
  height: number;
}

export interface Run extends Magnification {
  text: PrintableText;
  /** In normal-size columns. */
  columns: number;
  bold: boolean;
  reverse: boolean;
  rightToLeft: boolean;
}

export interface Line {
  runs: Run[];
  /** No gap below: borders and black bands must join the next line. */
  tight: boolean;
  /** Extra dots below, to separate black areas. */
  gap?: number;
  /** A line with a picture has no runs. */
  picture?: Picture;
}
