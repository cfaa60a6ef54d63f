/** Short tickets for an order that the kitchen knows. No template changes them, for safety. */
import { isRightToLeft } from '../../../contract/language.ts';
import type { Translate } from '../../../contract/words.ts';
import type { ItemChange } from '../../orders/changes.ts';
import { type Order, type OrderItem, piecesOf } from '../../orders/order.ts';
import { fitting, itemRows } from '../../orders/text/fitting.ts';
import { rowsOf } from '../../orders/text/short-order.ts';
import { centred } from '../layout/blocks.ts';
import type { Block, Document } from '../layout/document.ts';
import { leftOver } from './parts/continued.ts';
import { digitsOf, dish, dishName } from './parts/item-lines.ts';
import { marked } from './parts/marks.ts';
import { dateAndTime, kindOf, momentOf, type PrintContext, timeOn, tOn } from './parts/ticket-words.ts';

/** Only the changes: the kitchen has the first ticket. */
export function changeTicket(order: Order, changes: readonly ItemChange[], context: PrintContext): Document {
  const t = tOn(context);
  const { shown, left } = fitting(changes, ({ before, after }) => [before, after].reduce((sum, one) => sum + (one ? itemRows(one) : 1), 0));
  const digits = digitsOf(shown.flatMap(({ before, after }) => after ?? before ?? []));
  return slip(order, context, t('printout.changeTicket'), [
    { kind: 'text', text: t('printout.changeIntro'), align: 'center' },
    { kind: 'rule', weight: 'heavy' },
    ...shown.flatMap((change) => changeLines(change, digits, t)),
    ...leftOver(left, t),
  ]);
}

export function stopTicket(order: Order, context: PrintContext): Document {
  const t = tOn(context);
  const count = piecesOf(order);
  const { shown, left } = fitting(order.items, ({ name }) => rowsOf(name ?? ''));
  return slip(order, context, t('printout.stopTicket'), [
    { kind: 'text', text: t('printout.cancelled'), size: 3, bold: true, align: 'center', shrinkToOneLine: true },
    { kind: 'text', text: t('printout.doNotMakeIt'), bold: true, align: 'center' },
    { kind: 'rule', weight: 'heavy' },
    ...shown.map((item) => dishName(item, digitsOf(shown), t)),
    ...leftOver(left + (order.left?.items ?? 0), t),
    { kind: 'rule', weight: 'heavy' },
    { kind: 'text', text: t('printout.itemsCount', { count }), size: 2, bold: true, shrinkToOneLine: true },
  ]);
}

export function unansweredTicket(order: Order, context: PrintContext, answerBy: string | null, isAbout = false): Document {
  const t = tOn(context);
  const count = piecesOf(order);
  return slip(order, context, t('printout.unansweredOrder'), [
    ...(answerBy === null
      ? []
      : [
          {
            kind: 'text',
            text: t(isAbout ? 'printout.answerByAbout' : 'printout.answerBy', { time: timeOn(answerBy, context) }),
            bold: true,
            align: 'center',
          } as const,
        ]),
    { kind: 'rule', weight: 'heavy' },
    ...(order.items.length === 0 && order.readable === 'part'
      ? [centred(t('printout.checkScreen'), 2)]
      : [centred(kindOf(order, t), 2), { kind: 'text', text: t('printout.itemsCount', { count }), align: 'center' } as const]),
  ]);
}

/** Lets the kitchen plan; the ticket follows when preparation starts. */
export function preorderTicket(order: Order, context: PrintContext): Document {
  const t = tOn(context);
  const chosen = order.preOrder?.time ?? null;
  const moment = chosen === null ? null : momentOf(chosen, context);
  const { shown, left } = fitting(order.items, itemRows);
  return slip(order, context, t('printout.preorder'), [
    ...(moment?.day ? [centred(moment.day, 2)] : []),
    centred(t('printout.forTime', { time: moment?.clock ?? t('printout.noTime') }), 3),
    centred(t('printout.notYet'), 1),
    { kind: 'rule', weight: 'heavy' },
    ...shown.map((item) => dish(item, { count: item.count, digits: digitsOf(shown) }, t)),
    ...leftOver(left + (order.left?.items ?? 0), t),
  ]);
}

function changeLines({ kind, before, after }: ItemChange, digits: number, t: Translate): Block[] {
  const made = (words: string, item: OrderItem): Block[] => [band(words), dish(item, { count: item.count, digits }, t)];
  if (before !== null && after === null) return made(t('printout.doNotMake'), before);
  if (after === null) return [];
  if (before === null) return made(t('printout.makeAlso'), after);
  if (kind === 'options') return made(t('printout.makeDifferently'), after);
  return made(t('printout.nowNot', { now: amountOf(after), before: amountOf(before) }), after);
}

function amountOf({ count, weightGrams }: OrderItem): string {
  return weightGrams === null ? `${count}×` : `${count}× ${weightGrams} g`;
}

function slip(order: Order, context: PrintContext, title: string, blocks: Block[]): Document {
  const printed = tOn(context)('printout.printedAt', { time: dateAndTime(context.printedAt, context) });
  return {
    title: `${title} ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: marked(
      [
        { kind: 'text', text: title, size: 4, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
        { kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true },
        ...blocks,
        { kind: 'facts', texts: [context.venueName, printed] },
      ],
      context,
    ),
  };
}

function band(text: string): Block {
  return { kind: 'text', text, size: 2, bold: true, reverse: true, shrinkToOneLine: true };
}
