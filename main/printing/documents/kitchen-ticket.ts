/** The kitchen's ticket: what to make, by when, and what must not go wrong. Read from a metre away, in heat and noise. */
import { isRightToLeft } from '../../../contract/language.ts';
import { allergiesIn } from '../../orders/allergies/allergies-in.ts';
import { type Order, piecesOf, UNASSIGNED } from '../../orders/order.ts';
import { fitting, itemRows } from '../../orders/text/fitting.ts';
import { centred } from '../layout/blocks.ts';
import type { Block, Document } from '../layout/document.ts';
import type { Say } from '../paper-words.ts';
import { allergyLine } from './parts/allergy-line.ts';
import { arranged } from './parts/arrange.ts';
import { cashBox } from './parts/cash-box.ts';
import { leftOver } from './parts/continued.ts';
import { dueTime } from './parts/due-time.ts';
import { digitsOf, dish } from './parts/item-lines.ts';
import { personName } from './parts/names-on.ts';
import { isPreOrder, kindOf, momentOf, type PrintContext, sayOn, timeOn } from './parts/ticket-words.ts';

export type { PrintContext, PrintCopy } from './parts/ticket-words.ts';

/** The ticket of an order (section 2.3). Pure. It carries no line prices: the kitchen makes food, the till makes sums. */
export function kitchenTicket(order: Order, context: PrintContext): Document {
  const say = sayOn(context);
  return {
    title: `Kitchen ticket ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: arranged('kitchen-ticket', order, context, {
      kind: () => kind(order, context, say),
      number: () => [{ kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true }],
      customer: () => (order.consumer.name === null ? [] : [centred(order.consumer.name, 2)]),
      group: () => group(order, say),
      due: () => due(order, context, say),
      note: () => note(order, context, say),
      items: () => items(order, context, say),
      total: () => total(order, context, say),
      cash: () => cashBox(order, say, context.currencyDigits),
      'way-out': () => wayOut(order, say),
      venue: () => [{ kind: 'facts', texts: [context.venueName] }],
    }),
  };
}

function kind(order: Order, context: PrintContext, say: Say): Block[] {
  const chosen = order.preOrder?.time ?? null;
  const preOrder = chosen === null ? say('pre-order') : say('pre-order-at', { time: timeOn(chosen, context) });
  return [
    { kind: 'text', text: kindOf(order, say), size: 2, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
    ...(isPreOrder(order) ? [centred(preOrder, 2)] : []),
  ];
}

function group(order: Order, say: Say): Block[] {
  const people = order.participants.filter((participant) => participant.name !== UNASSIGNED).length;
  return people > 0 ? [{ kind: 'text', text: say('group-order', { people }), size: 'tall', align: 'center' }] : [];
}

function due(order: Order, context: PrintContext, say: Say): Block[] {
  const { word, at } = dueTime(order);
  const moment = at === null ? null : momentOf(at, context);
  return [
    ...(moment === null || moment.day === null ? [] : [centred(moment.day, 2)]),
    moment === null ? centred(say(word, { time: say('no-time') }), 2) : centred(say(word, { time: moment.clock }), 3),
  ];
}

/** What the consumer wrote may be an allergy: it is framed, and the words found stand above it. */
function note(order: Order, { noteGoesOn, noteAllergies }: PrintContext, say: Say): Block[] {
  const text = order.consumer.comment;
  if (text === null || text.trim() === '') return [];
  return [
    {
      kind: 'box',
      title: say('customer-note'),
      blocks: [
        ...allergyLine(noteAllergies ?? allergiesIn(text), say),
        { kind: 'text', text, size: 'tall' },
        ...(noteGoesOn
          ? [{ kind: 'text', text: say('continued'), size: 'tall', bold: true, reverse: true, align: 'center' } as const]
          : []),
      ],
    },
  ];
}

function items(order: Order, { only }: PrintContext, say: Say): Block[] {
  const rule: Block = { kind: 'rule', weight: 'heavy' };
  if (order.items.length === 0) return [rule, centred(say('no-items-in-order'), 2), centred(say('look-at-screen'), 1)];
  const ours = only && new Set(only.items);
  const own = order.items.flatMap((item, at) => (ours === undefined || ours.has(at) ? [{ item, at }] : []));
  const whose = claimsByItem(order, say);
  const { shown, left } = fitting(own, ({ item, at }) => itemRows(item) + Math.min(NAMES_MOST, whose.get(at)?.length ?? 0));
  const digits = digitsOf(shown.map(({ item }) => item));
  return [
    rule,
    ...shown.map(({ item, at }) => dish(item, { count: item.count, digits, who: whoseIs(whose.get(at) ?? [], say) }, say)),
    ...leftOver(left + (order.left?.items ?? 0), say),
    // Something in it could not be read: nobody must cook on a guess.
    ...(order.readable === 'all' ? [] : [{ kind: 'rule', weight: 'light' } as const, centred(say('look-at-screen'), 2)]),
  ];
}

interface ClaimOf {
  name: string;
  count: number;
}

/** Who has how many of each line, by the line's index; empty when this is no group order. */
function claimsByItem(order: Order, say: Say): Map<number, ClaimOf[]> {
  const claims = new Map<number, ClaimOf[]>();
  for (const [person, { lines }] of order.participants.entries()) {
    const name = personName(order, person, say);
    for (const { item, count } of lines) {
      const known = claims.get(item) ?? [];
      known.push({ name, count });
      claims.set(item, known);
    }
  }
  return claims;
}

/** A line that more people share has its names on the screen. */
const NAMES_MOST = 12;

/** "Aino K", "Aino K (1), Lea P (2)" where a line is shared out, "Aino K + Lea P" where they share it; null when this is no group order. */
function whoseIs(claims: readonly ClaimOf[], say: Say): string | null {
  if (claims.length <= 1) return claims[0]?.name ?? null;
  const isShared = claims.some(({ count }) => count === 0);
  const names = claims.slice(0, NAMES_MOST).map(({ name, count }) => (isShared ? name : `${name} (${count})`));
  const left = claims.length - names.length;
  if (left > 0) names.push(say('more-on-screen', { count: left }));
  return names.join(isShared ? ' + ' : ', ');
}

function total(order: Order, { only }: PrintContext, say: Say): Block[] {
  const countOf = (items: Order['items']) => items.reduce((sum, item) => sum + item.count, 0);
  const all = piecesOf(order);
  // That none could be read stands above: it is not known how many there are.
  if (all === 0) return [];
  const ours = only && new Set(only.items);
  const own = ours ? countOf(order.items.filter((_, at) => ours.has(at))) : all;
  const words = own === all ? say('items-total', { count: all }) : say('items-of-total', { own, all });
  const where = only && own < all ? [large(say('the-others', { printers: only.elsewhere.join(', ') || say('on-no-printer') }))] : [];
  return [{ kind: 'rule', weight: 'heavy' }, { kind: 'text', text: words, size: 2, bold: true, shrinkToOneLine: true }, ...where];
}

/** Where the order goes and how, when the venue itself brings it. */
function wayOut(order: Order, say: Say): Block[] {
  const { address, selfDelivery } = order.delivery;
  return [
    ...(selfDelivery || address !== null ? [{ kind: 'rule', weight: 'light' } as const] : []),
    ...(address === null ? [] : [large(address)]),
    ...(selfDelivery && order.consumer.phone !== null ? [large(say('phone', { phone: order.consumer.phone }))] : []),
    ...(order.noContact ? [large(say('no-contact'))] : []),
    // What could not be read may be cash.
    ...(selfDelivery && order.cash === null && order.readable === 'all' ? [large(say('no-cash'))] : []),
  ];
}

function large(text: string): Block {
  return { kind: 'text', text, size: 'tall', bold: true };
}
