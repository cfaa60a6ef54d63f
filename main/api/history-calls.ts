/** The calls of the History and Day screens. */

import type { FoundOrder, OrderStory } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import { couriersCsv } from '../history/courier-day.ts';
import { dayCsv } from '../history/day.ts';
import type { DayBook } from '../history/day-book.ts';
import { traces } from '../history/how-rejected.ts';
import { timelineOf } from '../history/timeline.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import { toPay } from '../orders/money/to-pay.ts';
import { type SettingsKeeper, venueSettings } from '../settings/settings.ts';
import type { Job } from '../store/queue/queue.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/time.ts';
import { kindLabelOf, statusLabels } from '../view/card.ts';
import { money } from '../view/room-on-card.ts';
import { type Handlers, refuse } from './answers.ts';

const PAGE = 40;
const ITEMS_NAMED = 4;

export function createHistoryCalls(deps: {
  store: Store;
  time: Clocks;
  settings: SettingsKeeper;
  dayBook: DayBook;
  deadlineRules: (venueId: string) => DeadlineRules;
}): Pick<Handlers, 'history.search' | 'history.order' | 'history.day' | 'history.csv'> {
  const { store, settings, dayBook } = deps;
  const clock = deps.time.service;
  const iso = (at: number) => new Date(at).toISOString();

  function labelsOf(row: OrderRow, jobs: Job[]): ReturnType<typeof statusLabels> {
    const { flavour } = venueSettings(settings.get(), row.order.venueId);
    return statusLabels(row, {
      ...deps.deadlineRules(row.order.venueId),
      flavour,
      jobs,
      told: store.told.get(row.order.id),
      ...traces(store, row.order.id),
      iso: clock.iso,
    });
  }

  function found({ place, orderId }: { place: number; orderId: string }): FoundOrder[] {
    const row = store.orders.get(orderId);
    if (!row) return [];
    const { order } = row;
    return [
      {
        place,
        id: order.id,
        number: order.number,
        venueName: venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? order.venueId,
        customer: order.consumer.name,
        placedAt: order.createdAt ?? clock.iso(row.noticedAt),
        ...labelsOf(row, store.queue.ofOrder(order.id)),
        rejected: row.stage === 'rejected',
        kindLabel: kindLabelOf(order),
        items: order.items.slice(0, ITEMS_NAMED).map(({ count, name }) => ({ count, name })),
        moreItems: order.items.length > ITEMS_NAMED,
        total: money(order.basketTotal),
        toPay: money(toPay(order)),
        cashToCollect: row.open ? money(order.cash?.collect ?? null) : null,
      },
    ];
  }

  return {
    'history.search': ({ typed, before }) => {
      const hits = store.history.search(typed, PAGE, before);
      return { ok: true, value: { orders: hits.flatMap(found), more: hits.length === PAGE } };
    },
    'history.order': ({ orderId }) => {
      const row = store.orders.get(orderId);
      const past = store.history.get(orderId);
      if (!row || !past) return refuse({ code: 'unknown-order', says: message('this-order-is-not-known-here') });
      const { order } = row;
      const jobs = store.queue.ofOrder(orderId);
      const time = (at: number | null) => (at === null ? null : iso(at));
      const story: OrderStory = {
        number: order.number,
        statusLabel: labelsOf(row, jobs).statusLabel,
        customer: order.consumer.name,
        placedAt: iso(past.placedAt),
        acceptedAt: time(past.acceptedAt),
        readyAt: time(past.readyAt),
        endedAt: time(past.endedAt),
        dueAt: time(past.dueAt),
        total: money(order.basketTotal),
        toPay: money(toPay(order)),
        cashToCollect: row.open ? money(order.cash?.collect ?? null) : null,
        items: order.items.map(({ name, count, options }) => ({ name, count, options: options.map(({ value }) => value) })),
        timeline: timelineOf(store, order, clock.iso, dayBook.isCancelled(past, jobs)),
        causes: dayBook.mishap(past, jobs)?.causes ?? [],
      };
      return { ok: true, value: story };
    },
    'history.day': ({ day }) => {
      return { ok: true, value: dayBook.figures(day) };
    },
    'history.csv': ({ day, of }) => {
      const couriers = of === 'couriers';
      const unit = settings.get().service.delivery_price_unit;
      const text = couriers ? couriersCsv(dayBook.couriers(day), unit) : dayCsv(dayBook.orders(day), iso);
      return { ok: true, value: { fileName: `tillbridge-${couriers ? 'couriers-' : ''}${day}.csv`, text } };
    },
  };
}
