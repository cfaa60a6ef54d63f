import type { FoundOrder, OrderActivityView, Span } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import { couriersCsv } from '../../history/courier-report.ts';
import { MONTHLY_LANE, reportFolderBlockedBy } from '../../history/monthly-file.ts';
import type { ReportBook } from '../../history/report-book.ts';
import { createDaysTable, orderRow, ordersHead } from '../../history/report-csv.ts';
import { dayOf } from '../../history/span.ts';
import { timelineOf } from '../../history/timeline.ts';
import { COURIER_COMES, UNREADABLE_RETRY_MS, unreadOrder } from '../../orders/claim.ts';
import { priceUnitBy } from '../../orders/couriers/delivery.ts';
import type { DeadlineRules } from '../../orders/deadline.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import { shortText } from '../../orders/text/short-order.ts';
import { causeOfRejection } from '../../outbox/rejection-cause.ts';
import { formOfTables, type SettingsKeeper, venueSettings } from '../../settings/settings.ts';
import type { Job } from '../../store/queue/queue.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import type { PastOrder } from '../../store/search/history.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { mapYielding } from '../../time/yielding.ts';
import { money, wholeItems } from '../../view/card/fit-card.ts';
import { kindLabelOf, statusLabels } from '../../view/card/status-label.ts';
import { type Handlers, refuse } from '../answers.ts';

const PAGE = 40;
const ITEMS_NAMED = 4;

export function createHistoryCalls(deps: {
  store: Store;
  time: Clocks;
  settings: SettingsKeeper;
  currencyDigits: CurrencyDigits;
  reportBook: ReportBook;
  deadlineRules: (venueId: string) => DeadlineRules;
}): Pick<Handlers, 'history.search' | 'history.missedToday' | 'history.order' | 'history.report' | 'history.csv' | 'settings.saveReports'> {
  const { store, settings, currencyDigits, reportBook } = deps;
  const clock = deps.time.service;
  const iso = (at: number) => new Date(at).toISOString();

  function labelsOf(row: OrderRow, jobs: Job[]): ReturnType<typeof statusLabels> {
    const { id, venueId } = row.order;
    return statusLabels(row, {
      flavour: venueSettings(settings.get(), venueId).flavour,
      claim: store.claims.get(id),
      rejected: causeOfRejection(store, row, jobs, deps.deadlineRules(venueId)),
    });
  }

  function found({ place, orderId }: { place: number; orderId: string }): FoundOrder[] {
    const row = store.orders.get(orderId);
    const past = store.history.get(orderId);
    if (!row) return past ? [unreadFound(place, past)] : [];
    const { order } = row;
    return [
      {
        place,
        id: order.id,
        number: order.number,
        venueName: venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? order.venueId,
        customer: short(order.consumer.name),
        unread: false,
        placedAt: order.createdAt ?? clock.iso(row.noticedAt),
        ...labelsOf(row, store.queue.ofOrder(order.id)),
        rejected: row.stage === 'rejected',
        kindLabel: kindLabelOf(order),
        items: order.items.slice(0, ITEMS_NAMED).map(({ count, name }) => ({ count, name: short(name) })),
        moreItems: order.items.length > ITEMS_NAMED,
        total: money(order.basketTotal, currencyDigits),
        toPay: money(toPay(order, currencyDigits), currencyDigits),
        cashToCollect: row.open ? money(order.cash?.collect ?? null, currencyDigits) : null,
      },
    ];
  }

  function isMissed(orderId: string): boolean {
    const past = store.history.get(orderId);
    return past !== null && reportBook.rejection(past, store.queue.ofOrder(orderId)) === 'missed';
  }

  const nameOf = (venueId: string): string => venueSettings(settings.get(), venueId).name ?? store.venues.get(venueId)?.name ?? venueId;

  /** Labels of an unread order. While a read is still queued, it may become readable. */
  function unreadLabels({ orderId, claim }: PastOrder): { statusLabel: Text; statusShort: Text } {
    const kept = store.claims.get(orderId);
    const isSought =
      kept !== null &&
      store.claims.sinceNoticed(kept) < UNREADABLE_RETRY_MS &&
      store.queue.ofOrder(orderId).some(({ kind, finishedAt }) => kind === 'read' && finishedAt === null);
    const short = isSought ? message('order.detailsNotReadable') : message('order.detailsUnread');
    if (!claim || claim === COURIER_COMES) return { statusLabel: short, statusShort: short };
    return {
      statusLabel: message('text.list', { first: short, next: message('order.lastWebhookStatus', { status: claim }) }),
      statusShort: short,
    };
  }

  function unreadFound(place: number, past: PastOrder): FoundOrder {
    return {
      place,
      id: past.orderId,
      number: past.number,
      venueName: nameOf(past.venueId),
      customer: null,
      unread: true,
      placedAt: iso(past.placedAt),
      ...unreadLabels(past),
      rejected: past.stage === 'rejected',
      kindLabel: message('orderType.unknown'),
      items: [],
      moreItems: false,
      total: null,
      toPay: null,
      cashToCollect: null,
    };
  }

  function unreadStory(past: PastOrder): OrderActivityView {
    return {
      number: past.number,
      statusLabel: unreadLabels(past).statusLabel,
      unread: { venueName: nameOf(past.venueId) },
      customer: null,
      placedAt: iso(past.placedAt),
      noticedAt: iso(past.noticedAt),
      acceptedAt: null,
      readyAt: null,
      endedAt: null,
      dueAt: null,
      total: null,
      toPay: null,
      cashToCollect: null,
      items: [],
      timeline: timelineOf(
        store,
        unreadOrder(past.orderId, past.venueId),
        clock.iso,
        past.stage === 'rejected' ? 'cancelled' : null,
        currencyDigits,
      ),
      causes: [],
    };
  }

  async function table(span: Span, of: 'orders' | 'days' | 'couriers'): Promise<string> {
    const form = formOfTables(settings.get());
    if (of === 'couriers') return couriersCsv(reportBook.couriers(span), priceUnitBy(settings.get().service), currencyDigits, form);
    const days = createDaysTable(currencyDigits, form);
    const lines = [ordersHead(settings.get().staff.on, form)];
    for await (const order of reportBook.orders(span)) {
      if (of === 'days') days.add(order);
      else lines.push(orderRow(order, iso, currencyDigits, form));
    }
    return of === 'days' ? days.text() : lines.join('');
  }

  return {
    async 'history.search'({ typed, before, missed = false }) {
      const orders: FoundOrder[] = [];
      let last = before;
      for (;;) {
        const hits = store.history.search(typed, PAGE, last, missed);
        orders.push(...(await mapYielding(hits, (hit) => (missed && !isMissed(hit.orderId) ? [] : found(hit)))).flat());
        const more = hits.length === PAGE;
        // Staff rejected most rejected orders, so a page of missed ones may be empty.
        if (!missed || !more || orders.length >= PAGE) return { ok: true, value: { orders, more } };
        last = hits.at(-1)?.place ?? null;
      }
    },
    'history.missedToday'() {
      const today = dayOf(clock.now());
      return { ok: true, value: reportBook.missed({ firstDay: today, lastDay: today }) };
    },
    'history.order': async ({ orderId }) => {
      const row = store.orders.get(orderId);
      const past = store.history.get(orderId);
      if (!row && past) return { ok: true, value: unreadStory(past) };
      if (!row || !past) return refuse({ code: 'unknown-order', text: message('order.thisUnknown') });
      const { order } = row;
      const jobs = store.queue.ofOrder(orderId);
      const time = (at: number | null) => (at === null ? null : iso(at));
      const story: OrderActivityView = {
        number: order.number,
        statusLabel: labelsOf(row, jobs).statusLabel,
        unread: null,
        customer: order.consumer.name,
        placedAt: iso(past.placedAt),
        noticedAt: null,
        acceptedAt: time(past.acceptedAt),
        readyAt: time(past.readyAt),
        endedAt: time(past.endedAt),
        dueAt: time(past.dueAt),
        total: money(order.basketTotal, currencyDigits),
        toPay: money(toPay(order, currencyDigits), currencyDigits),
        cashToCollect: row.open ? money(order.cash?.collect ?? null, currencyDigits) : null,
        items: await wholeItems(store.orders.whole(orderId) ?? order, currencyDigits),
        timeline: timelineOf(store, order, clock.iso, reportBook.rejection(past, jobs), currencyDigits),
        causes: reportBook.mishap(past, jobs)?.causes ?? [],
      };
      return { ok: true, value: story };
    },
    'history.report': async ({ span, against }) => {
      const report = await reportBook.report(span);
      return { ok: true, value: { report, against: against && (await reportBook.report(against)) } };
    },
    'history.csv': async ({ span, of }) => {
      const days = span.firstDay === span.lastDay ? span.firstDay : `${span.firstDay}-${span.lastDay}`;
      return { ok: true, value: { fileName: `tillbridge-${of === 'orders' ? '' : `${of}-`}${days}.csv`, text: await table(span, of) } };
    },
    async 'settings.saveReports'({ reports }) {
      settings.change((now) => ({ ...now, reports }));
      // Retries monthly files that waited for the old folder; obsolete jobs end.
      store.write(() => store.queue.retryNow(MONTHLY_LANE));
      // The folder is saved even if its disk is disconnected now.
      return { ok: true, value: { blockedBy: reports.folder === null ? null : await reportFolderBlockedBy(deps.time, reports.folder) } };
    },
  };
}

/** Short enough for a card, as forty orders are sent at once. */
const short = (name: string | null): string | null => name && shortText(name, 'name', '…');
