/** Breaks a paragraph at spaces, after hyphens and slashes, between ideographs; inside words only if needed. */
import { displayWidth, type Grapheme, graphemes, runsRightToLeft } from './display-width.ts';
import { isPlain, type PrintableText, paragraphs, printable } from './printable-text.ts';
import { type Hold, unbrokenAt } from './unbroken.ts';

export interface Row {
  text: PrintableText;
  columns: number;
  rightToLeft: boolean;
}

/** `width`: columns, 2 or more. Rows are never wider; at least one is returned. */
export function wrap(text: string, width: number): Row[] {
  return paragraphs(text).flatMap((paragraph) => wrapParagraph(paragraph, Math.max(2, width)));
}

export function widestPiece(text: string): number {
  const whole = paragraphs(text).flatMap((paragraph) => pieces(graphemes(paragraph), 0, unbrokenAt(paragraph), 2));
  return Math.max(0, ...whole.map(({ piece }) => widthOf(trimmedEnd(piece))));
}

function wrapParagraph(paragraph: PrintableText, width: number): Row[] {
  if (paragraph.length <= width && isPlain(paragraph)) {
    const text = printable(paragraph.trim());
    return [{ text, columns: text.length, rightToLeft: false }];
  }
  const rightToLeft = runsRightToLeft(paragraph);
  const rows: Row[] = [];
  let row: Grapheme[] = [];
  let columns = 0;

  const endRow = () => {
    const text = printable(
      row
        .map((grapheme) => grapheme.text)
        .join('')
        .trim(),
    );
    rows.push({ text, columns: displayWidth(text), rightToLeft });
    row = [];
    columns = 0;
  };

  for (const piece of piecesWithin(paragraph, width)) {
    const needed = widthOf(trimmedEnd(piece));
    if (columns > 0 && columns + needed > width) endRow();
    for (const grapheme of needed > width ? piece : [...trimmedEnd(piece)]) {
      if (columns + grapheme.columns > width) endRow();
      if (columns === 0 && grapheme.text === ' ') continue;
      row.push(grapheme);
      columns += grapheme.columns;
    }
    // Trailing blanks count only before another word.
    const blanks = needed > width ? 0 : piece.length - trimmedEnd(piece).length;
    for (let blank = 0; blank < blanks && columns > 0; blank++) {
      row.push({ text: ' ', columns: 1 });
      columns += 1;
    }
  }
  if (row.length > 0 || rows.length === 0) endRow();
  return rows;
}

/** If a piece is too long, breaks its bonds from the weakest to the strongest until it fits. */
function piecesWithin(paragraph: PrintableText, width: number): Grapheme[][] {
  const unbroken = unbrokenAt(paragraph);
  const fitting = (all: Grapheme[], start: number, hold: Hold | 4): Grapheme[][] =>
    pieces(all, start, unbroken, hold).flatMap(({ piece, offset }) =>
      hold < 4 && unbroken.size > 0 && widthOf(trimmedEnd(piece)) > width ? fitting(piece, offset, (hold + 1) as Hold | 4) : [piece],
    );
  return fitting(graphemes(paragraph), 0, 1);
}

function pieces(
  all: Grapheme[],
  start: number,
  unbroken: ReadonlyMap<number, Hold>,
  least: Hold | 4,
): { piece: Grapheme[]; offset: number }[] {
  const found: { piece: Grapheme[]; offset: number }[] = [];
  let piece: Grapheme[] = [];
  let before: Grapheme | undefined;
  let offset = start;
  for (const grapheme of all) {
    if (before === undefined || (mayBreakBetween(before, grapheme) && (unbroken.get(offset) ?? 0) < least)) {
      piece = [];
      found.push({ piece, offset });
    }
    piece.push(grapheme);
    before = grapheme;
    offset += grapheme.text.length;
  }
  return found;
}

/** Characters that never begin or end an East Asian line. */
const NEVER_FIRST = /^[、。，．・：；！？」』）】〕〉》’”…‥ーゝ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;
const NEVER_LAST = /^[「『（【〔〈《‘“]/u;

function mayBreakBetween(before: Grapheme, after: Grapheme): boolean {
  if (after.text === ' ' || NEVER_FIRST.test(after.text) || NEVER_LAST.test(before.text)) return false;
  return before.text === ' ' || /^[-/\u{2013}\u{2014}]$/u.test(before.text) || before.columns === 2 || after.columns === 2;
}

function trimmedEnd(piece: Grapheme[]): Grapheme[] {
  let end = piece.length;
  while (end > 0 && piece[end - 1]?.text === ' ') end--;
  return piece.slice(0, end);
}

function widthOf(piece: Grapheme[]): number {
  return piece.reduce((sum, grapheme) => sum + grapheme.columns, 0);
}
