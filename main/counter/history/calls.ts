/** The calls of the History and Day screens. */
import type { Cause, DayFigures, FoundOrder, OrderStory } from '../../../preload/contract.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { type SettingsKeeper, venueSettings } from '../../settings/settings.ts';
import type { PastOrder } from '../../store/history.ts';
import type { OrderRow } from '../../store/order-rows.ts';
import type { Job } from '../../store/queue.ts';
import type { Store } from '../../store/store.ts';
import { type Handlers, refuse } from '../answers.ts';
import { kindLabelOf, money, statusLabel } from '../card.ts';
import { causesOf, mishapOf, rejectedHere } from './causes.ts';
import { type DaysOrder, dayCsv, dayFigures } from './day.ts';
import { timelineOf } from './timeline.ts';

const PAGE = 40;
const DAY_MS = 24 * 3_600_000;
const ITEMS_NAMED = 4;

export function createHistoryCalls(rooms: {
  store: Store;
  clock: ServiceClock;
  settings: SettingsKeeper;
}): Pick<Handlers, 'history.search' | 'history.order' | 'history.day' | 'history.csv'> {
  const { store, clock, settings } = rooms;
  const iso = (at: number) => new Date(at).toISOString();

  function labelOf(row: OrderRow, jobs: Job[]): string {
    return statusLabel(row, { flavour: venueSettings(settings.get(), row.order.venueId).flavour, jobs });
  }

  function found({ place, orderId }: { place: number; orderId: string }): FoundOrder[] {
    const row = store.orders.get(orderId);
    if (!row) return [];
    const { order } = row;
    const named = order.items.slice(0, ITEMS_NAMED).map(({ count, name }) => `${count} × ${name}`);
    return [
      {
        place,
        id: order.id,
        number: order.number,
        venueName: venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? order.venueId,
        customer: order.consumer.name,
        placedAt: order.createdAt ?? clock.iso(row.noticedAt),
        statusLabel: labelOf(row, store.queue.ofOrder(order.id)),
        rejected: row.stage === 'rejected',
        kindLabel: kindLabelOf(order),
        items: named.join(', ') + (order.items.length > ITEMS_NAMED ? ', …' : ''),
        total: money(order.basketTotal),
      },
    ];
  }

  function causes(past: PastOrder, jobs: Job[]): { what: 'rejected' | 'late'; causes: Cause[] } | null {
    const what = mishapOf(past, rejectedHere(jobs) !== null);
    if (!what) return null;
    const venue = venueSettings(settings.get(), past.venueId);
    const answerBy = past.placedAt + (past.isPreorder ? venue.confirm_within_seconds : venue.accept_within_seconds) * 1_000;
    const until = (what === 'late' ? past.readyAt : past.endedAt) ?? answerBy;
    const touch = store.journal.of(past.orderId).find(({ kind }) => kind === 'touch' || kind === 'command');
    return {
      what,
      causes: causesOf(what, {
        past,
        jobs,
        spells: store.spells.during(past.placedAt, until),
        touchedAt: touch ? touch.at + clock.aheadMs() : null,
        aheadMs: clock.aheadMs(),
        answerBy,
        alongside: past.acceptedAt === null ? 0 : store.history.alongside(past.venueId, past.acceptedAt),
        clock: (at) => new Date(at).toTimeString().slice(0, 5),
      }),
    };
  }

  function dayOf(day: string): DaysOrder[] {
    const from = new Date(`${day}T00:00:00`).getTime();
    const next = new Date(from + DAY_MS + DAY_MS / 2);
    const to = new Date(next.getFullYear(), next.getMonth(), next.getDate()).getTime();
    return store.history.between(from, to).map((past) => {
      const jobs = store.queue.ofOrder(past.orderId);
      return {
        past,
        rejectedHere: rejectedHere(jobs),
        refunded: refundsOf(jobs, past.currency),
        items: store.orders.get(past.orderId)?.order.items.map(({ name, count }) => ({ name, count })) ?? [],
        mishap: causes(past, jobs),
      };
    });
  }

  return {
    'history.search': ({ typed, before }) => {
      const hits = store.history.search(typed, PAGE, before);
      return { ok: true, value: { orders: hits.flatMap(found), more: hits.length === PAGE } };
    },
    'history.order': ({ orderId }) => {
      const row = store.orders.get(orderId);
      const past = store.history.get(orderId);
      if (!row || !past) return refuse({ code: 'unknown-order', says: 'This order is not known here.' });
      const { order } = row;
      const jobs = store.queue.ofOrder(orderId);
      const time = (at: number | null) => (at === null ? null : iso(at));
      const story: OrderStory = {
        number: order.number,
        statusLabel: labelOf(row, jobs),
        customer: order.consumer.name,
        placedAt: iso(past.placedAt),
        acceptedAt: time(past.acceptedAt),
        readyAt: time(past.readyAt),
        endedAt: time(past.endedAt),
        dueAt: time(past.dueAt),
        total: money(order.basketTotal),
        items: order.items.map(({ name, count, options }) => ({ name, count, options: options.map(({ value }) => value) })),
        timeline: timelineOf(store, order, clock.iso),
        causes: causes(past, jobs)?.causes ?? [],
      };
      return { ok: true, value: story };
    },
    'history.day': ({ day }) => {
      const value: DayFigures = dayFigures(day, dayOf(day), iso);
      return { ok: true, value };
    },
    'history.csv': ({ day }) => ({ ok: true, value: { fileName: `tillbridge-${day}.csv`, text: dayCsv(dayOf(day), iso) } }),
  };
}

/** What the service took back for the consumer at staff's wish (section 4.2). */
function refundsOf(jobs: readonly Job[], currency: string | null): { amount: number; currency: string }[] {
  if (currency === null) return [];
  return jobs.flatMap(({ kind, state, payload }) => {
    if (kind !== 'operation' || state !== 'done') return [];
    const { operation } = payload as { operation?: { operation: string; amount?: number; refunds?: { count: number; perUnit: number }[] } };
    if (operation?.operation === 'refund-basket') return [{ amount: operation.amount ?? 0, currency }];
    if (operation?.operation !== 'refund-items') return [];
    return [{ amount: (operation.refunds ?? []).reduce((sum, { count, perUnit }) => sum + count * perUnit, 0), currency }];
  });
}
