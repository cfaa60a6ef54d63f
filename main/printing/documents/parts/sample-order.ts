/** The sample fills every part of a printout, for previews. */
import type { ItemOption, Order, OrderItem } from '../../../orders/order.ts';

const CURRENCY = 'EUR';

/** `now`: epoch ms. */
export function sampleOrder(now: number, venueName: string): Order {
  const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const items = [
    item('Pizza margherita', 2, 1190, 'Pizza', [option('Size', 'Family'), option('Extra topping', 'Mozzarella', 2)]),
    item('House burger', 1, 1350, 'Mains', [option('Leave out', 'Onion')]),
    item('Fries', 1, 450, 'Sides'),
    item('Lemonade 0.4 l', 2, 390, 'Drinks'),
  ];
  return {
    id: '6b3a51e07c9d2f4b18e6a3ff',
    venueId: '',
    venueName,
    number: '417',
    type: 'instant',
    status: 'production',
    delivery: { type: 'homedelivery', selfDelivery: true, time: iso(40), address: 'Sample Street 12 B 7', tip: money(200) },
    preOrder: null,
    items,
    participants: [
      { name: 'Aino', lines: [{ item: 0, count: 2 }] },
      { name: 'Mikael', lines: [1, 2, 3].map((at) => ({ item: at, count: items[at]?.count ?? 1 })) },
    ],
    basketTotal: money(4960),
    discountsTotal: null,
    feesTotal: money(290),
    fees: [{ type: 'type_base_delivery', total: money(290) }],
    cash: { collect: money(5450), expect: money(6000) },
    consumer: { name: 'Aino K', phone: '+000 555 0100', comment: 'Allergy: hazelnut. Cutlery for two please.' },
    noContact: true,
    company: { taxId: '00000000', name: 'Sample Ltd', address: 'Sample Street 1' },
    createdAt: iso(-1),
    modifiedAt: null,
    pickupEta: iso(20),
    readable: 'all',
    batchRows: [],
  };
}

function item(name: string, count: number, price: number, category: string, options: ItemOption[] = []): OrderItem {
  return {
    ...{ rowNumber: null, id: null, posId: null, sku: null, gtin: null, deposit: null, weightGrams: null },
    ...{ name, count, category, options, unitPrice: money(price), total: money(price * count) },
  };
}

function option(group: string, value: string, count = 1): ItemOption {
  return { group, value, count, price: null, posId: null, valuePosId: null };
}

function money(amount: number): { amount: number; currency: string } {
  return { amount, currency: CURRENCY };
}
