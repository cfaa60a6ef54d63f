/** The final account of a demo: how many orders went which way, and whether any was lost or anything done twice. */
import { isLabel, isMarkedCopy, type Observer, type Paper, papersOf, type ServiceEntry, type ServiceOrder } from './observer.ts';

export interface Account {
  received: number;
  accepted: number;
  confirmed: number;
  rejected: number;
  ready: number;
  delivered: number;
  ticketsPrinted: number;
  labelsPrinted: number;
  sentToPos: number;
  lost: number;
  doubled: number;
  seconds: number;
}

/** True once every order has ended at the service, is on paper and was marked sent-to-pos. */
export function isComplete(orders: ServiceOrder[], papers: Paper[], placed: number): boolean {
  const of = papersOf(papers);
  return orders.length === placed && orders.every((order) => whatIsMissing(order, of(order.order_number)).length === 0);
}

/** What should have happened to an order and did not, in words. `own`: the papers of this order. */
export function whatIsMissing(order: ServiceOrder, own: Paper[]): string[] {
  const did = (event: string) => order.history.some((entry) => entry.event === event);
  if (did('rejected')) return [];
  const missing: string[] = [];
  if (order.state !== 'delivered') missing.push(`it is ${order.state}`);
  if (!own.some((paper) => !isLabel(paper))) missing.push('no kitchen ticket');
  const people = order.order.group_participants?.length ?? 0;
  const labels = own.filter(isLabel).length;
  if (labels < people) missing.push(`${labels} of ${people} labels`);
  if (!order.sent_to_pos.some(({ success }) => success)) missing.push('not sent to the till');
  return missing;
}

export async function takeAccount(observer: Observer, placed: number, seconds: number): Promise<Account> {
  const [orders, entries, papers] = await Promise.all([observer.orders(), observer.entriesSince(0), observer.papers()]);
  const withEvent = (event: string) => orders.filter((order) => order.history.some((entry) => entry.event === event)).length;
  const of = papersOf(papers);
  const ofOrders = [...new Set(orders.flatMap((order) => of(order.order_number)))];
  const answered = new Set(
    entries.filter((entry) => entry.kind === 'notification' && entry.outcome === '200').map((entry) => entry.order_id),
  );
  return {
    received: orders.filter((order) => answered.has(order.order_id)).length,
    accepted: withEvent('accepted'),
    confirmed: withEvent('confirmed'),
    rejected: withEvent('rejected'),
    ready: withEvent('ready'),
    delivered: withEvent('delivered'),
    ticketsPrinted: ofOrders.filter((paper) => !isLabel(paper)).length,
    labelsPrinted: ofOrders.filter(isLabel).length,
    sentToPos: orders.filter((order) => order.sent_to_pos.some(({ success }) => success)).length,
    lost:
      placed - orders.filter((order) => answered.has(order.order_id) && whatIsMissing(order, of(order.order_number)).length === 0).length,
    doubled: doneTwice(orders, entries, of),
    seconds: Math.round(seconds * 10) / 10,
  };
}

/**
 * Commands asked for again after they had worked, and paper of the same order that is not marked as a copy. sent-to-pos states a
 * fact and leaves no trace to look for: the same statement again, with the same time, is not a second one.
 */
function doneTwice(orders: ServiceOrder[], entries: ServiceEntry[], papersOf: (orderNumber: string) => Paper[]): number {
  let doubled = 0;
  const byOrder = Map.groupBy(entries, (entry) => (entry.kind === 'request' ? entry.order_id : null));
  for (const order of orders) {
    const worked = new Set<string>();
    for (const entry of byOrder.get(order.order_id) ?? []) {
      if (!entry.operation || entry.operation.startsWith('get ')) continue;
      if (entry.operation === 'sent-to-pos') continue;
      if (worked.has(entry.operation)) doubled += 1;
      if (entry.took_effect) worked.add(entry.operation);
    }
    doubled += Math.max(0, new Set(order.sent_to_pos.map((report) => report.time_sent_to_pos)).size - 1);
    const originals = papersOf(order.order_number).filter((paper) => !isMarkedCopy(paper));
    doubled += Math.max(0, originals.filter((paper) => !isLabel(paper)).length - 1);
    doubled += Math.max(0, originals.filter(isLabel).length - (order.order.group_participants?.length ?? 0));
  }
  return doubled;
}
