/** The orders of a day with what became of them: for the screen, the table and the paper alike. */
import type { Cause, DayFigures } from '../../contract/contract.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import { refundOf } from '../outbox/operations.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { Job } from '../store/queue/queue.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import { proofOf } from '../store/rows/print-ledger.ts';
import type { PastOrder } from '../store/search/history.ts';
import type { Store } from '../store/store.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import { causesOf, mishapOf, rejectedHere } from './causes.ts';
import { courierDay } from './courier-day.ts';
import { type DaysOrder, dayFigures } from './day.ts';
import { howRejected, traces } from './how-rejected.ts';

const DAY_MS = 24 * 3_600_000;

export interface DayBook {
  /** Placed on this day of the computer's calendar (2026-11-21), oldest first. */
  orders(day: string): DaysOrder[];
  /** Ordered at the courier desk on this day, oldest first. */
  couriers(day: string): DeliveryRow[];
  figures(day: string): DayFigures;
  /** Whether it was cancelled by the service, the consumer or support. */
  isCancelled(past: PastOrder, jobs: Job[]): boolean;
  /** How an order ended badly, and why; null for one that went well. */
  mishap(past: PastOrder, jobs: Job[]): { what: 'rejected' | 'late'; causes: Cause[] } | null;
}

export function createDayBook(deps: {
  store: Store;
  clock: ServiceClock;
  settings: SettingsKeeper;
  deadlineRules: (venueId: string) => DeadlineRules;
}): DayBook {
  const { store, clock, settings } = deps;

  function mishap(past: PastOrder, jobs: Job[]): { what: 'rejected' | 'late'; causes: Cause[] } | null {
    const what = mishapOf(past, rejectedHere(jobs) !== null);
    if (!what) return null;
    const rules = deps.deadlineRules(past.venueId);
    const answerBy = past.placedAt + (past.isPreorder ? rules.confirmWithinSeconds : rules.acceptWithinSeconds) * 1_000;
    const until = (what === 'late' ? past.readyAt : past.endedAt) ?? answerBy;
    const touch = store.journal.of(past.orderId).find(({ kind }) => kind === 'touch' || kind === 'command');
    return {
      what,
      causes: causesOf(what, {
        past,
        jobs,
        outages: store.outages.during(past.placedAt, until),
        touchedAt: touch ? touch.at + clock.aheadMs() : null,
        aheadMs: clock.aheadMs(),
        answerBy,
        answerIsAbout: !past.isPreorder && rules.acceptIsAbout,
        unproven: unproven(past.orderId),
        alongside: past.acceptedAt === null ? 0 : store.history.alongside(past.venueId, past.acceptedAt),
        clock: (at) => new Date(at).toTimeString().slice(0, 5),
      }),
    };
  }

  function isCancelled(past: PastOrder, jobs: Job[]): boolean {
    const row = past.stage === 'rejected' ? store.orders.get(past.orderId) : null;
    if (!row) return false;
    const context = { ...deps.deadlineRules(past.venueId), ...traces(store, past.orderId), jobs, iso: clock.iso };
    return howRejected(row, context) === 'cancelled';
  }

  /** The printers that took a ticket and never said that it is printed, of which no ticket is known to have come out. */
  function unproven(orderId: string): string[] {
    const tickets = store.ledger.of(orderId).filter(({ document }) => document === 'kitchen-ticket');
    const proven = new Set(tickets.filter((entry) => ['confirmed', 'seen'].includes(proofOf(entry))).map(({ printerId }) => printerId));
    return [...new Set(tickets.filter(({ printerId }) => !proven.has(printerId)).map(({ printer }) => printer))];
  }

  /** From midnight to midnight of the computer's calendar, epoch ms: not every day has 24 hours. */
  function bounds(day: string): [from: number, to: number] {
    const from = new Date(`${day}T00:00:00`).getTime();
    const next = new Date(from + DAY_MS + DAY_MS / 2);
    return [from, new Date(next.getFullYear(), next.getMonth(), next.getDate()).getTime()];
  }

  function orders(day: string): DaysOrder[] {
    return store.history.between(...bounds(day)).map((past) => {
      const jobs = store.queue.ofOrder(past.orderId);
      return {
        past,
        rejectedHere: rejectedHere(jobs),
        isCancelled: isCancelled(past, jobs),
        refunded: refundsOf(jobs, past.currency),
        items: store.orders.get(past.orderId)?.order.items.map(({ name, count }) => ({ name, count })) ?? [],
        mishap: mishap(past, jobs),
      };
    });
  }

  /** The ledger goes by this computer's clock. */
  function papers(day: string): DayFigures['papers'] {
    const [from, to] = bounds(day);
    const { confirmed, seen, sent, uncertain } = store.ledger.totals(from - clock.aheadMs(), to - clock.aheadMs());
    return { confirmed: confirmed.count, seen: seen.count, sent: sent.count, uncertain: uncertain.count };
  }

  const couriers = (day: string) => store.deliveries.between(...bounds(day));

  return {
    orders,
    couriers,
    isCancelled,
    mishap,
    figures: (day) => ({
      ...dayFigures(day, orders(day), (at) => new Date(at).toISOString()),
      papers: papers(day),
      couriers: courierDay(couriers(day), settings.get().service.delivery_price_unit),
    }),
  };
}

function refundsOf(jobs: readonly Job[], currency: string | null): { amount: number; currency: string }[] {
  if (currency === null) return [];
  return jobs
    .map(refundOf)
    .filter((amount) => amount !== null)
    .map((amount) => ({ amount, currency }));
}
