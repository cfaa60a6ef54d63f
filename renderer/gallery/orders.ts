/** Orders at every stage for stories, taken from the real board in lab/gallery/orders.ts; their times are relative to now. */
import type { CallOutput, OrderActivityView, OrderCard, OrderDetail } from '../../contract/contract.ts';

export interface ShownOrders {
  /** When the recorded state was taken, epoch ms. */
  at: number;
  cards: OrderCard[];
  details: Record<string, OrderDetail>;
  activities: Record<string, OrderActivityView>;
  found: CallOutput<'history.search'>;
  missedToday: CallOutput<'history.missedToday'>;
  /** Reports of today and of the last seven days, each with the period before. */
  reports: Record<'day' | 'week', CallOutput<'history.report'>>;
}

export const orderId = (number: number | string): string => `${number}f0c2d9e4a57318c2ad013`;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
let text = '';

/** Call before any story is drawn. */
export async function readOrders(): Promise<void> {
  text ||= await (await fetch('orders.json')).text();
}

export function shownOrders(): ShownOrders {
  const { at } = JSON.parse(text) as ShownOrders;
  const passed = Date.now() - at;
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' && TIME.test(value) ? new Date(Date.parse(value) + passed).toISOString() : value,
  ) as ShownOrders;
}

/** The orders with these numbers; without numbers all but newly canceled ones. */
export function orders(...numbers: number[]): OrderCard[] {
  const { cards } = shownOrders();
  if (numbers.length === 0) return cards.filter(({ cancelled }) => cancelled !== 'unseen');
  return numbers.map((number) => {
    const card = cards.find(({ id }) => id === orderId(number));
    if (!card) throw new Error(`There is no order ${number}.`);
    return card;
  });
}
