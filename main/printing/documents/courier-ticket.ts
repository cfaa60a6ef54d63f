/** A ticket for the bag, with what the courier needs. */
import { isRightToLeft } from '../../../contract/language.ts';
import type { Translate } from '../../../contract/words.ts';
import { type Order, piecesOf } from '../../orders/order.ts';
import { fitting } from '../../orders/text/fitting.ts';
import { rowsOf } from '../../orders/text/short-order.ts';
import { centred } from '../layout/blocks.ts';
import type { Block, Document } from '../layout/document.ts';
import { arranged } from './parts/arrange.ts';
import { cashBox } from './parts/cash-box.ts';
import { leftOver } from './parts/continued.ts';
import { dueTime } from './parts/due-time.ts';
import { digitsOf, dishName } from './parts/item-lines.ts';
import { kindOf, type PrintContext, timeOn, tOn } from './parts/ticket-words.ts';

export function courierTicket(order: Order, context: PrintContext): Document {
  const t = tOn(context);
  const count = piecesOf(order);
  return {
    title: `Courier ticket ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: arranged('courier-slip', order, context, {
      kind: () => [{ kind: 'text', text: kindOf(order, t), size: 4, bold: true, reverse: true, align: 'center', shrinkToOneLine: true }],
      number: () => [{ kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true }],
      customer: () => (order.consumer.name === null ? [] : [centred(order.consumer.name, 3)]),
      due: () => due(order, context, t),
      address: () => address(order, t),
      'no-contact': () => (order.noContact ? [centred(t('printout.noContact'), 2)] : []),
      cash: () => cashBox(order, t, context.currencyDigits),
      items: () => items(order, t),
      total: () => [
        { kind: 'rule', weight: 'heavy' },
        { kind: 'text', text: t('printout.itemsTotal', { count }), size: 2, bold: true, shrinkToOneLine: true },
      ],
      venue: () => [{ kind: 'facts', texts: [context.venueName] }],
    }),
  };
}

/** Same time as on the kitchen ticket, so printouts never disagree. */
function due(order: Order, context: PrintContext, t: Translate): Block[] {
  const { word, at } = dueTime(order);
  const time = at === null ? t('printout.noTime') : timeOn(at, context);
  return [centred(t(word, { time }), 2), { kind: 'rule', weight: 'heavy' }];
}

function items(order: Order, t: Translate): Block[] {
  const { shown, left } = fitting(order.items, ({ name }) => rowsOf(name ?? ''));
  const digits = digitsOf(shown);
  return [
    ...shown.map((item) => dishName(item, digits, t)),
    ...leftOver(left + (order.left?.items ?? 0), t),
    // The list is incomplete: staff must check the screen.
    ...(order.readable === 'all' ? [] : [centred(t('printout.checkScreen'), 1)]),
  ];
}

function address({ delivery: { address, selfDelivery }, consumer: { phone } }: Order, t: Translate): Block[] {
  if (!selfDelivery) return [];
  const lines = [address, phone === null ? null : t('printout.phone', { phone })].filter((line) => line !== null);
  return lines.map((text): Block => ({ kind: 'text', text, size: 'tall', bold: true }));
}
