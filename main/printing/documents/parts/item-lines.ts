import type { Translate } from '../../../../contract/words.ts';
import { allergiesInChoice } from '../../../orders/allergies/allergies-in.ts';
import type { ItemOption, OrderItem } from '../../../orders/order.ts';
import { fittingOptions } from '../../../orders/text/fitting.ts';
import type { ItemBlock, LetterBlock, Size } from '../../layout/document.ts';
import { allergyLine } from './allergy-line.ts';
import { leftOver } from './continued.ts';
import { itemName } from './names-on.ts';

interface Shown {
  /** Null if another printout counts it. */
  count: number | null;
  digits: number;
  who?: string | null;
}

export function dish(item: OrderItem, shown: Shown, t: Translate): ItemBlock {
  const options = fittingOptions(item.options);
  const details: LetterBlock[] = [
    ...allergyLine(
      item.options.flatMap(({ group, value }) => allergiesInChoice(group, value)),
      t,
      true,
    ),
    ...options.shown.map((option) => detail('+', optionText(option))),
    ...leftOver(options.left + (item.left?.options ?? 0), t),
    ...(item.weightGrams === null ? [] : [detail('·', `${item.weightGrams} g`)]),
    ...(item.sku === null ? [] : [detail('·', `SKU ${item.sku}`, 1)]),
  ];
  return { kind: 'item', ...shown, name: itemName(item, t), size: 2, bold: true, details };
}

export function dishName(item: OrderItem, digits: number, t: Translate): ItemBlock {
  return counted(item.count, itemName(item, t), digits);
}

export function counted(count: number, name: string, digits: number): ItemBlock {
  return { kind: 'item', count, digits, name, size: 'tall', details: [] };
}

export function digitsOf(counted: readonly { count: number }[]): number {
  return Math.max(1, ...counted.map(({ count }) => String(count).length));
}

export function detail(mark: string, text: string, size: Size = 'tall'): LetterBlock {
  return {
    kind: 'row',
    size,
    cells: [
      { text: mark, width: 1 },
      { text, width: 'rest' },
    ],
  };
}

function optionText(option: ItemOption): string {
  const value = option.count === 1 ? option.value : `${option.count}× ${option.value}`;
  return [option.group, value].filter((part) => part.trim() !== '').join(': ');
}
