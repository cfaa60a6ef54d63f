/** Blocks that several papers are made of. */
import type { Block } from './document.ts';

/** A line in the middle; larger ones are bold and shrink rather than break. */
export function centred(text: string, size: 1 | 2 | 3): Block {
  return { kind: 'text', text, size, bold: size > 1, align: 'center', shrinkToOneLine: size > 1 };
}

/** What it is at the left, how much at the right edge. */
export function valueRow(label: string, value: string, size: 1 | 'tall' = 1, bold = size === 'tall'): Block {
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
