/** Cuts texts for printouts and cards. Pure; the cost depends on the limit, not the text. */
import type { Money, Order, OrderItem, Participant } from '../order.ts';

/** Characters per text; a line break counts as LINE. */
const ROOM = {
  /** Longer than the service lets customers write. */
  comment: 1_000,
  address: 300,
  name: 160,
  company: 200,
  /** Numbers, codes and the service's words. */
  word: 60,
  currency: 12,
} as const;
export type TextKind = keyof typeof ROOM;

/** Characters in a row of large letters on narrow paper. */
const LINE = 24;
/** A cut moves back at most this far, to a word's end. */
const WORD = 24;
const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** Scans at most this multiple of the limit, even if most of the text is invisible. */
const HIDDEN_MOST = 8;

/** How many characters of a text are scanned. */
export const lookedAt = (kind: TextKind): number => HIDDEN_MOST * ROOM[kind] + WORD + 1;

const LINE_BREAK = /[\n\r\v\f\u{85}\u{2028}\u{2029}]/u;

export interface Ends {
  /** Added after a cut customer's comment, on a separate line. */
  comment: string;
  text: string;
}

/**
 * Cuts at a whole word and grapheme; null if it fits. Unprinted characters (invisible, or from the third line break in a row) don't count.
 */
export function cutText(text: string, room: number): string | null {
  if (text.length <= room && !LINE_BREAK.test(text)) return null;
  let left = room;
  let breaks = 0;
  let at = 0;
  for (; at < text.length && at < HIDDEN_MOST * room && left > 0; at += 1) {
    const unit = text[at] ?? '';
    if (LINE_BREAK.test(unit)) {
      breaks += 1;
      left -= breaks <= 2 ? LINE : 0;
    } else if (!HIDDEN.test(unit)) {
      if (unit !== ' ') breaks = 0;
      left -= 1;
    }
  }
  if (at === text.length && left >= 0) return null;
  const whole = text.slice(0, wholeLetters(text, at));
  const blank = /\s\S{0,24}$/u.exec(whole.slice(-WORD - 1));
  return (blank ? whole.slice(0, whole.length - blank[0].length) : whole).trimEnd();
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** `at`, or the start of the grapheme it would split. */
function wholeLetters(text: string, at: number): number {
  const start = segmenter.segment(text.slice(0, at + WORD)).containing(at)?.index ?? at;
  // A "grapheme" of hundreds of characters isn't a letter.
  if (start > at - 2 * WORD) return start;
  return isSecondHalf(text, at) ? at - 1 : at;
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Estimated rows in large letters, to limit lists by paper length. */
export function rowsOf(text: string): number {
  let breaks = 0;
  for (const unit of text) if (LINE_BREAK.test(unit)) breaks += 1;
  return 1 + breaks + Math.floor(text.length / LINE);
}

/** Cuts the order's texts, not its lists. */
export function shortOrder(order: Order, ends: Ends): { order: Order; isCut: boolean; isCommentCut: boolean } {
  const short = shortener(ends);
  const { text, orNull, money, item } = short;
  const { delivery, preOrder, consumer, company } = order;
  const made: Order = {
    ...order,
    venueName: orNull(order.venueName, ROOM.name),
    number: text(order.number, ROOM.word),
    type: text(order.type, ROOM.word),
    status: text(order.status, ROOM.word),
    delivery: {
      ...delivery,
      type: text(delivery.type, ROOM.word),
      time: orNull(delivery.time, ROOM.word),
      address: orNull(delivery.address, ROOM.address),
      tip: money(delivery.tip),
    },
    preOrder: preOrder && { time: orNull(preOrder.time, ROOM.word), status: orNull(preOrder.status, ROOM.word) },
    items: order.items.map(item),
    participants: order.participants.map((one): Participant => ({ ...one, name: orNull(one.name, ROOM.name) })),
    basketTotal: money(order.basketTotal),
    discountsTotal: money(order.discountsTotal),
    feesTotal: money(order.feesTotal),
    ...(order.before
      ? { before: { basket: money(order.before.basket), fees: money(order.before.fees), feesDiscounts: money(order.before.feesDiscounts) } }
      : {}),
    fees: order.fees.map(({ type, total }) => ({ type: text(type, ROOM.word), total: money(total) })),
    ...(order.unreadMoney
      ? { unreadMoney: Object.fromEntries(Object.entries(order.unreadMoney).map(([of, sent]) => [of, text(sent, ROOM.word)])) }
      : {}),
    cash: order.cash && { collect: money(order.cash.collect), expect: money(order.cash.expect) },
    consumer: {
      name: orNull(consumer.name, ROOM.name),
      phone: orNull(consumer.phone, ROOM.word),
      comment: short.comment(consumer.comment),
    },
    company: {
      taxId: orNull(company.taxId, ROOM.word),
      name: orNull(company.name, ROOM.company),
      address: orNull(company.address, ROOM.company),
    },
    createdAt: orNull(order.createdAt, ROOM.word),
    pickupEta: orNull(order.pickupEta, ROOM.word),
  };
  return { order: made, isCut: short.isCut(), isCommentCut: made.consumer.comment !== consumer.comment };
}

export function shortItem(item: OrderItem, ends: Ends): OrderItem {
  return shortener(ends).item(item);
}

export function shortText(text: string, kind: TextKind, end: string): string {
  const cut = cutText(text, ROOM[kind]);
  return cut === null ? text : cut + end;
}

function shortener(ends: Ends) {
  let isCut = false;
  const cutTo = (value: string, room: number, end: string): string => {
    const cut = cutText(value, room);
    if (cut === null) return value;
    isCut = true;
    return cut + end;
  };
  const text = (value: string, room: number): string => cutTo(value, room, ends.text);
  const orNull = (value: string | null, room: number): string | null => value && text(value, room);
  const money = <M extends Money | null>(value: M): M =>
    (value && value.currency.length > ROOM.currency ? { ...value, currency: text(value.currency, ROOM.currency) } : value) as M;
  const deposit = (of: NonNullable<OrderItem['deposit']>) => ({ ...of, gross: money(of.gross), net: money(of.net) });
  return {
    isCut: () => isCut,
    text,
    orNull,
    money,
    comment: (value: string | null) => value && cutTo(value, ROOM.comment, ends.comment),
    item: (item: OrderItem): OrderItem => ({
      ...item,
      name: orNull(item.name, ROOM.name),
      options: item.options.map((option) => ({
        ...option,
        group: text(option.group, ROOM.name),
        value: text(option.value, ROOM.name),
        price: money(option.price),
        ...(option.deposit ? { deposit: deposit(option.deposit) } : {}),
      })),
      total: money(item.total),
      unitPrice: money(item.unitPrice),
      sku: orNull(item.sku, ROOM.word),
      category: orNull(item.category, ROOM.name),
      deposit: item.deposit && deposit(item.deposit),
      ...(item.discount ? { discount: money(item.discount) } : {}),
      ...(item.discounts ? { discounts: each(item.discounts, money) } : {}),
    }),
  };
}

function each<K extends string, T>(values: Record<K, T>, of: (value: T) => T): Record<K, T> {
  return Object.fromEntries(Object.entries<T>(values).map(([key, value]) => [key, of(value)])) as Record<K, T>;
}
