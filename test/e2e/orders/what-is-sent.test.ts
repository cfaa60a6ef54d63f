/** The 18 operations of section 4.2 as the app sends them: complete bodies, in both units of a refund. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput, OperationInput } from '../../../contract/contract.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

interface Asked {
  at: string;
  method: string;
  path: string;
  body: string;
  operation: string;
}
interface Story {
  asked: Asked[];
  read: { path: string; body: string }[];
}

interface AtService {
  pickup_eta: string | null;
  delivery: { time: string };
  created_at: string;
}

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const row = (row_number: number, name: string) => ({
  row_number,
  name,
  count: 2,
  options: [],
  item_price: { unit_price: EUR(1_999), total: EUR(3_998) },
});
const ITEMS = ['Bananas', 'Water', 'Bread', 'Cheese', 'Coffee'].map((name, at) => row(at + 1, name));
const BASKET = { items: ITEMS, basket_price: { total: EUR(5 * 3_998) }, cash_payment: null };
const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
const parsed = (body: string): unknown => (body === '' ? null : JSON.parse(body));

/** `sent`: the amount in the unit that the service expects. */
describe.each([
  { unit: 'minor', sent: (cents: number) => cents },
  { unit: 'major', sent: (cents: number) => cents / 100 },
] as const)('refunds in $unit units', ({ unit, sent }) => {
  let venue: Venue;
  beforeAll(async () => {
    venue = await openVenue({ service: { refund_unit: unit }, venue: { invoiced_by: 'service' } });
  });
  afterAll(() => venue.close());

  async function placed(kind: string, column: 'preparing' | 'ready' | 'ended' | null = null) {
    const { order_id: orderId } = await venue.arrived(kind, BASKET);
    if (column) await venue.bringTo(orderId, column);
    return orderId;
  }
  const story = async (orderId: string) => (await venue.control('GET', `/orders/${orderId}/story`)) as unknown as Story;
  const atService = async (orderId: string) => ((await venue.control('GET', `/orders/${orderId}`)) as { order: AtService }).order;
  async function expectSent(orderId: string, operation: string, body: unknown, method = 'PUT', path = operation): Promise<void> {
    const all = async () => (await story(orderId)).asked.filter((one) => one.operation === operation);
    await until(operation, async () => (await all()).length > 0);
    expect((await all()).map((one) => ({ method: one.method, path: one.path, body: parsed(one.body) }))).toEqual([
      { method, path: `/orders/${orderId}/${path}`, body },
    ]);
  }
  const operate = async (orderId: string, operation: OperationInput) =>
    expect(await venue.call('order.operate', { orderId, requestId: 'request-1', operation })).toMatchObject({ ok: true });

  test('an order is read without a body, only from version 2 of the interface', async () => {
    const id = await placed('takeaway');
    const { read } = await story(id);
    expect(new Set(read.map(({ path, body }) => `${path} ${body}`))).toEqual(new Set([`/v2/orders/${id} `]));
  });

  test('accept: no body for the usual time, else the pickup time shifted by the minutes', async () => {
    await expectSent(await placed('takeaway', 'preparing'), 'accept', null);
    const id = await placed('instant');
    const eta = await until('the estimate', async () => (await atService(id)).pickup_eta);
    await until('the estimate here', () => venue.card(id).pickupAt !== null);
    expect(await venue.call('order.accept', { orderId: id, extraMinutes: 15 })).toMatchObject({ ok: true });
    await expectSent(id, 'accept', { adjusted_pickup_time: later(eta, 15) });
  });

  test('self-delivery/accept: no body for the usual time, else the delivery time shifted by the minutes', async () => {
    await expectSent(await placed('self-delivery', 'preparing'), 'self-delivery/accept', null);
    const id = await placed('self-delivery');
    const { delivery } = await atService(id);
    expect(await venue.call('order.accept', { orderId: id, extraMinutes: 20 })).toMatchObject({ ok: true });
    await expectSent(id, 'self-delivery/accept', { total_delivery_time: later(delivery.time, 20) });
  });

  test.each(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON'] as const)('reject: the reason, and the code %s', async (code) => {
    const id = await placed('instant');
    expect(await venue.call('order.reject', { orderId: id, reason: 'Lohi loppui', code })).toMatchObject({ ok: true });
    await expectSent(id, 'reject', { reason: 'Lohi loppui', code });
  });

  test('confirm-preorder, ready and delivered: no body', async () => {
    const preorder = await placed('preorder');
    expect(await venue.call('order.confirm', { orderId: preorder })).toMatchObject({ ok: true });
    await expectSent(preorder, 'confirm-preorder', null);
    const id = await placed('takeaway', 'ended');
    await expectSent(id, 'ready', null);
    await expectSent(id, 'delivered', null);
  });

  test('ready at a pharmacy: each over-the-counter row with the batches that cover it', async () => {
    const id = await placed('pharmacy', 'preparing');
    const lots = ['LOT-7', 'LOT-8'];
    const batches = lots.map((lot) => ({ id: lot, quantity: 1 }));
    expect(await venue.call('order.ready', { orderId: id, batches: [{ row: 1, batches }] })).toMatchObject({ ok: true });
    const given = lots.map((batch_id) => ({ batch_id, quantity: 1 }));
    await expectSent(id, 'ready', { type: 'POLAND_PHARMA', otc_items: [{ row_number: 1, batches: given }] });
  });

  test("sent-to-pos: success and time, by the service's clock", async () => {
    const id = await placed('takeaway', 'preparing');
    const one = await until('sent-to-pos', async () => (await story(id)).asked.find(({ operation }) => operation === 'sent-to-pos'));
    const body = JSON.parse(one.body) as { time_sent_to_pos: string };
    expect(body).toEqual({ success: true, time_sent_to_pos: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
    // A date in a header has no milliseconds.
    const at = Date.parse(body.time_sent_to_pos);
    expect(at).toBeGreaterThan(Date.parse((await atService(id)).created_at) - 2_000);
    expect(at).toBeLessThan(Date.parse(one.at) + 2_000);
  });

  test('pickup-completed, courier-at-customer: no body; delivery/eta: minutes; tracking/location: position, heading if known', async () => {
    const id = await placed('self-delivery', 'ready');
    await operate(id, { operation: 'eta', minutes: 12 });
    await expectSent(id, 'delivery/eta', { eta_minutes: 12 });
    await operate(id, { operation: 'location', lat: 60.1699, lon: 24.9384, heading: 90 });
    await expectSent(id, 'delivery/tracking/location', { location: { lon: 24.9384, lat: 60.1699 }, heading: 90 });
    await operate(id, { operation: 'pickup-completed' });
    await expectSent(id, 'pickup-completed', null);
    await operate(id, { operation: 'courier-at-customer' });
    await expectSent(id, 'courier-at-customer', null);
    const still = await placed('self-delivery', 'ready');
    await operate(still, { operation: 'location', lat: 60.1699, lon: 24.9384, heading: null });
    await expectSent(still, 'delivery/tracking/location', { location: { lon: 24.9384, lat: 60.1699 } });
  });

  test('replace-items: all five kinds, a deposit, several replacements for one item, and both kinds of addition', async () => {
    const id = await placed('retail', 'preparing');
    await operate(id, {
      operation: 'replace-items',
      changes: [
        { row: 1, replacements: [{ type: 'weight-change-replacement', weight: 430 }] },
        { row: 2, replacements: [{ type: 'count-change-replacement', count: 1 }] },
        { row: 3, replacements: [{ type: 'reduced-price', barcode: '6400000000000', price: EUR(1_501) }] },
        {
          row: 4,
          replacements: [
            { type: 'menu-item-replacement', barcode: '6400000000001', count: 2, price: EUR(799) },
            { type: 'adhoc-replacement', name: 'Cola', count: 1, price: EUR(185), deposit: EUR(15) },
          ],
        },
      ],
      additions: [
        { row: null, name: 'A flower' },
        { row: 5, barcode: '6400000000000' },
      ],
    });
    await expectSent(id, 'replace-items', {
      item_changes: [
        { row_number: 1, replacement_items: [{ replacement_type: 'weight-change-replacement', weight: 430 }] },
        { row_number: 2, replacement_items: [{ replacement_type: 'count-change-replacement', count: 1 }] },
        { row_number: 3, replacement_items: [{ replacement_type: 'reduced-price', barcode: '6400000000000', price: EUR(1_501) }] },
        {
          row_number: 4,
          replacement_items: [
            { replacement_type: 'menu-item-replacement', count: 2, barcode: '6400000000001', price: EUR(799) },
            { replacement_type: 'adhoc-replacement', count: 1, name: 'Cola', price: EUR(185), deposit: EUR(15) },
          ],
        },
      ],
      item_additions: [{ name: 'A flower' }, { row_number: 5, barcode: '6400000000000' }],
    });
  });

  test('deposits-returned: item, count, total and VAT', async () => {
    const id = await placed('takeaway', 'ended');
    const items = [
      { description: 'Bottle', count: 3, total: 105, vat: 25.5 },
      { description: 'Crate', count: 1, total: 1_234, vat: 0 },
    ];
    await operate(id, { operation: 'deposits-returned', items });
    await expectSent(id, 'deposits-returned', {
      action: 'REFUND_USER_CREDITS',
      items: [
        { deposit_description: 'Bottle', unit_count: 3, total_price_incl_vat: sent(105), vat_percentage: 25.5 },
        { deposit_description: 'Crate', unit_count: 1, total_price_incl_vat: sent(1_234), vat_percentage: 0 },
      ],
    });
  });

  test.each(['PRICE_DIFFERENCE', 'QUALITY_ISSUES'] as const)(
    'refund-items: %s, row by row, with a comment if there is one',
    async (reason) => {
      const id = await placed('takeaway', 'ended');
      const refunds = [
        { row: 2, count: 2, perUnit: 1_234, comment: 'It was cold' },
        { row: 5, count: 1, perUnit: 1_999, comment: null },
      ];
      await operate(id, { operation: 'refund-items', reason, refunds });
      const action = 'REFUND_MONEY';
      const item_refunds = [
        { row_number: 2, unit_count: 2, refund_per_unit_incl_vat: sent(1_234), action, optional_comment: 'It was cold' },
        { row_number: 5, unit_count: 1, refund_per_unit_incl_vat: sent(1_999), action },
      ];
      await expectSent(id, 'refund-items', { reason, item_refunds }, 'POST');
    },
  );

  test('refund-basket: one request with amount, reason and VAT', async () => {
    const id = await placed('takeaway', 'ended');
    await operate(id, { operation: 'refund-basket', amount: 1_234, reason: 'PRICE_DIFFERENCE', vat: 14 });
    const basket_refunds = [{ refund_incl_vat: sent(1_234), reason: 'PRICE_DIFFERENCE', vat_percentage: 14 }];
    await expectSent(id, 'refund-basket', { basket_refunds }, 'POST');
  });

  test('upload-links: no body, type in the path; the PDF is uploaded unchanged, without a token', async () => {
    const id = await placed('takeaway', 'ended');
    const pdf = '%PDF-1.7\nÄÖ\n';
    const given: CallInput<'order.uploadDocument'> = { orderId: id, type: 'INVOICE', base64: Buffer.from(pdf).toString('base64') };
    expect(await venue.call('order.uploadDocument', given)).toMatchObject({ ok: true });
    await expectSent(id, 'upload-links', null, 'POST', 'documents/INVOICE/upload-links');
    expect((await venue.control('GET', `/orders/${id}`)).documents).toEqual(['INVOICE']);
    const uploads = (await venue.log()).flatMap((one) => (one.kind === 'request' && one.service === 'uploads' ? [one.size] : []));
    expect(uploads).toEqual([Buffer.byteLength(pdf)]);
  });
});
