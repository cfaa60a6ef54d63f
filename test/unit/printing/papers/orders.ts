/** Parsed orders that these tests print. */

import { USUAL_TEMPLATE } from '../../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../../main/orders/money/money.ts';
import type { ItemOption, Order, OrderItem } from '../../../../main/orders/order.ts';
import type { Document } from '../../../../main/printing/layout/document.ts';
import { layout } from '../../../../main/printing/layout/layout.ts';
import { textPreview } from '../../../../main/printing/layout/text-preview.ts';

export function option(group: string, value: string, count = 1): ItemOption {
  return { group, value, count, price: null, posId: null, valuePosId: null };
}

export function item(name: string, count: number, options: ItemOption[] = []): OrderItem {
  return {
    ...{ rowNumber: null, id: null, name, count, options, total: null, unitPrice: null, weightGrams: null },
    ...{ posId: null, sku: null, gtin: null, category: null, deposit: null },
  };
}

export function order(change: Partial<Order> = {}): Order {
  return {
    id: '6b3a51e07c9d2f4b18e6a3ff',
    venueId: '6b1f0c2d9e4a57318c2ad011',
    venueName: 'Test Venue Harbour',
    number: '400',
    type: 'instant',
    status: 'production',
    delivery: { type: 'homedelivery', selfDelivery: false, time: null, address: null, tip: null },
    preOrder: null,
    items: [item('Fries', 1)],
    participants: [],
    basketTotal: null,
    discountsTotal: null,
    feesTotal: null,
    fees: [],
    cash: null,
    consumer: { name: null, phone: null, comment: null },
    noContact: false,
    company: { taxId: null, name: null, address: null },
    createdAt: '2026-03-14T11:14:07.412Z',
    modifiedAt: null,
    pickupEta: '2026-03-14T11:36:00.000Z',
    readable: 'all',
    batchRows: [],
    ...change,
  };
}

export const groupOrder = order({
  number: '417',
  items: [
    item('Pizza margherita', 1, [option('Size', 'Family'), option('Extra topping', 'Mozzarella', 2)]),
    item('House burger', 2, [option('Patty', 'Plant based'), option('Leave out', 'No onion')]),
    item('Lemonade 0.4 l', 1),
    item('Fries', 1),
  ],
  participants: [
    { name: 'Aino K', lines: [{ item: 0, count: 1 }] },
    { name: 'Mikael S', lines: [{ item: 1, count: 2 }] },
    {
      name: 'Lea P',
      lines: [
        { item: 2, count: 1 },
        { item: 3, count: 1 },
      ],
    },
  ],
  consumer: { name: 'Aino K', phone: null, comment: 'Allergy: hazelnut. Cutlery for three please.' },
});

export const takeawayWithCash = order({
  number: '421',
  delivery: { type: 'takeaway', selfDelivery: false, time: null, address: null, tip: null },
  items: [item('House burger', 1, [option('Meal', 'Fries and drink')])],
  cash: { collect: { amount: 1680, currency: 'EUR' }, expect: { amount: 2000, currency: 'EUR' } },
  consumer: { name: 'Jonas L', phone: null, comment: null },
  createdAt: '2026-03-14T12:20:00.004Z',
  pickupEta: '2026-03-14T12:40:00.000Z',
});

export const ownDeliveryPreOrder = order({
  number: '88',
  type: 'preorder',
  delivery: {
    type: 'homedelivery',
    selfDelivery: true,
    time: '2026-03-14T17:30:00.000Z',
    address: 'Koekatu 12 B 7, 00100 Testikylä',
    tip: { amount: 200, currency: 'EUR' },
  },
  preOrder: { time: '2026-03-14T17:30:00.000Z', status: 'confirmed' },
  items: [item('Pizza margherita', 2), item('Pizza diavola', 1, [option('Size', 'Family')])],
  consumer: { name: 'Petra Virtanen', phone: '+358000000001', comment: 'Door code 1234' },
  noContact: true,
  createdAt: '2026-03-14T09:02:41.118Z',
  pickupEta: null,
});

/** A comment in four scripts, one of them without a shipped font. */
export const orderInManyScripts = order({
  number: '433',
  items: [item('Piperiá gemistí · Πιπεριά γεμιστή', 2, [option('Сыр', 'Без сыра')]), item('شاورما دجاج', 1)],
  consumer: {
    name: 'Ελένη Π',
    phone: null,
    comment: 'Αλλεργία: φουντούκι!\nБез орехов, пожалуйста.\nحساسية من المكسرات، بدون بصل من فضلك\nאלרגיה לאגוזים\n花生过敏 🥜',
  },
});

export const context = {
  venueName: 'Test Venue Harbour',
  currencyDigits: isoDigits,
  copy: { kind: 'original' },
  printedAt: '2026-03-14T11:16:00.000Z',
  timeZone: 'Europe/Helsinki',
  template: USUAL_TEMPLATE,
} as const;

/** A document's lines as printed; of no document, none. */
export const linesOf = (document: Document | null, columns = 48): string[] => (document ? textPreview(layout(document, { columns })) : []);
