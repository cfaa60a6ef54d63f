/** The demo's final account: how orders ended, and whether any was lost or handled twice. */
import {
  isMarkedCopy,
  kindOf,
  labelNumber,
  type Observer,
  type Paper,
  type PaperKind,
  papersOf,
  type ServiceEntry,
  type ServiceOrder,
} from './observer.ts';

export interface Account {
  received: number;
  accepted: number;
  confirmed: number;
  rejected: number;
  /** By the customer or the service's support. */
  cancelled: number;
  ready: number;
  delivered: number;
  ticketsPrinted: number;
  labelsPrinted: number;
  /** UNANSWERED, STOP, CHANGE and pre-order tickets. */
  slipsPrinted: number;
  sentToPos: number;
  /** Orders the service rejected unanswered; like `open`, counted only without a robot. */
  missed?: number;
  /** Unfinished when the demo ended. */
  open?: number;
  lost: number;
  doubled: number;
  /** Commands repeated because the service still showed the old state; none had an effect. */
  misled: number;
  seconds: number;
}

/** Whether every order has ended, is printed and was marked sent-to-pos. */
export function isComplete(orders: ServiceOrder[], papers: Paper[], placed: number): boolean {
  const of = papersOf(papers);
  return orders.length === placed && orders.every((order) => whatIsMissing(order, of(order.order_number)).length === 0);
}

/** What an order lacks to be complete. `own`: its printouts. */
export function whatIsMissing(order: ServiceOrder, own: Paper[]): string[] {
  const did = (event: string) => order.history.some((entry) => entry.event === event);
  const printed = (kind: PaperKind) => own.filter((paper) => kindOf(paper) === kind).length;
  if (did('rejected')) return [];
  // Only orders the kitchen knew need a STOP ticket.
  if (did('cancelled')) return printed('kitchen-ticket') > 0 && printed('stop-slip') === 0 ? ['cancelled, and no STOP slip'] : [];
  const missing: string[] = [];
  if (order.state !== 'delivered') missing.push(`it is ${order.state}`);
  if (printed('kitchen-ticket') === 0) missing.push('no kitchen ticket');
  const labels = printed('label');
  if (labels < peopleOf(order)) missing.push(`${labels} of ${peopleOf(order)} labels`);
  else if (peopleOf(order) > 0) missing.push(...whatLabelsLeaveOut(order, own));
  if (!order.sent_to_pos.some(({ success }) => success)) missing.push('not sent to the till');
  return missing;
}

/** Like `whatIsMissing`, plus a notification that was never accepted; cancelled orders need none. */
function whatIsLost(order: ServiceOrder, entries: readonly ServiceEntry[], own: Paper[]): string[] {
  const isKnown = wasNotified(entries) || order.history.some(({ event }) => event === 'cancelled');
  return [...(isKnown ? [] : ['no news of it was taken']), ...whatIsMissing(order, own)];
}

function wasNotified(entries: readonly ServiceEntry[]): boolean {
  return entries.some(({ kind, outcome }) => kind === 'notification' && outcome === '200');
}

function wasRefused(entries: readonly ServiceEntry[]): boolean {
  return entries.some(({ kind, outcome }) => kind === 'notification' && outcome !== undefined && outcome !== '200');
}

/** Each item of a group order must be on exactly one label. */
function whatLabelsLeaveOut({ order }: ServiceOrder, own: Paper[]): string[] {
  // Keyed by label number ("1/3"), so that a copy replaces its original.
  const pieces = new Map<string, number>();
  for (const paper of own.filter((one) => LABELS.includes(kindOf(one))))
    pieces.set(labelNumber(paper) ?? '', Number(/(?:^|\s)(\d+) items?(?:\s|$)/m.exec(paper.text)?.[1] ?? 0));
  const labelled = [...pieces.values()].reduce((sum, count) => sum + count, 0);
  const ordered = (order.items ?? []).reduce((sum, { count }) => sum + count, 0);
  return labelled === ordered ? [] : [`labels for ${labelled} of ${ordered} items`];
}

export async function whatWentWrong(observer: Observer): Promise<string[]> {
  const [orders, entries, papers] = await Promise.all([observer.orders(), observer.entriesSince(0), observer.papers()]);
  const of = papersOf(papers);
  const entriesOf = Map.groupBy(entries, (entry) => entry.order_id);
  return orders.flatMap((order) => {
    const own = of(order.order_number);
    const entriesOfIt = entriesOf.get(order.order_id) ?? [];
    const wrong = [...whatIsLost(order, entriesOfIt, own), ...repeatedCommands(order, entriesOfIt, own).doubled];
    const awkward = entriesOfIt
      .filter(({ kind }) => kind === 'awkward')
      .map(({ trouble, ordered }) => `${trouble} ${JSON.stringify(ordered)}`);
    const met = awkward.length === 0 ? '' : ` (it met ${awkward.join('; ').replaceAll(order.order_id, ':order')})`;
    return wrong.length === 0 ? [] : [`order ${order.order_number}: ${wrong.join(', ')}${met}`];
  });
}

/**
 * Account of a demo with a person, who may stop at any time: missed and open orders are counted separately. Lost are only orders that never
 * arrived, or ended incompletely.
 */
export async function takeWatchedAccount(observer: Observer, placed: number, seconds: number): Promise<Account> {
  const [account, orders, entries, papers] = await Promise.all([
    createAccount(observer, placed, seconds),
    observer.orders(),
    observer.entriesSince(0),
    observer.papers(),
  ]);
  const { lost: _strict, doubled, misled, seconds: took, ...counts } = account;
  return { ...counts, ...howTheyEnded(orders, entries, papers, placed), doubled, misled, seconds: took };
}

/** `placed`: number placed by the demo, including orders the service has forgotten; others were placed manually. */
export function howTheyEnded(
  orders: readonly ServiceOrder[],
  entries: readonly ServiceEntry[],
  papers: Paper[],
  placed: number,
): Required<Pick<Account, 'missed' | 'open' | 'lost'>> {
  const of = papersOf(papers);
  const entriesOf = Map.groupBy(entries, (entry) => entry.order_id);
  const ways = orders.map((order) => {
    const ofOrder = entriesOf.get(order.order_id) ?? [];
    const did = (event: string) => order.history.some((entry) => entry.event === event);
    const hasEnded = ENDED.has(order.state);
    if (!wasNotified(ofOrder) && !did('cancelled')) return hasEnded || wasRefused(ofOrder) ? 'lost' : 'open';
    if (!hasEnded) return 'open';
    if (MISSED.some(did)) return 'missed';
    return whatIsLost(order, ofOrder, of(order.order_number)).length > 0 ? 'lost' : 'well';
  });
  const number = (way: string) => ways.filter((one) => one === way).length;
  return { missed: number('missed'), open: number('open'), lost: number('lost') + Math.max(0, placed - orders.length) };
}

const ENDED: ReadonlySet<string> = new Set(['delivered', 'rejected']);
const MISSED = ['not accepted in time', 'not confirmed in time'];

export async function createAccount(observer: Observer, placed: number, seconds: number): Promise<Account> {
  const [orders, entries, papers] = await Promise.all([observer.orders(), observer.entriesSince(0), observer.papers()]);
  const withEvent = (event: string) => orders.filter((order) => order.history.some((entry) => entry.event === event)).length;
  const of = papersOf(papers);
  const entriesOf = Map.groupBy(entries, (entry) => entry.order_id);
  const entriesOfIt = (order: ServiceOrder) => entriesOf.get(order.order_id) ?? [];
  const printed = [...new Set(orders.flatMap((order) => of(order.order_number)))].map(kindOf);
  const isWell = (order: ServiceOrder) => whatIsLost(order, entriesOfIt(order), of(order.order_number)).length === 0;
  const twice = orders.map((order) => repeatedCommands(order, entriesOfIt(order), of(order.order_number)));
  return {
    received: orders.filter((order) => wasNotified(entriesOfIt(order))).length,
    accepted: withEvent('accepted'),
    confirmed: withEvent('confirmed'),
    rejected: withEvent('rejected'),
    cancelled: withEvent('cancelled'),
    ready: withEvent('ready'),
    delivered: withEvent('delivered'),
    ticketsPrinted: printed.filter((kind) => kind === 'kitchen-ticket').length,
    labelsPrinted: printed.filter((kind) => LABELS.includes(kind)).length,
    slipsPrinted: printed.filter((kind) => kind.endsWith('-slip')).length,
    sentToPos: orders.filter((order) => order.sent_to_pos.some(({ success }) => success)).length,
    lost: Math.max(placed, orders.length) - orders.filter(isWell).length,
    doubled: twice.reduce((sum, { doubled }) => sum + doubled.length, 0),
    misled: twice.reduce((sum, { misled }) => sum + misled.length, 0),
    seconds: Math.round(seconds * 10) / 10,
  };
}

const LABELS: readonly PaperKind[] = ['label', 'unassigned-label'];
/** Printouts with one original per order; change tickets belong to a change. */
const ONCE: readonly PaperKind[] = ['kitchen-ticket', 'unassigned-label', 'stop-slip', 'unanswered-slip', 'preorder-slip', 'receipt'];

/**
 * Commands repeated after success, and printouts not marked as copies. A repeated sent-to-pos with the same time isn't a second hand-off.
 * Repeats caused by an outdated read, without effect, count as `misled`.
 */
export function repeatedCommands(
  order: ServiceOrder,
  entries: readonly ServiceEntry[],
  papers: readonly Paper[],
): { doubled: string[]; misled: string[] } {
  const doubled: string[] = [];
  const misled: string[] = [];
  const worked = new Set<string>();
  let lastReadingIsOld = false;
  for (const { kind, operation, status, shown, took_effect: tookEffect } of entries) {
    if (kind !== 'request' || !operation) continue;
    if (operation.startsWith('get ')) {
      if (status === 200) lastReadingIsOld = shown?.old === true;
      continue;
    }
    if (operation === 'sent-to-pos') continue;
    if (worked.has(operation)) (lastReadingIsOld && !tookEffect ? misled : doubled).push(`${operation} was asked for again`);
    if (tookEffect) {
      worked.add(operation);
      lastReadingIsOld = false;
    }
  }
  const handOffs = new Set(order.sent_to_pos.map((report) => report.time_sent_to_pos)).size;
  doubled.push(...times(handOffs - 1, 'one more hand-off to the till was told'));
  const originals = Map.groupBy(
    papers.filter((paper) => !isMarkedCopy(paper)),
    kindOf,
  );
  const number = (kind: PaperKind) => originals.get(kind)?.length ?? 0;
  for (const kind of ONCE) doubled.push(...times(number(kind) - 1, `one more ${kind} that is no copy`));
  doubled.push(...times(number('label') - peopleOf(order), 'one more label that is no copy'));
  return { doubled, misled };
}

function times(count: number, what: string): string[] {
  return Array.from({ length: Math.max(0, count) }, () => what);
}

function peopleOf({ order }: ServiceOrder): number {
  return order.group_participants?.length ?? 0;
}
