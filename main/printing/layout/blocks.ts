/** Blocks that several papers are made of. */
import type { LetterBlock } from './document.ts';

/** A line in the middle; larger ones are bold and shrink rather than break. */
export function centred(text: string, size: 1 | 2 | 3): LetterBlock {
  return { kind: 'text', text, size, bold: size > 1, align: 'center', shrinkToOneLine: size > 1 };
}

/** What it is at the left, how much at the right edge. */
export function valueRow(label: string, value: string, size: 1 | 'tall' = 1, bold = size === 'tall'): LetterBlock {
  return {
    kind: 'row',
    size,
    bold,
    cells: [
      { text: label, width: 'rest' },
      { text: value, width: 'fit', align: 'right' },
    ],
  };
}

/** How many or what at the left, and as much as it takes beside it. */
export function listRow(left: string, right: string, size: 1 | 'tall'): LetterBlock {
  return {
    kind: 'row',
    size,
    bold: size === 'tall',
    cells: [
      { text: left, width: 'fit' },
      { text: right, width: 'rest' },
    ],
  };
}
