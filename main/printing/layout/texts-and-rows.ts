import type { Cell, LetterBlock, Size } from './document.ts';
import type { Line, Magnification, Run } from './line.ts';
import { blank, blankBefore, type Sheet, sideOf, sizeOn, styled } from './runs.ts';
import { type Row, widestPiece, wrap } from './text/wrap.ts';

export const WIDEST = 96;
/** Dots between a black band and a count's box. */
const GAP_UNDER_BAND = 6;

export function layoutText(block: Extract<LetterBlock, { kind: 'text' }>, columns: number, sheet: Sheet): Line[] {
  const indent = Math.min(block.indent ?? 0, Math.floor(columns / 4));
  const margin = block.reverse ? 1 : 0;
  const room = columns - indent - 2 * margin;
  const size = block.shrinkToOneLine
    ? largestOnOneLine(block.text, sizeOn(block, sheet.narrow), room)
    : magnification(sizeOn(block, sheet.narrow), room);
  return wrap(block.text, Math.floor(room / size.width)).map((row, at, rows): Line => {
    const run = styled(row, size, block);
    const before = (sheet.rightToLeft ? 0 : indent) + margin + blankBefore(sideOf(block.align, row, sheet), room - run.columns);
    if (!block.reverse) return { runs: [...blank(before, size.height), run], tight: false };
    const after = columns - before - run.columns;
    const gap = at === rows.length - 1 ? { gap: GAP_UNDER_BAND } : {};
    return { runs: [...blank(before, size.height, true), run, ...blank(after, size.height, true)], tight: true, ...gap };
  });
}

/** Cells are one column apart, each wrapped in its width. */
export function layoutRow(block: Extract<LetterBlock, { kind: 'row' }>, columns: number, sheet: Sheet): Line[] {
  // The indent shrinks first: a row always fits at three columns per cell.
  const indent = Math.min(block.indent ?? 0, Math.floor(columns / 4), Math.max(0, columns - 3 * block.cells.length));
  const room = columns - indent;
  const cells = sheet.rightToLeft ? block.cells.toReversed() : block.cells;
  let size = wordsWhole(cells, magnification(sizeOn(block, sheet.narrow), room, 3 * cells.length), room);
  let { widths, wrapped } = cellsOf(cells, room, size.width);
  while (block.shrinkToOneLine && size.width > 1 && wrapped.some((rows) => rows.length > 1)) {
    size = size.width > 2 ? { width: size.width - 1, height: size.height - 1 } : { width: 1, height: 2 };
    ({ widths, wrapped } = cellsOf(cells, room, size.width));
  }
  const height = Math.max(0, ...wrapped.map((rows) => rows.length));

  return Array.from({ length: height }, (_, line): Line => {
    const runs: Run[] = [];
    let used = 0;
    let start = sheet.rightToLeft ? 0 : indent;
    cells.forEach((cell, at) => {
      const width = widths[at] ?? 0;
      const row = wrapped[at]?.[line];
      if (row && row.columns > 0) {
        const run = styled(row, size, block);
        const from = start + blankBefore(sideOf(cell.align, row, sheet), width - run.columns);
        runs.push(...blank(from - used, size.height), run);
        used = from + run.columns;
      }
      start += width + size.width;
    });
    return { runs, tight: false };
  });
}

function cellsOf(cells: Cell[], room: number, unit: number): { widths: number[]; wrapped: Row[][] } {
  const widths = cellWidths(cells, room, unit);
  return { widths, wrapped: cells.map((cell, at) => wrap(cell.text, Math.floor((widths[at] ?? 0) / unit))) };
}

export function layoutFacts({ texts, size = 1 }: Extract<LetterBlock, { kind: 'facts' }>, columns: number, sheet: Sheet): Line[] {
  const lines: Line[] = [];
  const facts = texts.filter((text) => text.trim() !== '');
  for (let at = 0; at < facts.length; at += 1) {
    const [text = '', secondText] = facts.slice(at);
    const unit = magnification(size, columns).width;
    const widths = [text, secondText ?? ''].map((one) => unit * oneRow(one));
    const [left = 0, right = 0] = widths;
    if (secondText === undefined || left + right + 2 * unit > columns)
      lines.push(...layoutText({ kind: 'text', text, size }, columns, sheet));
    else {
      at += 1;
      const cells: Cell[] = [
        { text, width: left > right ? 'rest' : left },
        { text: secondText, width: left > right ? right : 'rest', align: 'right' },
      ];
      lines.push(...layoutRow({ kind: 'row', size, cells }, columns, sheet));
    }
  }
  return lines;
}

/** Columns of the text on one row, else WIDEST. */
function oneRow(text: string): number {
  const rows = wrap(text, WIDEST);
  return rows.length > 1 ? WIDEST : (rows[0]?.columns ?? 0);
}

/** Shrinks the text if that keeps words whole. */
function wordsWhole(cells: Cell[], size: Magnification, room: number): Magnification {
  const breaks = (times: number): boolean =>
    cellWidths(cells, room, times).some((width, at) => widestPiece(cells[at]?.text ?? '') > Math.floor(width / times));
  if (size.width === 1 || !breaks(size.width)) return size;
  for (let times = size.width - 1; times > 1; times--) if (!breaks(times)) return { width: times, height: times };
  return breaks(1) ? size : { width: 1, height: 2 };
}

/** Fixed and `fit` cells get at most three fifths; the others share the rest. Minimum: one wide character, or one column for a mark. */
function cellWidths(cells: Cell[], room: number, unit: number): number[] {
  const least = 2 * unit;
  const free = Math.max(0, room - unit * Math.max(0, cells.length - 1));
  const taken = cells.map((cell) => {
    if (cell.width === 'rest') return 0;
    const wanted = cell.width === 'fit' ? unit * Math.max(1, ...wrap(cell.text, WIDEST).map((row) => row.columns)) : cell.width;
    const isMark = cell.width === 1 && oneRow(cell.text) === 1;
    return Math.min(Math.max(wanted, isMark ? unit : least), Math.max(least, Math.floor(free * 0.6)));
  });
  const sharing = cells.filter((cell) => cell.width === 'rest').length;
  const left = free - taken.reduce((sum, width) => sum + width, 0);
  const widths = cells.map((cell, at) => (cell.width === 'rest' ? Math.max(least, Math.floor(left / sharing)) : (taken[at] ?? least)));
  const total = widths.reduce((sum, width) => sum + width, 0);
  return total <= free ? widths : widths.map(() => Math.max(least, Math.floor(free / Math.max(1, cells.length))));
}

/** Shrinks until `least` characters fit. */
export function magnification(size: Size, room: number, least = 4): Magnification {
  if (size === 'tall') return { width: 1, height: 2 };
  let fitting: number = size;
  while (fitting > 1 && Math.floor(room / fitting) < least) fitting--;
  return { width: fitting, height: fitting };
}

function largestOnOneLine(text: string, size: Size, room: number): Magnification {
  const start = magnification(size, room);
  for (let times = start.width; times > 1; times--) {
    if (wrap(text, Math.floor(room / times)).length === 1) return { width: times, height: times };
  }
  return { width: 1, height: start.height > 1 ? 2 : 1 };
}
