/** The orders of some days and their outcome, for the screen, tables and printouts. */
import type { MissedOrders, RejectionCause, Report, Span } from '../../contract/contract.ts';
import { priceUnitBy } from '../orders/couriers/delivery.ts';
import { answerBy, type DeadlineRules } from '../orders/deadline.ts';
import { figuresOf, type OrderFigures } from '../orders/figures.ts';
import { digitsBy } from '../orders/money/money.ts';
import { answeredBy, readyBy } from '../outbox/given-by.ts';
import { refundOf } from '../outbox/money-back.ts';
import { causeOfRejection, changedAt, wasAnswered } from '../outbox/rejection-cause.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { Job } from '../store/queue/queue.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import { printEvidenceOf } from '../store/rows/print-ledger.ts';
import type { PastOrder, PlaceInTime } from '../store/search/history.ts';
import type { Store } from '../store/store.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import { timeSlice } from '../time/yielding.ts';
import { causesOf, type Mishap, mishapOf, rejectedHere } from './causes.ts';
import { createMissed } from './counts.ts';
import { courierReport } from './courier-report.ts';
import { createReport, type ReportedOrder } from './report.ts';
import { saleReport } from './sale-report.ts';
import { boundsOf } from './span.ts';

/** Rows read at a time; small, since an order may have many items. */
const PAGE = 20;

export interface ReportBook {
  /** Orders placed on these days (computer's calendar), oldest first. Yields to other work in between. */
  orders(span: Span): AsyncGenerator<ReportedOrder>;
  /** Couriers ordered on these days, oldest first. */
  couriers(span: Span): DeliveryRow[];
  report(span: Span): Promise<Report>;
  missed(span: Span): MissedOrders;
  /** Null if not rejected, or if never read. */
  rejection(past: PastOrder, jobs: Job[]): RejectionCause | null;
  /** What went wrong; null if nothing. */
  mishap(past: PastOrder, jobs: Job[]): Mishap | null;
}

export function createReportBook(deps: {
  store: Store;
  clock: ServiceClock;
  settings: SettingsKeeper;
  deadlineRules: (venueId: string) => DeadlineRules;
}): ReportBook {
  const { store, clock, settings } = deps;

  function mishap(past: PastOrder, jobs: Job[], cause = rejection(past, jobs)): Mishap | null {
    if (past.claim !== null) return null;
    const row = cause && store.orders.get(past.orderId);
    const what = mishapOf(past, cause, () => row !== null && wasAnswered(store, row));
    if (!what) return null;
    const deadline = answerBy(past.isPreorder, deps.deadlineRules(past.venueId), past.placedAt);
    const by = Date.parse(deadline.at);
    const until = (what === 'late' ? past.readyAt : past.endedAt) ?? by;
    const touch = store.journal.ofKind(past.orderId, 'touched', 'command')[0];
    return {
      what,
      causes: causesOf(what, {
        past,
        jobs,
        outages: store.outages.during(past.venueId, past.placedAt, until),
        touchedAt: touch ? touch.at + clock.aheadMs() : null,
        aheadMs: clock.aheadMs(),
        answerBy: by,
        rejectedAt: Math.min((row && changedAt(row)) ?? until, until),
        answerIsAbout: deadline.about,
        unverified: unverified(past.orderId),
        alongside: past.acceptedAt === null ? 0 : store.history.alongside(past.venueId, past.acceptedAt),
      }),
    };
  }

  function missed(span: Span): MissedOrders {
    const work = createMissed(digitsBy(settings.get().service));
    for (const past of store.history.rejected(...boundsOf(span)))
      if (rejection(past, store.queue.ofOrder(past.orderId)) === 'missed') work.add(past);
    return work.view();
  }

  function rejection(past: PastOrder, jobs: Job[]): RejectionCause | null {
    if (past.stage !== 'rejected' || past.claim !== null) return null;
    const row = store.orders.get(past.orderId);
    return row ? causeOfRejection(store, row, jobs, deps.deadlineRules(past.venueId)) : 'others';
  }

  /** Printers that took a ticket without confirming one. */
  function unverified(orderId: string): string[] {
    const tickets = store.ledger.of(orderId).filter(({ document }) => document === 'kitchen-ticket');
    const verified = new Set(
      tickets.filter((entry) => ['confirmed', 'seen'].includes(printEvidenceOf(entry))).map(({ printerId }) => printerId),
    );
    return [...new Set(tickets.filter(({ printerId }) => !verified.has(printerId)).map(({ printer }) => printer))];
  }

  async function* orders(span: Span): AsyncGenerator<ReportedOrder> {
    const [from, to] = boundsOf(span);
    let after: PlaceInTime | null = null;
    const own = timeSlice();
    for (;;) {
      const page = store.history.placed(from, to, after, PAGE);
      for (const { place, past, figures } of page) {
        if (own.isOver()) await own.next();
        after = place;
        yield reported(past, figures);
      }
      if (page.length < PAGE) return;
    }
  }

  function reported(past: PastOrder, figures: OrderFigures | null): ReportedOrder {
    const jobs = store.queue.ofOrder(past.orderId);
    const cause = rejection(past, jobs);
    const order = figures ? null : store.orders.whole(past.orderId);
    return {
      past,
      rejection: cause,
      rejectedHere: rejectedHere(jobs),
      refunded: refundsOf(jobs, past.currency),
      ...(figures ?? (order ? figuresOf(order) : { items: [], money: null })),
      mishap: mishap(past, jobs, cause),
      staff: settings.get().staff.on ? { answeredBy: answeredBy(store, past.orderId), readyBy: readyBy(store, past.orderId) } : null,
    };
  }

  /** Counts printouts. The print ledger uses this computer's clock. */
  function papers(span: Span): Report['papers'] {
    const [from, to] = boundsOf(span);
    const { confirmed, reported, seen, sent, uncertain } = store.ledger.totals(from - clock.aheadMs(), to - clock.aheadMs());
    return { confirmed: confirmed.count, reported: reported.count, seen: seen.count, sent: sent.count, uncertain: uncertain.count };
  }

  const couriers = (span: Span) => store.deliveries.between(...boundsOf(span));

  async function report(span: Span): Promise<Report> {
    const { service } = settings.get();
    const currencyDigits = digitsBy(service);
    const work = createReport(span, (at) => new Date(at).toISOString(), currencyDigits);
    for await (const order of orders(span)) work.add(order);
    return {
      ...work.figures(),
      papers: papers(span),
      sale: saleReport(store.menu.offSale, span, clock.now(), work.figures().rejectsBy),
      couriers: courierReport(couriers(span), priceUnitBy(service), currencyDigits),
    };
  }

  return { orders, couriers, report, missed, rejection, mishap };
}

function refundsOf(jobs: readonly Job[], currency: string | null): { amount: number; currency: string }[] {
  if (currency === null) return [];
  return jobs
    .map(refundOf)
    .filter((amount) => amount !== null)
    .map((amount) => ({ amount, currency }));
}
