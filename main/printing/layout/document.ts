/** A document is data, independent of the paper. */

import type { Picture } from './bitmap.ts';

/** `tall`: normal width, double height. */
export type Size = 1 | 2 | 3 | 4 | 5 | 6 | 'tall';
export type Align = 'left' | 'center' | 'right';

export interface Style {
  size?: Size;
  /** For paper under 40 columns, where large letters would break every word. */
  sizeOnNarrowPaper?: Size;
  bold?: boolean;
  /** White on black, over the whole line. */
  reverse?: boolean;
}

export interface Cell {
  text: string;
  /** Normal-size columns; 1 for a mark. `fit`: what the text needs. `rest`: shares the remainder. */
  width: number | 'fit' | 'rest';
  align?: Align;
}

export type Block =
  | LetterBlock
  /** Centered on its line. */
  | { kind: 'picture'; picture: Picture };

export type LetterBlock =
  | ({ kind: 'text'; text: string; align?: Align; indent?: number; shrinkToOneLine?: boolean } & Style)
  /** At most four cells. */
  | ({ kind: 'row'; cells: Cell[]; indent?: number; shrinkToOneLine?: boolean } & Omit<Style, 'reverse'>)
  | ItemBlock
  /** Two per line where both fit. */
  | { kind: 'facts'; texts: string[]; size?: Size }
  | { kind: 'rule'; weight: 'light' | 'heavy' }
  | { kind: 'ruler' }
  | { kind: 'feed'; lines: number }
  | { kind: 'box'; title: string; blocks: LetterBlock[] };

export interface ItemBlock extends Omit<Style, 'reverse'> {
  kind: 'item';
  /** Null if counted on another printout. */
  count: number | null;
  /** Digits of the list's largest count, to align names. */
  digits: number;
  name: string;
  amount?: string;
  /** Texts, and rows of at most three cells. */
  details: LetterBlock[];
  /** The person's name, right-aligned on the last line if it fits, else below. */
  who?: string | null;
}

/** One print job with one cut. */
export interface Document {
  /** For logs and the queue; no personal data. */
  title: string;
  blocks: Block[];
  rightToLeft?: boolean;
}
