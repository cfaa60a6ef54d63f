/** Calls of kitchen displays to sell out or restore a dish, if the settings allow it. */
import type { kitchenSaleCalls } from '../../../contract/calls/dishes.ts';
import type { Answer, DishSaleView, OrderedView, OrderSaleView } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { kitchenOf } from '../../orders/kitchen/kitchen.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { type Handlers, refuse } from '../answers.ts';
import type { By } from '../caller.ts';

type MenuCalls = Pick<Handlers, 'menu.ofOrder' | 'menu.soldOut' | 'menu.backOnSale'>;

interface Found {
  of: OrderSaleView;
  dish: OrderedView & { what: NonNullable<OrderedView['what']> };
}

export function createKitchenSaleCalls(
  { store, settings }: { store: Store; settings: SettingsKeeper },
  menu: MenuCalls,
): Pick<Handlers, keyof typeof kitchenSaleCalls> {
  async function find(orderId: string, line: string): Promise<Answer<Found>> {
    const { sold_out: isAllowed, stations } = settings.get().kitchen;
    if (!isAllowed) return NOT_ALLOWED;
    const order = store.orders.get(orderId)?.order;
    const of = await menu['menu.ofOrder']({ orderId });
    if (!order || !of.ok) return CHANGED;
    const at = kitchenOf(order, stations, store.kitchen.of(orderId)).lines.findIndex(({ key }) => key === line);
    const dish = of.value.items[at];
    if (!dish) return CHANGED;
    const { what, name } = dish;
    if (!of.value.hasMenu) return refuse({ code: 'no-menu', text: message('menu.notLoaded') });
    if (what === null) return refuse({ code: 'not-in-menu', text: message('menu.itemNotFound', { name: name ?? '' }) });
    return { ok: true, value: { of: of.value, dish: { ...dish, what } } };
  }

  /** Displays get neither prices nor names of staff. */
  function viewOf({ of: { ends }, dish: { name, state, until, pending } }: Found): DishSaleView {
    const { intent, waitsUntil, askedAt, sentAt, lookedAt, text, onSale } = pending ?? {};
    const isAboutSale = pending !== null && onSale !== undefined;
    return {
      name,
      state,
      until,
      pending: isAboutSale
        ? {
            intent: intent ?? 0,
            state: pending.state,
            waitsUntil: waitsUntil ?? null,
            askedAt: askedAt ?? '',
            sentAt: sentAt ?? null,
            lookedAt: lookedAt ?? null,
            text: text ?? null,
            by: null,
            onSale,
            until: pending.until ?? null,
          }
        : null,
      ends: { isOpen: ends.isOpen, closing: ends.closing, tomorrow: ends.tomorrow, opening: ends.opening },
    };
  }

  /** A display acts under its name in Settings. */
  const named = (by: By | undefined): By | undefined => by && { ...by, name: by.name ?? by.paired?.name ?? null };

  async function look(orderId: string, line: string): Promise<Answer<DishSaleView>> {
    const found = await find(orderId, line);
    return found.ok ? { ok: true, value: viewOf(found.value) } : found;
  }

  return {
    'kitchen.dishSale': ({ orderId, line }) => look(orderId, line),
    async 'kitchen.soldOut'({ orderId, line, end }, by) {
      const found = await find(orderId, line);
      if (!found.ok) return found;
      const { of, dish } = found.value;
      const answer = await menu['menu.soldOut']({ venueId: of.venueId, what: [dish.what], end }, named(by));
      return answer.ok ? look(orderId, line) : answer;
    },
    async 'kitchen.backOnSale'({ orderId, line }, by) {
      const found = await find(orderId, line);
      if (!found.ok) return found;
      const { of, dish } = found.value;
      const answer = await menu['menu.backOnSale']({ venueId: of.venueId, what: [dish.what] }, named(by));
      return answer.ok ? look(orderId, line) : answer;
    },
  };
}

const NOT_ALLOWED = refuse({
  code: 'not-allowed',
  text: message('kitchen.soldOutNotAllowed'),
  hint: message('kitchen.allowInSettings'),
});
const CHANGED = refuse({ code: 'changed', text: message('order.justChanged'), hint: message('text.checkAgain') });
