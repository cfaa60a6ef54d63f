/** Changes are durable when answered; outcomes reach screens as updates. */
import type { menuCalls } from '../../../contract/calls/menu.ts';
import { message } from '../../../contract/message.ts';
import { queueFirstReading, queueReading } from '../../outbox/menu/queue-changes.ts';
import { venueSettings } from '../../settings/settings.ts';
import { type Sheet, sheetFrom } from '../../view/menu/menu-sheet.ts';
import { menuAnswer } from '../../view/menu/menu-view.ts';
import { orderedViews } from '../../view/menu/order-sale.ts';
import { iso } from '../../view/menu/pending.ts';
import { endsView, hoursOf } from '../../view/menu/sale-view.ts';
import { copyOf } from '../../view/menu/whole/menu-tasks.ts';
import { DONE, type Handlers, refuse, UNKNOWN_VENUE } from '../answers.ts';
import { createFileCalls } from './file-calls.ts';
import { createMenuChanges, type MenuCallsDeps } from './menu-changes.ts';
import { createOnSaleCalls } from './on-sale-calls.ts';
import { createPriceCalls } from './price-calls.ts';
import { createSaleCalls } from './sale-calls.ts';

const MOST_NOTES = 200;

export function createMenuCalls(deps: MenuCallsDeps): Pick<Handlers, keyof typeof menuCalls> {
  const { store, time, settings, menuBook: book, menuWork } = deps;
  const clock = time.service;
  const changes = createMenuChanges(deps);
  const { kindOf } = changes;
  const ends = (venueId: string) => endsView(hoursOf(store, venueId), clock.now(), deps.zoneOf(venueId));

  /** The menu for screens in a language, built on its first request. Null without a menu copy. */
  async function sheetOf(venueId: string, language: string): Promise<Sheet | null> {
    const { copies } = store.menu;
    const kept = sheetFrom((name) => copies.part(venueId, name), language);
    const copy = kept ? null : copyOf(store, venueId);
    if (!copy) return kept;
    const copyId = copies.get(venueId)?.id;
    const made = await menuWork.sheet({ copy, language });
    if (copyId !== undefined && copyId === copies.get(venueId)?.id && !store.readOnly)
      store.write(() => copies.keep(venueId, copyId, made));
    return sheetFrom((name) => made.find((part) => part.name === name)?.body ?? null, language);
  }

  return {
    ...createSaleCalls(deps, changes),
    ...createOnSaleCalls(deps, changes),
    ...createPriceCalls(deps, changes),
    ...createFileCalls(deps, changes),
    async 'menu.get'({ venueId, language, has = null }) {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const sheet = await sheetOf(venueId, language);
      if (sheet === null) queueFirstReading(store, time, venueId);
      const parts = { store, now: clock.now(), sheet, has, sells: kindOf(venueId), ends: ends(venueId) };
      return { ok: true, value: menuAnswer(venueId, parts) };
    },
    'menu.ofOrder': ({ orderId }) => {
      const order = store.orders.get(orderId)?.order;
      if (!order) return refuse({ code: 'unknown-order', text: message('order.thisUnknown') });
      const { venueId } = order;
      const hasMenu = book.has(venueId);
      if (!hasMenu && store.venues.get(venueId)) queueFirstReading(store, time, venueId);
      const items = orderedViews(store, book, order, clock.now());
      return { ok: true, value: { venueId, sells: kindOf(venueId), hasMenu, ends: ends(venueId), items } };
    },
    'menu.read': ({ venueId }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      store.write(() => queueReading(store, time, venueId, 0));
      return DONE;
    },
    'menu.setKind': ({ venueId, sells }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), sells } } }));
      return DONE;
    },
    'menu.history': ({ venueId }) => ({
      ok: true,
      value: { notes: store.menu.notes(venueId, MOST_NOTES).map(({ at, text, by }) => ({ at: iso(at), text, by })) },
    }),
  };
}
