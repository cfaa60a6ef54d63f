import { isRightToLeft } from '../../../contract/language.ts';
import type { Translate } from '../../../contract/words.ts';
import { bagsOf, type Order, type OrderItem, type Participant, UNASSIGNED } from '../../orders/order.ts';
import { fitting, itemRows } from '../../orders/text/fitting.ts';
import type { Block, Document } from '../layout/document.ts';
import { arranged } from './parts/arrange.ts';
import { LABELS_MOST, leftOver } from './parts/continued.ts';
import { dueTime } from './parts/due-time.ts';
import { digitsOf, dish } from './parts/item-lines.ts';
import { personName } from './parts/names-on.ts';
import { kindOf, type PrintContext, timeOn, tOn } from './parts/ticket-words.ts';

/**
 * One label per person (section 2.3, group_participants), up to LABELS_MOST; the last says how many are missing. Items without a person get
 * a label, too, so the labels add up to the order. Empty if this is no group order.
 */
export function participantLabels(order: Order, context: PrintContext): Document[] {
  return order.participants.slice(0, LABELS_MOST).flatMap((_, at) => participantLabel(order, at, context) ?? []);
}

export function participantLabel(order: Order, at: number, context: PrintContext): Document | null {
  const t = tOn(context);
  const of = bagsOf(order);
  const participant = order.participants[at];
  if (!participant) return null;
  const count = participant.lines.reduce((sum, line) => sum + line.count, 0);
  return {
    title: `Label ${at + 1} of ${of}, order ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: arranged(
      'participant-label',
      order,
      context,
      {
        order: () => [
          {
            kind: 'row',
            size: 4,
            bold: true,
            shrinkToOneLine: true,
            cells: [
              { text: order.number, width: 'rest' },
              { text: `${at + 1}/${of}`, width: 'fit', align: 'right' },
            ],
          },
        ],
        name: () => name(order, at, t),
        items: () => [...items(order, participant, t), ...leftOver(at === LABELS_MOST - 1 ? of - LABELS_MOST : 0, t)],
        kind: () => [
          {
            kind: 'facts',
            texts: [
              `${kindOf(order, t)} · ${due(order, context, t)}`,
              isAllAssigned(order) || count > 0 ? t('printout.itemsCount', { count }) : '',
            ],
          },
        ],
        venue: () => [{ kind: 'facts', texts: [context.venueName] }],
        // Identifies the bag when scanned at the pass. Letters and digits only: all keyboard layouts type those alike.
      },
      `${order.id}p${at + 1}`,
    ),
  };
}

/** False if items are unassigned: they may belong to a person without items. */
function isAllAssigned({ participants }: Order): boolean {
  return participants.every(({ name }) => name !== UNASSIGNED);
}

function name(order: Order, at: number, t: Translate): Block[] {
  const unassigned = order.participants[at]?.name === UNASSIGNED;
  const text = personName(order, at, t);
  return [
    { kind: 'text', text, size: 3, bold: true, shrinkToOneLine: true },
    ...(unassigned ? [{ kind: 'text', text: t('printout.unclaimed') } as const] : []),
  ];
}

function due(order: Order, context: PrintContext, t: Translate): string {
  const { word, at } = dueTime(order);
  return t(word, { time: at === null ? t('printout.noTime') : timeOn(at, context) });
}

function items(order: Order, participant: Participant, t: Translate): Block[] {
  const rule: Block = { kind: 'rule', weight: 'heavy' };
  if (participant.lines.length === 0) {
    if (isAllAssigned(order)) return [rule, { kind: 'text', text: t('printout.noItems'), size: 2 }];
    return [rule, { kind: 'text', text: t('printout.ownersNotGiven', { label: t('printout.notAssigned') }), size: 'tall' }];
  }
  const { shown, left } = fitting(participant.lines, ({ item }) => rowsOn(order.items[item]));
  const digits = digitsOf(shown);
  return [
    rule,
    ...shown.map(({ item: at, count }): Block => {
      const item = order.items[at];
      if (!item) return { kind: 'text', text: t('printout.itemOnScreen', { count }), size: 2, bold: true };
      return count === 0 ? shared(order, item, at, digits, t) : dish(item, { count, digits }, t);
    }),
    ...leftOver(left, t),
  ];
}

function rowsOn(item: OrderItem | undefined): number {
  return item ? itemRows(item) : 1;
}

const NAMES_MOST = 12;

/** A shared item in another person's bag, where it is counted. */
function shared(order: Order, item: OrderItem, at: number, digits: number, t: Translate): Block {
  const holders = order.participants.flatMap(({ lines }, person) =>
    lines.some((line) => line.item === at && line.count > 0) ? [personName(order, person, t)] : [],
  );
  const where = t('printout.sharedWith', { name: holders.slice(0, NAMES_MOST).join(', ') });
  return { ...dish({ ...item, options: [] }, { count: null, digits }, t), details: [{ kind: 'text', text: where, size: 'tall' }] };
}
