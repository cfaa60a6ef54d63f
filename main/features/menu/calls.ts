/** What is sold, and when: the calls of the menu. Each change is durable when it is answered; what becomes of it, the screen is told. */
import type { menuCalls } from '../../../contract/calls/menu.ts';
import { message } from '../../../contract/message.ts';
import { queueFirstReading, queueReading } from '../../outbox/menu/want.ts';
import { venueSettings } from '../../settings/settings.ts';
import { keptSheet } from '../../view/menu/menu-sheet.ts';
import { menuAnswer } from '../../view/menu/menu-view.ts';
import { orderedViews } from '../../view/menu/order-sale.ts';
import { iso } from '../../view/menu/pending.ts';
import { endsView, hoursOf } from '../../view/menu/sale-view.ts';
import { DONE, type Handlers, refuse, UNKNOWN_VENUE } from '../answers.ts';
import { createFileCalls } from './file-calls.ts';
import { createOnSaleCalls } from './on-sale-calls.ts';
import { createPriceCalls } from './price-calls.ts';
import { createSaleCalls } from './sale-calls.ts';
import { createSaying, type MenuCallsDeps } from './say.ts';

const MOST_NOTES = 200;

export function createMenuCalls(deps: MenuCallsDeps): Pick<Handlers, keyof typeof menuCalls> {
  const { store, time, settings, currencyDigits, menuBook: book } = deps;
  const clock = time.service;
  const saying = createSaying(deps);
  const { kindOf } = saying;
  const ends = (venueId: string) => endsView(hoursOf(store, venueId), clock.now(), deps.zoneOf(venueId));

  return {
    ...createSaleCalls({ ...deps, say: saying.say }),
    ...createOnSaleCalls(deps, saying),
    ...createPriceCalls(deps, saying),
    ...createFileCalls(deps, saying),
    'menu.get': ({ venueId, language, has = null }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      if (keptSheet(store, book, venueId, language, currencyDigits) === null) queueFirstReading(store, time, venueId);
      const parts = { store, book, currencyDigits, now: clock.now(), language, has, sells: kindOf(venueId), ends: ends(venueId) };
      return { ok: true, value: menuAnswer(venueId, parts) };
    },
    'menu.ofOrder': ({ orderId }) => {
      const order = store.orders.get(orderId)?.order;
      if (!order) return refuse({ code: 'unknown-order', text: message('order.thisUnknown') });
      const { venueId } = order;
      const hasMenu = book.of(venueId) !== null;
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
