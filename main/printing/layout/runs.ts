import type { Align, Size, Style } from './document.ts';
import type { Magnification, Run } from './line.ts';
import { printable } from './text/printable-text.ts';
import type { Row } from './text/wrap.ts';

export interface Sheet {
  /** Paper under 40 columns. */
  narrow: boolean;
  rightToLeft: boolean;
}

export function sizeOn(style: Style, narrow: boolean): Size {
  return (narrow ? style.sizeOnNarrowPaper : undefined) ?? style.size ?? 1;
}

export function blankBefore(align: Align, left: number): number {
  if (align === 'left') return 0;
  return Math.max(0, align === 'right' ? left : Math.floor(left / 2));
}

/** Swaps left and right for right-to-left text or paper. */
export function sideOf(align: Align | undefined, row: Row, sheet: Sheet): Align {
  if (align === 'center') return align;
  const usual = align ?? 'left';
  if (!(row.rightToLeft || sheet.rightToLeft)) return usual;
  return usual === 'left' ? 'right' : 'left';
}

export function styled(row: Row, size: Magnification, style: Style): Run {
  const { bold = false, reverse = false } = style;
  return { text: row.text, columns: row.columns * size.width, ...size, bold, reverse, rightToLeft: row.rightToLeft };
}

export function plain(text: string, columns: number): Run {
  return { text: printable(text), columns, width: 1, height: 1, bold: false, reverse: false, rightToLeft: false };
}

export function blank(columns: number, height: number, reverse = false): Run[] {
  return columns > 0 ? [{ ...plain(' '.repeat(columns), columns), height, reverse }] : [];
}
