/** Hostile orders on every kind of printout: only allowed commands reach the printer, no line is too long, nothing throws. */

import { LANGUAGES } from '../../../contract/language.ts';
import { type ArrangedPaper, PAPER_PARTS, type PaperTemplate } from '../../../contract/settings/paper-template.ts';
import { itemChanges } from '../../../main/orders/changes.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Order, OrderItem } from '../../../main/orders/order.ts';
import { paperOf } from '../../../main/printing/documents/paper.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import type { PrintPayload } from '../../../main/printing/print-payload.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import fc from '../../../test/setup/property.ts';
import { scan } from '../../../test/unit/printing/escpos-scanner.ts';
import { hostileText } from '../../../test/unit/printing/hostile-text.ts';
import { item, order } from '../../../test/unit/printing/papers/orders.ts';

const text = fc.oneof(
  { weight: 150, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'x'.repeat(4_000), '字'.repeat(500), 'ا'.repeat(300), 'a\n'.repeat(20_000), '👨‍👩‍👧'.repeat(9_000)),
  },
);
const money = fc.option(fc.record({ amount: fc.integer(), currency: fc.oneof(fc.constant('EUR'), hostileText) }), { nil: null });
const count = fc.oneof(fc.nat({ max: 20 }), fc.constant(Number.MAX_SAFE_INTEGER));
const hostileItem: fc.Arbitrary<OrderItem> = fc.record({
  rowNumber: fc.option(fc.nat({ max: 300 }), { nil: null }),
  id: fc.option(hostileText, { nil: null }),
  name: text,
  count,
  options: fc.array(fc.record({ group: text, value: text, count, price: money, posId: fc.constant(null), valuePosId: fc.constant(null) }), {
    maxLength: 3,
  }),
  total: money,
  unitPrice: money,
  posId: fc.constant(null),
  sku: fc.option(hostileText, { nil: null }),
  gtin: fc.constant(null),
  category: fc.option(hostileText, { nil: null }),
  deposit: fc.option(fc.record({ gross: money, net: money }), { nil: null }),
  weightGrams: fc.option(count, { nil: null }),
});
const when = fc.option(fc.oneof(fc.constant('2026-03-14T11:36:00.000Z'), hostileText), { nil: null });
const hostileOrder: fc.Arbitrary<Order> = fc
  .record({
    id: fc.oneof(fc.constant('6b3a51e07c9d2f4b18e6a3ff'), hostileText),
    number: text,
    type: hostileText,
    items: fc.oneof(
      { weight: 300, arbitrary: fc.array(hostileItem, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constantFrom(...[300, 4_000].map((length) => Array.from({ length }, (_, at) => item(`Dish ${at}`, 1)))) },
    ),
    kind: hostileText,
    selfDelivery: fc.boolean(),
    name: fc.option(text, { nil: null }),
    comment: fc.option(text, { nil: null }),
    address: fc.option(text, { nil: null }),
    people: fc.oneof(
      { weight: 300, arbitrary: fc.array(text, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant(Array.from({ length: 500 }, (_, at) => `Guest ${at}`)) },
    ),
    time: when,
    total: money,
    fees: fc.array(fc.record({ type: hostileText, total: money }), { maxLength: 3 }),
    cash: money,
  })
  .map((hostile) =>
    order({
      id: hostile.id,
      number: hostile.number,
      type: hostile.type,
      items: hostile.items,
      delivery: {
        type: hostile.kind,
        selfDelivery: hostile.selfDelivery,
        time: hostile.time,
        address: hostile.address,
        tip: hostile.total,
      },
      preOrder: { time: hostile.time, status: null },
      participants: hostile.people.map((name, at) => ({ name, lines: [{ item: at, count: 1 }] })),
      basketTotal: hostile.total,
      discountsTotal: hostile.total,
      feesTotal: hostile.total,
      fees: hostile.fees,
      cash: hostile.cash && { collect: hostile.cash, expect: hostile.cash },
      consumer: { name: hostile.name, phone: hostile.name, comment: hostile.comment },
      company: { name: hostile.name, taxId: hostile.comment, address: hostile.address },
      pickupEta: hostile.time,
      createdAt: hostile.time,
    }),
  );

const PRINTERS = [
  printerWith({ id: 'kitchen', name: 'Kitchen', host: 'x', takes: { categories: ['a'] } }),
  printerWith({ id: 'bar', name: 'Bär \x1b@', host: 'x' }),
];
const payload: fc.Arbitrary<PrintPayload> = fc.record({
  document: fc.constantFrom('kitchen-ticket', 'participant-label', 'receipt', 'courier-slip', 'preorder-slip', 'change-slip', 'stop-slip'),
  printerId: fc.constant('kitchen'),
  part: fc.nat({ max: 3 }),
  madeAt: fc.constant(0),
});
const paper = fc.constantFrom({ columns: 48, dots: 576 }, { columns: 32, dots: 384 }, { columns: 42, dots: 512 });

const arranged = <P extends ArrangedPaper>(name: P) =>
  fc.record({
    parts: fc
      .shuffledSubarray([...PAPER_PARTS[name]])
      .chain((parts) =>
        fc.tuple(...parts.map((part) => fc.record({ part: fc.constant(part), size: fc.constantFrom('small', 'normal', 'large') }))),
      )
      .map((parts) => parts as PaperTemplate[P]['parts']),
    header: hostileText,
    footer: hostileText,
  });
const logo = { width: 400, height: 40, dots: Buffer.alloc(2_000, 0x10).fill(0x04, 1_000).toString('base64') };
/** Templates that staff could make, and some that settings refuse. */
const template = fc.record({
  venueName: hostileText,
  language: fc.constantFrom(...LANGUAGES),
  code: fc.constantFrom('none', 'qr', 'barcode'),
  logo: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant(logo) }),
  'kitchen-ticket': arranged('kitchen-ticket'),
  'participant-label': arranged('participant-label'),
  receipt: arranged('receipt'),
  'courier-slip': arranged('courier-slip'),
});

/** Twelve meters of narrow paper. */
const LONGEST_DOTS = 96_000;

/** Throws with the seed and the smallest harmful order. Returns the count and the longest printout, bytes. */
export async function hostilePaper(runs: number, seed: number): Promise<{ papers: number; longestBytes: number }> {
  const seen = { papers: 0, longestBytes: 0 };
  await fc.assert(
    fc.asyncProperty(
      hostileOrder,
      hostileOrder,
      payload,
      paper,
      template,
      async (is, was, asked, { columns, dots }, { venueName, ...template }) => {
        // Memory of drawings is freed only between two turns of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        const base = { venueName, template, currencyDigits: isoDigits } as const;
        const context = { ...base, copy: { kind: 'possible-copy' }, printedAt: '2026-03-14T11:16:00Z' } as const;
        const document = paperOf(is, { ...asked, changes: itemChanges(was, is) }, PRINTERS, context);
        if (!document) return;
        const lines = layout(document, { columns });
        for (const { runs: parts } of lines) {
          const width = parts.reduce((sum, run) => sum + run.columns, 0);
          if (width > columns) throw new Error(`A line of ${width} columns on paper of ${columns}.`);
        }
        const height = lines.reduce((sum, { runs: parts }) => sum + 24 * Math.max(1, ...parts.map((run) => run.height)) + 6, 0);
        if (height > LONGEST_DOTS) throw new Error(`A paper of ${height} dots.`);
        const bytes = encode(lines, { family: 'epson', columns, dots });
        scan(bytes);
        for (const obeyedAnywhere of ['1004', '1005', '1014']) {
          if (bytes.includes(Buffer.from(obeyedAnywhere, 'hex'))) throw new Error(`The paper holds ${obeyedAnywhere}.`);
        }
        seen.papers += 1;
        seen.longestBytes = Math.max(seen.longestBytes, bytes.length);
      },
    ),
    { numRuns: runs, seed },
  );
  return seen;
}
