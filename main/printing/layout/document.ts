/** What a printed document is, as data: made without knowing the paper, laid out and turned into bytes by later steps. */

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
  /** Columns of normal size; `fit` takes what its text needs, `rest` shares what is left. */
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
  | ({ kind: 'row'; cells: Cell[]; indent?: number } & Omit<Style, 'reverse'>)
  | { kind: 'rule'; weight: 'light' | 'heavy' }
  /** A line of dots and tens exactly as long as the paper is set to be. */
  | { kind: 'ruler' }
  | { kind: 'feed'; lines: number }
  | { kind: 'box'; title: string; blocks: LetterBlock[] };

/** One piece of paper: it is printed as one job and ends with one cut. */
export interface Document {
  /** For logs and the queue's list; carries no personal data. */
  title: string;
  blocks: Block[];
  /** The paper's language reads from right to left: rows begin at the right edge. */
  rightToLeft?: boolean;
}
