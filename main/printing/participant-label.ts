/** Labels of a group order: one for each person, to stick on their bag. */
import { type Order, UNASSIGNED } from '../orders/order.ts';
import type { Block, Document } from './document.ts';
import { itemLines } from './item-lines.ts';
import { kindOf, marks, type PrintContext } from './ticket-words.ts';

/**
 * One label for each participant, in the order's own sequence, with the lines that are theirs (section 2.3,
 * group_participants). Lines nobody claimed have a label too, so the labelled counts add up to the items' counts.
 * Empty when this is no group order.
 */
export function participantLabels(order: Order, context: PrintContext): Document[] {
  return order.participants.map((participant, at): Document => {
    const unassigned = participant.name === UNASSIGNED;
    const count = participant.lines.reduce((sum, line) => sum + line.count, 0);
    return {
      title: `Label ${at + 1} of ${order.participants.length}, order ${order.number}`,
      blocks: [
        ...marks(context),
        { kind: 'text', text: unassigned ? 'NOT ASSIGNED' : participant.name, size: 4, bold: true, align: 'center', shrinkToOneLine: true },
        ...(unassigned ? [{ kind: 'text', text: 'Nobody claimed these items. Ask before you pack.', align: 'center' } as const] : []),
        { kind: 'rule', weight: 'heavy' },
        {
          kind: 'row',
          size: 2,
          bold: true,
          cells: [
            { text: order.number, width: 'rest' },
            { text: `${at + 1} of ${order.participants.length}`, width: 'fit', align: 'right' },
          ],
        },
        { kind: 'rule', weight: 'heavy' },
        ...participant.lines.flatMap((line): Block[] => {
          const item = order.items[line.item];
          return item ? itemLines(item, line.count, null) : [{ kind: 'text', text: `${line.count}× see the screen`, size: 2, bold: true }];
        }),
        ...(participant.lines.length === 0 ? [{ kind: 'text', text: 'No items', size: 2, align: 'center' } as const] : []),
        { kind: 'rule', weight: 'light' },
        { kind: 'text', text: context.venueName },
        {
          kind: 'row',
          cells: [
            { text: kindOf(order), width: 'rest' },
            { text: count === 1 ? '1 item' : `${count} items`, width: 'fit', align: 'right' },
          ],
        },
        ...marks(context),
      ],
    };
  });
}
