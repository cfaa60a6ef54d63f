/** The ticket shows what to make and by when, readable from a meter away. */
import { isRightToLeft } from '../../../contract/language.ts';
import type { Translate } from '../../../contract/words.ts';
import { allergiesIn } from '../../orders/allergies/allergies-in.ts';
import { type Order, peopleOf, piecesOf } from '../../orders/order.ts';
import { fitting, itemRows } from '../../orders/text/fitting.ts';
import { centred } from '../layout/blocks.ts';
import type { Block, Document } from '../layout/document.ts';
import { allergyLine } from './parts/allergy-line.ts';
import { arranged } from './parts/arrange.ts';
import { cashBox } from './parts/cash-box.ts';
import { leftOver } from './parts/continued.ts';
import { dueTime } from './parts/due-time.ts';
import { digitsOf, dish } from './parts/item-lines.ts';
import { personName } from './parts/names-on.ts';
import { isPreOrder, kindOf, momentOf, type PrintContext, timeOn, tOn } from './parts/ticket-words.ts';

export type { PrintContext, PrintCopy } from './parts/ticket-words.ts';

/** Section 2.3. No line prices: the kitchen doesn't need them. */
export function kitchenTicket(order: Order, context: PrintContext): Document {
  const t = tOn(context);
  return {
    title: `Kitchen ticket ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: arranged('kitchen-ticket', order, context, {
      kind: () => kind(order, context, t),
      number: () => [{ kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true }],
      customer: () => (order.consumer.name === null ? [] : [centred(order.consumer.name, 2)]),
      group: () => group(order, t),
      due: () => due(order, context, t),
      note: () => note(order, context, t),
      items: () => items(order, context, t),
      total: () => total(order, context, t),
      cash: () => cashBox(order, t, context.currencyDigits),
      'way-out': () => wayOut(order, t),
      venue: () => [{ kind: 'facts', texts: [context.venueName] }],
    }),
  };
}

function kind(order: Order, context: PrintContext, t: Translate): Block[] {
  const chosen = order.preOrder?.time ?? null;
  const preOrder = chosen === null ? t('printout.preorder') : t('printout.preorderAt', { time: timeOn(chosen, context) });
  return [
    { kind: 'text', text: kindOf(order, t), size: 2, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
    ...(isPreOrder(order) ? [centred(preOrder, 2)] : []),
  ];
}

function group(order: Order, t: Translate): Block[] {
  const people = peopleOf(order);
  return people > 0 ? [{ kind: 'text', text: t('printout.groupOrder', { people }), size: 'tall', align: 'center' }] : [];
}

function due(order: Order, context: PrintContext, t: Translate): Block[] {
  const { word, at } = dueTime(order);
  const moment = at === null ? null : momentOf(at, context);
  return [
    ...(moment === null || moment.day === null ? [] : [centred(moment.day, 2)]),
    moment === null ? centred(t(word, { time: t('printout.noTime') }), 2) : centred(t(word, { time: moment.clock }), 3),
  ];
}

/** The note may name an allergy, so it is framed, with the allergy words above. */
function note(order: Order, { noteGoesOn, noteAllergies }: PrintContext, t: Translate): Block[] {
  const text = order.consumer.comment;
  if (text === null || text.trim() === '') return [];
  return [
    {
      kind: 'box',
      title: t('printout.customerNote'),
      blocks: [
        ...allergyLine(noteAllergies ?? allergiesIn(text), t),
        { kind: 'text', text, size: 'tall' },
        ...(noteGoesOn
          ? [{ kind: 'text', text: t('printout.continued'), size: 'tall', bold: true, reverse: true, align: 'center' } as const]
          : []),
      ],
    },
  ];
}

function items(order: Order, { only }: PrintContext, t: Translate): Block[] {
  const rule: Block = { kind: 'rule', weight: 'heavy' };
  if (order.items.length === 0) return [rule, centred(t('printout.noItemsReadable'), 2), centred(t('printout.checkScreen'), 1)];
  const ours = only && new Set(only.items);
  const own = order.items.flatMap((item, at) => (ours === undefined || ours.has(at) ? [{ item, at }] : []));
  const whose = claimsByItem(order, t);
  const { shown, left } = fitting(own, ({ item, at }) => itemRows(item) + Math.min(NAMES_MOST, whose.get(at)?.length ?? 0));
  const digits = digitsOf(shown.map(({ item }) => item));
  return [
    rule,
    ...shown.map(({ item, at }) => dish(item, { count: item.count, digits, who: whoseIs(whose.get(at) ?? [], t) }, t)),
    ...leftOver(left + (order.left?.items ?? 0), t),
    // Part of the order is unreadable: the kitchen must not guess.
    ...(order.readable === 'all' ? [] : [{ kind: 'rule', weight: 'light' } as const, centred(t('printout.checkScreen'), 2)]),
  ];
}

interface ClaimOf {
  name: string;
  count: number;
}

/** The persons who ordered each item, by the item's index; empty if this is no group order. */
function claimsByItem(order: Order, t: Translate): Map<number, ClaimOf[]> {
  const claims = new Map<number, ClaimOf[]>();
  for (const [person, { lines }] of order.participants.entries()) {
    const name = personName(order, person, t);
    for (const { item, count } of lines) {
      const known = claims.get(item) ?? [];
      known.push({ name, count });
      claims.set(item, known);
    }
  }
  return claims;
}

const NAMES_MOST = 12;

/** "Aino K"; "Aino K (1), Lea P (2)" if split; "Aino K + Lea P" if shared; null if no group order. */
function whoseIs(claims: readonly ClaimOf[], t: Translate): string | null {
  if (claims.length <= 1) return claims[0]?.name ?? null;
  const isShared = claims.some(({ count }) => count === 0);
  const names = claims.slice(0, NAMES_MOST).map(({ name, count }) => (isShared ? name : `${name} (${count})`));
  const left = claims.length - names.length;
  if (left > 0) names.push(t('printout.moreOnScreen', { count: left }));
  return names.join(isShared ? ' + ' : ', ');
}

function total(order: Order, { only }: PrintContext, t: Translate): Block[] {
  const countOf = (items: Order['items']) => items.reduce((sum, item) => sum + item.count, 0);
  const all = piecesOf(order);
  // A line above already says that no items were readable.
  if (all === 0) return [];
  const ours = only && new Set(only.items);
  const own = ours ? countOf(order.items.filter((_, at) => ours.has(at))) : all;
  const words = own === all ? t('printout.itemsTotal', { count: all }) : t('printout.itemsOfTotal', { own, all });
  const where = only && own < all ? [large(t('printout.others', { printers: only.elsewhere.join(', ') || t('printout.notPrinted') }))] : [];
  return [{ kind: 'rule', weight: 'heavy' }, { kind: 'text', text: words, size: 2, bold: true, shrinkToOneLine: true }, ...where];
}

function wayOut(order: Order, t: Translate): Block[] {
  const { address, selfDelivery } = order.delivery;
  return [
    ...(selfDelivery || address !== null ? [{ kind: 'rule', weight: 'light' } as const] : []),
    ...(address === null ? [] : [large(address)]),
    ...(selfDelivery && order.consumer.phone !== null ? [large(t('printout.phone', { phone: order.consumer.phone }))] : []),
    ...(order.noContact ? [large(t('printout.noContact'))] : []),
    // An unreadable amount may be cash, so "no cash" isn't printed.
    ...(selfDelivery && order.cash === null && order.readable === 'all' ? [large(t('printout.noCash'))] : []),
  ];
}

function large(text: string): Block {
  return { kind: 'text', text, size: 'tall', bold: true };
}
