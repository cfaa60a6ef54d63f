/** A printed document as data: independent of the paper, laid out and encoded later. */

import type { Picture } from './bitmap.ts';

/** Times the normal character in width and height; `tall` is normal in width and twice the height. */
export type Size = 1 | 2 | 3 | 4 | 5 | 6 | 'tall';
export type Align = 'left' | 'center' | 'right';

export interface Style {
  size?: Size;
  /** Size for paper of fewer than 40 columns, where large letters would break every word. */
  sizeOnNarrowPaper?: Size;
  bold?: boolean;
  /** White on black, over the whole line. */
  reverse?: boolean;
}

export interface Cell {
  text: string;
  /** Columns of normal size, 1 for a mark that stands before the next cell; `fit` takes what its text needs, `rest` shares what is left. */
  width: number | 'fit' | 'rest';
  align?: Align;
}

export type Block =
  | LetterBlock
  /** In the middle of a line of its own. */
  | { kind: 'picture'; picture: Picture };

/** What is made of letters and lines; a frame holds nothing else. */
export type LetterBlock =
  | ({ kind: 'text'; text: string; align?: Align; indent?: number; shrinkToOneLine?: boolean } & Style)
  /** At most four cells. */
  | ({ kind: 'row'; cells: Cell[]; indent?: number; shrinkToOneLine?: boolean } & Omit<Style, 'reverse'>)
  /** A dish: how many of it before its name, in a filled box where there are more than one; what belongs to it under its name, and whose it is last. */
  | ItemBlock
  /** Small facts, two a line where both fit: one at the left, one at the right edge. */
  | { kind: 'facts'; texts: string[]; size?: Size }
  | { kind: 'rule'; weight: 'light' | 'heavy' }
  /** A line of dots and tens exactly as long as the paper is set to be. */
  | { kind: 'ruler' }
  | { kind: 'feed'; lines: number }
  | { kind: 'box'; title: string; blocks: LetterBlock[] };

export interface ItemBlock extends Omit<Style, 'reverse'> {
  kind: 'item';
  /** Null if none of it is counted here: its name is aligned with the others. */
  count: number | null;
  /** Of the largest count of the list, so that all its names begin in one column. */
  digits: number;
  name: string;
  /** At the right edge. */
  amount?: string;
  /** Texts, and rows of at most three cells. */
  details: LetterBlock[];
  /** At the end of the last line if it fits, otherwise below. */
  who?: string | null;
}

/** One piece of paper: it is printed as one job and ends with one cut. */
export interface Document {
  /** For logs and the queue's list; carries no personal data. */
  title: string;
  blocks: Block[];
  /** The paper's language reads from right to left: rows begin at the right edge. */
  rightToLeft?: boolean;
}
