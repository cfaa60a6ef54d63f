/** Lays out a document for a paper width. Pure, never throws. */

import type { Document, LetterBlock } from './document.ts';
import { layoutItem } from './item.ts';
import type { Line, Run } from './line.ts';
import { blank, plain, type Sheet } from './runs.ts';
import { type Row, wrap } from './text/wrap.ts';
import { layoutFacts, layoutRow, layoutText, WIDEST } from './texts-and-rows.ts';

export interface Paper {
  /** Normal-size, per line: 48 on most 80 mm printers, 32 on 58 mm. Clamped to 16..96. */
  columns: number;
}

const NARROWEST = 16;
const NARROW_PAPER = 40;

/** No line is wider than `columns`. */
export function layout(document: Document, paper: Paper): Line[] {
  return [...layoutPieces(document, paper)];
}

export function* layoutPieces(document: Document, paper: Paper): Generator<Line> {
  const asked = Number.isFinite(paper.columns) ? Math.floor(paper.columns) : 48;
  const columns = Math.min(WIDEST, Math.max(NARROWEST, asked));
  const sheet = { narrow: columns < NARROW_PAPER, rightToLeft: document.rightToLeft ?? false };
  for (const block of document.blocks) {
    if (block.kind === 'picture') yield { runs: [], tight: false, picture: block.picture };
    else yield* layoutBlock(block, columns, sheet);
  }
}

function layoutBlock(block: LetterBlock, columns: number, sheet: Sheet): Line[] {
  switch (block.kind) {
    case 'text':
      return layoutText(block, columns, sheet);
    case 'row':
      return layoutRow(block, columns, sheet);
    case 'item':
      return layoutItem(block, columns, sheet, (detail, room) => layoutBlock(detail, room, sheet));
    case 'facts':
      return layoutFacts(block, columns, sheet);
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

/** A frame with the title in its upper edge, or inside if too long. */
function layoutBox(block: Extract<LetterBlock, { kind: 'box' }>, columns: number, sheet: Sheet): Line[] {
  const inner = columns - 4;
  const [title, ...more] = wrap(block.title, inner - 2);
  const onEdge = title !== undefined && title.columns > 0 && more.length === 0 ? title : null;
  const content = [...(onEdge === null ? asText(block.title) : []), ...block.blocks].flatMap((inside) => layoutBlock(inside, inner, sheet));
  return [
    { runs: upperEdge(onEdge, columns, sheet).map((run) => ({ ...run, bold: true })), tight: true },
    ...content.map((line): Line => {
      const height = Math.max(1, ...line.runs.map((run) => run.height));
      const used = line.runs.reduce((sum, run) => sum + run.columns, 0);
      const edge: Run = { ...plain('║', 1), height, bold: true };
      return { runs: [edge, ...blank(1, height), ...line.runs, ...blank(inner - used + 1, height), edge], tight: true };
    }),
    { runs: [{ ...plain(`╚${'═'.repeat(columns - 2)}╝`, columns), bold: true }], tight: false },
  ];
}

function asText(title: string): LetterBlock[] {
  return title.trim() === '' ? [] : [{ kind: 'text', text: title, bold: true }];
}

/** The title is its own run: a leading combining mark must not join the blank before it. */
function upperEdge(title: Row | null, columns: number, sheet: Sheet): Run[] {
  if (title === null) return [plain(`╔${'═'.repeat(columns - 2)}╗`, columns)];
  const rest = '═'.repeat(columns - 5 - title.columns);
  const [before, after] = sheet.rightToLeft ? [`╔${rest} `, ' ═╗'] : ['╔═ ', ` ${rest}╗`];
  return [plain(before, before.length), plain(title.text, title.columns), plain(after, after.length)];
}
