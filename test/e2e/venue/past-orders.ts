/** Past orders written into the database of a venue whose app isn't running. */
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { openStore } from '../../../main/store/store.ts';
import { testTime } from '../../setup/test-time.ts';

export interface PastOrder {
  /** Epoch ms. */
  placedAt: number;
  /** Minor units of EUR. */
  sales: number;
  fees?: number;
  tip?: number;
  discount?: number;
  kind?: 'homedelivery' | 'takeaway';
  dish?: string;
  /** `minutes`: from placed to ready. `lateBy`: from promised to ready. */
  minutes?: number;
  lateBy?: number;
}

const MINUTE = 60_000;
const euro = (amount: number) => ({ amount, currency: 'EUR' });

export function keepPast(dataDir: string, venueId: string, orders: readonly PastOrder[]): void {
  const time = testTime(Math.min(...orders.map(({ placedAt }) => placedAt)));
  const store = openStore(dataDir, { time });
  try {
    for (const [at, order] of [...orders].sort((a, b) => a.placedAt - b.placedAt).entries()) {
      const { placedAt, sales, fees = 0, tip = 0, discount = 0, minutes = 14, lateBy = -2 } = order;
      const body = {
        id: `past-${at}`,
        order_number: String(1000 + at),
        venue: { id: venueId },
        type: 'instant',
        order_status: 'delivered',
        created_at: new Date(placedAt).toISOString(),
        pickup_eta: new Date(placedAt + (minutes - lateBy) * MINUTE).toISOString(),
        delivery: { type: order.kind ?? 'homedelivery', ...(tip > 0 ? { courier_tip: euro(tip) } : {}) },
        basket_price: {
          total: euro(sales),
          price_breakdown: { total_before_discounts: euro(sales + discount), total_discounts: euro(discount) },
        },
        fees: { total: euro(fees) },
        items: [{ name: order.dish ?? 'Pizza margherita', count: 1, item_price: { total: euro(sales + discount) } }],
      };
      const parsed = parseOrder(body);
      if (!parsed.ok) throw new Error(parsed.why);
      for (const [stage, minute] of [
        ['preparing', 1],
        ['ready', minutes],
        ['delivered', minutes + 10],
      ] as const) {
        time.setWall(placedAt + minute * MINUTE);
        const isOver = stage === 'delivered';
        const row = {
          order: parsed.order,
          stage,
          open: !isOver,
          noticedAt: placedAt,
          readAt: placedAt,
          initialPickupEta: null,
          alerting: false,
        };
        store.write(() => store.orders.save({ ...row, endedAt: isOver ? placedAt + minute * MINUTE : null }, body));
      }
    }
  } finally {
    store.close();
  }
}
