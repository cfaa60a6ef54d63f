import type { ItemBlock, LetterBlock } from './document.ts';
import type { Line, Magnification, Run } from './line.ts';
import { blank, plain, type Sheet, sizeOn } from './runs.ts';
import { printable } from './text/printable-text.ts';
import { wrap } from './text/wrap.ts';
import { layoutRow, layoutText, magnification } from './texts-and-rows.ts';

/** Dots under a dish, so that the boxes of two counts don't join. */
const GAP_UNDER = 10;
/** Columns between a dish and its person. */
const GAP_BEFORE_WHO = 2;

export function layoutItem(
  item: ItemBlock,
  columns: number,
  sheet: Sheet,
  inside: (block: LetterBlock, columns: number) => Line[],
): Line[] {
  const size = magnification(sizeOn(item, sheet.narrow), columns);
  const column = 2 + Math.max(item.digits, String(item.count ?? '').length) * size.width;
  const room = columns - column - (size.width > 1 ? 2 : 1);
  // No room for a name: the count becomes part of it.
  if (room < columns / 2)
    return layoutItem({ ...item, count: null, digits: 0, name: `${item.count} ${item.name}` }, columns, sheet, inside);
  const lines = withWho([...heading(item, room, sheet), ...item.details.flatMap((block) => inside(block, room))], item, room, sheet);
  return lines.map((line, at): Line => {
    const runs = besideCount(at === 0 ? countOf(item, column, size, line) : [], line, { column, room, columns }, sheet);
    return { runs, tight: line.tight, ...(at === lines.length - 1 ? { gap: GAP_UNDER } : {}) };
  });
}

function heading({ name, amount, size, sizeOnNarrowPaper, bold }: ItemBlock, room: number, sheet: Sheet): Line[] {
  const style = { ...(size ? { size } : {}), ...(sizeOnNarrowPaper ? { sizeOnNarrowPaper } : {}), bold: bold ?? false };
  const rest = amount === undefined ? [] : [{ text: amount, width: 'fit', align: 'right' } as const];
  const lines = layoutRow({ kind: 'row', ...style, cells: [{ text: name, width: 'rest' }, ...rest] }, room, sheet);
  return lines.length > 0 ? lines : [{ runs: [], tight: false }];
}

function countOf({ count }: ItemBlock, column: number, asked: Magnification, line: Line): Run[] {
  if (count === null) return [];
  // The count shrinks only if the name did.
  const name = line.runs.reduce<Magnification>((tallest, run) => (run.height > tallest.height ? run : tallest), { width: 1, height: 1 });
  const size = name.height >= asked.height ? asked : { width: Math.min(asked.width, name.width), height: name.height };
  const reverse = count > 1;
  const text = printable(String(count));
  const digits: Run = { ...plain(text, text.length * size.width), ...size, bold: true, reverse };
  const edge = blank(1, size.height, reverse);
  return [...blank(column - 2 - digits.columns, size.height), ...edge, digits, ...edge];
}

interface Places {
  column: number;
  room: number;
  columns: number;
}

/** Puts the count on the side where reading starts. */
function besideCount(count: Run[], { runs }: Line, { column, room, columns }: Places, sheet: Sheet): Run[] {
  const height = Math.max(1, ...runs.map((run) => run.height));
  const gap = columns - room - column;
  if (!sheet.rightToLeft)
    return count.length === 0 ? [...blank(column + gap, height), ...runs] : [...count, ...blank(gap, height), ...runs];
  return count.length === 0 ? runs : [...runs, ...blank(room - widthOf(runs) + gap, height), ...count];
}

function withWho(lines: Line[], { who, size }: ItemBlock, room: number, sheet: Sheet): Line[] {
  const [row, ...more] = who === undefined || who === null || who.trim() === '' ? [] : wrap(who, room);
  if (!row || row.columns === 0) return lines;
  const whose: Magnification = { width: 1, height: size === undefined || size === 1 ? 1 : 2 };
  const last = lines.at(-1);
  const free = last && more.length === 0 ? freeOn(last, room, sheet) : 0;
  if (!last || free < row.columns + GAP_BEFORE_WHO) {
    const style = { size: whose.height === 1 ? 1 : 'tall', align: 'right' } as const;
    return [...lines, ...layoutText({ kind: 'text', text: who ?? '', ...style }, room, sheet)];
  }
  const name: Run = { ...plain(row.text, row.columns), ...whose, rightToLeft: row.rightToLeft };
  const between = blank(free - row.columns, whose.height);
  const runs = sheet.rightToLeft ? [name, ...between, ...last.runs.slice(isBlank(last.runs[0]) ? 1 : 0)] : [...last.runs, ...between, name];
  return [...lines.slice(0, -1), { ...last, runs }];
}

/** Free columns at a line's end (left if reading from the right). */
function freeOn({ runs }: Line, room: number, sheet: Sheet): number {
  if (runs.some(({ reverse }) => reverse)) return 0;
  if (!sheet.rightToLeft) return room - widthOf(runs);
  return isBlank(runs[0]) ? (runs[0]?.columns ?? 0) : 0;
}

function isBlank(run: Run | undefined): boolean {
  return run !== undefined && run.text.trim() === '';
}

function widthOf(runs: Run[]): number {
  return runs.reduce((sum, run) => sum + run.columns, 0);
}
