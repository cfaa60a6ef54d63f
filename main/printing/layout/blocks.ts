import type { LetterBlock } from './document.ts';

type RowBlock = Extract<LetterBlock, { kind: 'row' }>;

export function centred(text: string, size: 1 | 2 | 3): LetterBlock {
  return { kind: 'text', text, size, bold: size > 1, align: 'center', shrinkToOneLine: size > 1 };
}

export function valueRow(label: string, value: string, size: 1 | 2 | 'tall' = 1, bold = size !== 1): RowBlock {
  return {
    kind: 'row',
    size,
    bold,
    shrinkToOneLine: size === 2,
    cells: [
      { text: label, width: 'rest' },
      { text: value, width: 'fit', align: 'right' },
    ],
  };
}
