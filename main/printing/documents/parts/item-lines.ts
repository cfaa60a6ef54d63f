/** One item on paper: a big count and name, its options beneath. Tickets and labels draw items alike. */

import type { ItemOption, OrderItem } from '../../../orders/order.ts';
import { fittingOptions } from '../../../orders/text/fitting.ts';
import type { LetterBlock } from '../../layout/document.ts';
import type { Say } from '../../paper-words.ts';
import { leftOver } from './continued.ts';
import { itemName } from './names-on.ts';

/** `count` is how many of the line this paper speaks of; `forWhom` is a line such as "for Aino K", or null. */
export function itemLines(item: OrderItem, count: number, forWhom: string | null, say: Say): LetterBlock[] {
  const options = fittingOptions(item.options);
  return [
    {
      kind: 'row',
      size: 2,
      bold: true,
      cells: [
        { text: `${count}×`, width: 'fit' },
        { text: itemName(item, say), width: 'rest' },
      ],
    },
    ...(forWhom === null ? [] : [detail(forWhom, '»')]),
    ...options.shown.map(
      (option): LetterBlock => ({
        kind: 'row',
        size: 'tall',
        bold: true,
        indent: INDENT,
        cells: [
          { text: '+', width: 'fit' },
          { text: optionText(option), width: 'rest' },
        ],
      }),
    ),
    ...leftOver(options.left, say),
    ...(item.weightGrams === null ? [] : [detail(`${item.weightGrams} g`, '·')]),
    ...(item.sku === null ? [] : [detail(`SKU ${item.sku}`, '·')]),
  ];
}

const INDENT = 4;

function detail(text: string, mark: string): LetterBlock {
  return {
    kind: 'row',
    bold: true,
    indent: INDENT,
    cells: [
      { text: mark, width: 'fit' },
      { text, width: 'rest' },
    ],
  };
}

/** "Size: Family", "Extra topping: 2× Mozzarella"; a group or value without a name is left out. */
function optionText(option: ItemOption): string {
  const value = option.count === 1 ? option.value : `${option.count}× ${option.value}`;
  return [option.group, value].filter((part) => part.trim() !== '').join(': ');
}
