/** A document on paper of a given width: blocks become lines of measured runs. Pure, and never throws. */

import { displayWidth } from './display-width.ts';
import type { Align, Cell, Document, LetterBlock, Size, Style } from './document.ts';
import type { Line, Magnification, Run } from './line.ts';
import { printable } from './printable-text.ts';
import { type Row, wrap } from './wrap.ts';

export interface Paper {
  /** Characters of normal size in a line: 48 on most 80 mm printers, 32 on 58 mm. Held to 16..96. */
  columns: number;
}

const NARROWEST = 16;
const WIDEST = 96;
const NARROW_PAPER = 40;

/** Lays the document out. Every line is at most `columns` wide, whatever the text holds. */
export function layout(document: Document, paper: Paper): Line[] {
  return [...layoutPieces(document, paper)];
}

/** The same lines one after the other, as they are wanted. */
export function* layoutPieces(document: Document, paper: Paper): Generator<Line> {
  const asked = Number.isFinite(paper.columns) ? Math.floor(paper.columns) : 48;
  const columns = Math.min(WIDEST, Math.max(NARROWEST, asked));
  const sheet = { narrow: columns < NARROW_PAPER, rightToLeft: document.rightToLeft ?? false };
  for (const block of document.blocks) {
    if (block.kind === 'picture') yield { runs: [], tight: false, picture: block.picture };
    else yield* layoutBlock(block, columns, sheet);
  }
}

interface Sheet {
  /** Large letters would break every word. */
  narrow: boolean;
  rightToLeft: boolean;
}

function layoutBlock(block: LetterBlock, columns: number, sheet: Sheet): Line[] {
  switch (block.kind) {
    case 'text':
      return layoutText(block, columns, sheet);
    case 'row':
      return layoutRow(block, columns, sheet);
    case 'rule':
      return [{ runs: [plain((block.weight === 'heavy' ? '═' : '─').repeat(columns), columns)], tight: false }];
    case 'ruler': {
      const marks = Array.from({ length: columns }, (_, at) => ((at + 1) % 10 === 0 ? String((at + 1) / 10) : '.'));
      return [
        { runs: [plain(marks.join(''), columns)], tight: false },
        { runs: [plain(`${columns} columns`, String(columns).length + 8)], tight: false },
      ];
    }
    case 'feed':
      return Array.from({ length: Math.min(20, Math.max(0, block.lines)) }, () => ({ runs: [], tight: false }));
    case 'box':
      return layoutBox(block, columns, sheet);
  }
}

function layoutText(block: Extract<LetterBlock, { kind: 'text' }>, columns: number, sheet: Sheet): Line[] {
  const indent = Math.min(block.indent ?? 0, Math.floor(columns / 4));
  const margin = block.reverse ? 1 : 0;
  const room = columns - indent - 2 * margin;
  const size = block.shrinkToOneLine
    ? largestOnOneLine(block.text, sizeOn(block, sheet.narrow), room)
    : magnification(sizeOn(block, sheet.narrow), room);
  return wrap(block.text, Math.floor(room / size.width)).map((row): Line => {
    const run = styled(row, size, block);
    const before = (sheet.rightToLeft ? 0 : indent) + margin + blankBefore(sideOf(block.align, row, sheet), room - run.columns);
    if (!block.reverse) return { runs: [...blank(before, size.height), run], tight: false };
    const after = columns - before - run.columns;
    return { runs: [...blank(before, size.height, true), run, ...blank(after, size.height, true)], tight: true };
  });
}

/** Cells side by side, each wrapped in its own width, one column apart; from the right edge where the paper reads from there. */
function layoutRow(block: Extract<LetterBlock, { kind: 'row' }>, columns: number, sheet: Sheet): Line[] {
  // At three columns a cell the row always fits; the indent gives way first.
  const indent = Math.min(block.indent ?? 0, Math.floor(columns / 4), Math.max(0, columns - 3 * block.cells.length));
  const room = columns - indent;
  const cells = sheet.rightToLeft ? block.cells.toReversed() : block.cells;
  const size = wordsWhole(cells, magnification(sizeOn(block, sheet.narrow), room, 3 * cells.length), room);
  const widths = cellWidths(cells, room, size.width);
  const wrapped = cells.map((cell, at) => wrap(cell.text, Math.floor((widths[at] ?? 0) / size.width)));
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

/** The size, made smaller where it would break a word that is whole at a smaller one: "margherit-a" is read twice. */
function wordsWhole(cells: Cell[], size: Magnification, room: number): Magnification {
  const breaks = (times: number): boolean =>
    cellWidths(cells, room, times).some((width, at) => longestWord(cells[at]?.text ?? '') > Math.floor(width / times));
  if (size.width === 1 || !breaks(size.width)) return size;
  for (let times = size.width - 1; times > 1; times--) if (!breaks(times)) return { width: times, height: times };
  return breaks(1) ? size : { width: 1, height: 2 };
}

/** In columns. Ideographs break anywhere and are no word. */
function longestWord(text: string): number {
  const words = text.match(/[\p{L}\p{M}\p{N}.]+/gu) ?? [];
  return words.reduce((longest, word) => (WIDE.test(word) ? longest : Math.max(longest, displayWidth(printable(word)))), 0);
}

const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

/** Fixed and fitting cells take theirs (no more than three fifths of the room), the others share the rest; none falls below one wide character. */
function cellWidths(cells: Cell[], room: number, unit: number): number[] {
  const least = 2 * unit;
  const free = Math.max(0, room - unit * Math.max(0, cells.length - 1));
  const taken = cells.map((cell) => {
    if (cell.width === 'rest') return 0;
    const wanted = cell.width === 'fit' ? unit * Math.max(1, ...wrap(cell.text, WIDEST).map((row) => row.columns)) : cell.width;
    return Math.min(Math.max(wanted, least), Math.max(least, Math.floor(free * 0.6)));
  });
  const sharing = cells.filter((cell) => cell.width === 'rest').length;
  const left = free - taken.reduce((sum, width) => sum + width, 0);
  const widths = cells.map((cell, at) => (cell.width === 'rest' ? Math.max(least, Math.floor(left / sharing)) : (taken[at] ?? least)));
  const total = widths.reduce((sum, width) => sum + width, 0);
  return total <= free ? widths : widths.map(() => Math.max(least, Math.floor(free / Math.max(1, cells.length))));
}

/** A double frame with its title in the upper edge; inside, the blocks in what room the frame leaves. */
function layoutBox(block: Extract<LetterBlock, { kind: 'box' }>, columns: number, sheet: Sheet): Line[] {
  const inner = columns - 4;
  const [title] = wrap(block.title, inner - 2);
  const titled = title !== undefined && title.columns > 0;
  // The title is a run of its own: a stray accent at its start must not join the blank before it.
  const rest = '═'.repeat(titled ? inner - 1 - title.columns : 0);
  const sides = sheet.rightToLeft ? [`╔${rest} `, ' ═╗'] : ['╔═ ', ` ${rest}╗`];
  const [before = '', after = ''] = sides;
  const upperEdge: Run[] = titled
    ? [plain(before, before.length), plain(title.text, title.columns), plain(after, after.length)]
    : [plain(`╔${'═'.repeat(columns - 2)}╗`, columns)];
  const content = block.blocks.flatMap((inside) => layoutBlock(inside, inner, sheet));
  return [
    { runs: upperEdge.map((run) => ({ ...run, bold: true })), tight: true },
    ...content.map((line): Line => {
      const height = Math.max(1, ...line.runs.map((run) => run.height));
      const used = line.runs.reduce((sum, run) => sum + run.columns, 0);
      const edge: Run = { ...plain('║', 1), height, bold: true };
      return { runs: [edge, ...blank(1, height), ...line.runs, ...blank(inner - used + 1, height), edge], tight: true };
    }),
    { runs: [{ ...plain(`╚${'═'.repeat(columns - 2)}╝`, columns), bold: true }], tight: false },
  ];
}

function sizeOn(style: Style, narrow: boolean): Size {
  return (narrow ? style.sizeOnNarrowPaper : undefined) ?? style.size ?? 1;
}

/** The size, made smaller until at least `least` characters fit beside each other. */
function magnification(size: Size, room: number, least = 4): Magnification {
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

function blankBefore(align: Align, left: number): number {
  if (align === 'left') return 0;
  return Math.max(0, align === 'right' ? left : Math.floor(left / 2));
}

/** Where text or paper runs from right to left, its natural side is the other one. */
function sideOf(align: Align | undefined, row: Row, sheet: Sheet): Align {
  if (align === 'center') return align;
  const usual = align ?? 'left';
  if (!(row.rightToLeft || sheet.rightToLeft)) return usual;
  return usual === 'left' ? 'right' : 'left';
}

function styled(row: Row, size: Magnification, style: Style): Run {
  const { bold = false, reverse = false } = style;
  return { text: row.text, columns: row.columns * size.width, ...size, bold, reverse, rightToLeft: row.rightToLeft };
}

function plain(text: string, columns: number): Run {
  return { text: printable(text), columns, width: 1, height: 1, bold: false, reverse: false, rightToLeft: false };
}

function blank(columns: number, height: number, reverse = false): Run[] {
  return columns > 0 ? [{ ...plain(' '.repeat(columns), columns), height, reverse }] : [];
}
