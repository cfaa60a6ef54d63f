/** Labels of a group order: one for each person, to stick on their bag. */
import { isRightToLeft } from '../../preload/language.ts';
import { type Order, type Participant, UNASSIGNED } from '../orders/order.ts';
import { arranged } from './arrange.ts';
import { valueRow } from './blocks.ts';
import type { Block, Document } from './document.ts';
import { itemLines } from './item-lines.ts';
import type { Say } from './paper-words.ts';
import { kindOf, type PrintContext, sayOn } from './ticket-words.ts';

/**
 * One label for each participant, in the order's own sequence, with the lines that are theirs (section 2.3,
 * group_participants). Lines nobody claimed have a label too, so the labelled counts add up to the items' counts.
 * Empty when this is no group order.
 */
export function participantLabels(order: Order, context: PrintContext): Document[] {
  const say = sayOn(context);
  const of = order.participants.length;
  return order.participants.map((participant, at): Document => {
    const count = participant.lines.reduce((sum, line) => sum + line.count, 0);
    return {
      title: `Label ${at + 1} of ${of}, order ${order.number}`,
      rightToLeft: isRightToLeft(context.template.language),
      blocks: arranged(
        'participant-label',
        order,
        context,
        {
          name: () => name(participant, say),
          order: () => [
            { kind: 'rule', weight: 'heavy' },
            {
              kind: 'row',
              size: 2,
              bold: true,
              cells: [
                { text: order.number, width: 'rest' },
                { text: say('number-of', { number: at + 1, of }), width: 'fit', align: 'right' },
              ],
            },
            { kind: 'rule', weight: 'heavy' },
          ],
          items: () => items(order, participant, say),
          kind: () => [
            { kind: 'rule', weight: 'light' },
            valueRow(kindOf(order, say), isAllTold(order) || count > 0 ? say('items-count', { count }) : ''),
          ],
          venue: () => [{ kind: 'text', text: context.venueName }],
          // Scanned at the pass: whose bag is in. Letters and digits only, which every keyboard layout types alike.
        },
        `${order.id}p${at + 1}`,
      ),
    };
  });
}

/** Where something is nobody's, it may be of somebody who seems to have nothing. */
function isAllTold({ participants }: Order): boolean {
  return participants.every(({ name }) => name !== UNASSIGNED);
}

function name(participant: Participant, say: Say): Block[] {
  const unassigned = participant.name === UNASSIGNED;
  const text = unassigned ? say('not-assigned') : participant.name;
  return [
    { kind: 'text', text, size: 4, bold: true, align: 'center', shrinkToOneLine: true },
    ...(unassigned ? [{ kind: 'text', text: say('nobody-claimed'), align: 'center' } as const] : []),
  ];
}

function items(order: Order, participant: Participant, say: Say): Block[] {
  if (participant.lines.length === 0) {
    if (isAllTold(order)) return [{ kind: 'text', text: say('no-items'), size: 2, align: 'center' }];
    return [{ kind: 'text', text: say('whose-not-told', { label: say('not-assigned') }), size: 'tall', align: 'center' }];
  }
  return participant.lines.flatMap((line): Block[] => {
    const item = order.items[line.item];
    if (!item) return [{ kind: 'text', text: say('item-on-screen', { count: line.count }), size: 2, bold: true }];
    return line.count === 0 ? shared(order, line.item, say) : itemLines(item, line.count, null);
  });
}

/** It is in somebody else's bag, and counted there. */
function shared({ items, participants }: Order, at: number, say: Say): Block[] {
  const holders = participants.filter(({ lines }) => lines.some(({ item, count }) => item === at && count > 0)).map(({ name }) => name);
  return [
    { kind: 'text', text: items[at]?.name ?? '', size: 'tall', bold: true },
    { kind: 'text', text: say('shared-with', { name: holders.join(', ') }), bold: true, indent: 2 },
  ];
}
