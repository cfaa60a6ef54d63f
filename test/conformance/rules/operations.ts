/** Further operations: section 4.2 with its payload rules 1 to 10, and section 8. */
import { expect } from 'vitest';
import { type Partner, until } from '../../integration/sandbox/partner.ts';
import { orderAfter, post, put, status, v2 } from '../orders.ts';
import { type Rule, rule } from '../rule.ts';

const OWN = 'renderer/order/operations/own-delivery-forms.tsx';
const REPLACE = { counter: 'renderer/order/operations/replace-form.tsx: ReplaceForm' } as const;
const REFUND = { counter: 'renderer/order/operations/refund-forms.tsx: RefundItemsForm' } as const;
const BASKET = { counter: 'renderer/order/operations/refund-forms.tsx: RefundBasketForm' } as const;
const DEPOSIT = { counter: 'renderer/order/operations/deposits-form.tsx: DepositsForm' } as const;
const DOCUMENT = { counter: 'renderer/order/operations/documents-form.tsx: DocumentsForm' } as const;
const PRICE = { amount: 320, currency: 'EUR' };

const rowsOf = async (partner: Partner, id: string) =>
  (await v2(partner, id)).items as { row_number: number; name: string; count: number; gtin: string | null }[];
const firstRow = async (partner: Partner, id: string) => {
  const [row] = await rowsOf(partner, id);
  if (!row) throw new Error('An order without items.');
  return row;
};
const replace = async (partner: Partner, id: string, replacement: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  put(partner, id, 'replace-items', {
    item_changes: [{ row_number: (await firstRow(partner, id)).row_number, replacement_items: [replacement] }],
    ...more,
  });
const names = async (partner: Partner, id: string) => (await rowsOf(partner, id)).map(({ name }) => name);
const link = (partner: Partner, id: string, type: string) => partner.order('POST', `/orders/${id}/documents/${type}/upload-links`);
const upload = (url: unknown, body: Buffer | string, headers: Record<string, string> = { 'content-type': 'application/pdf' }) =>
  fetch(String(url), { method: 'PUT', headers, body: new Uint8Array(Buffer.from(body)) });
/** Gives the order an invoice by uploading one, the only way in the document. */
const invoiced = async (partner: Partner, id: string): Promise<string> => {
  await upload((await link(partner, id, 'INVOICE')).body.upload_url, '%PDF-1.7');
  return id;
};
const refund = { row_number: 1, unit_count: 1, refund_per_unit_incl_vat: 100, action: 'REFUND_MONEY' };
const basket = { refund_incl_vat: 100, reason: 'PRICE_DIFFERENCE', vat_percentage: 14 };
const bottle = { deposit_description: 'Bottle', unit_count: 1, total_price_incl_vat: 20, vat_percentage: 25.5 };

export const operationRules: Rule[] = [
  rule('3.1', 'pickup-completed is for self-delivery orders, only after ready', { counter: `${OWN}: PlainForm` }, async (partner) => {
    const early = await orderAfter(partner, 'self-delivery', 'accept');
    expect(await put(partner, early, 'pickup-completed')).toBe(409);
    const id = await orderAfter(partner, 'self-delivery', 'ready');
    expect(await put(partner, id, 'pickup-completed')).toBe(202);
    const other = await orderAfter(partner, 'takeaway', 'ready');
    expect(await put(partner, other, 'pickup-completed')).not.toBe(202);
  }),
  rule('4.2', 'courier-at-customer is for self-delivery orders, only after ready', { counter: `${OWN}: PlainForm` }, async (partner) => {
    expect(await put(partner, await orderAfter(partner, 'self-delivery', 'accept'), 'courier-at-customer')).toBe(409);
    expect(await put(partner, await orderAfter(partner, 'self-delivery', 'ready'), 'courier-at-customer')).toBe(202);
    expect(await put(partner, await orderAfter(partner, 'takeaway', 'ready'), 'courier-at-customer')).not.toBe(202);
  }),
  rule('4.2 rule 8', 'courier location only after ready; earlier is a 400', { counter: `${OWN}: LocationForm` }, async (partner) => {
    const place = { location: { lon: 24.9384, lat: 60.1699 }, heading: 90, is_delivering_this_order: true };
    expect(await put(partner, await orderAfter(partner, 'self-delivery', 'accept'), 'delivery/tracking/location', place)).toBe(400);
    const id = await orderAfter(partner, 'self-delivery', 'ready');
    expect(await put(partner, id, 'delivery/tracking/location', place)).toBe(202);
    expect(await put(partner, id, 'delivery/tracking/location', { location: { lon: 24.9, lat: 60.1 } })).toBe(202);
    expect(await put(partner, id, 'delivery/tracking/location', { location: { lat: 60.1 } })).toBe(400);
    expect(await put(partner, id, 'delivery/tracking/location', {})).toBe(400);
  }),
  rule('4.2', 'eta takes eta_minutes, an integer', { counter: `${OWN}: EtaForm` }, async (partner) => {
    const id = await orderAfter(partner, 'self-delivery', 'ready');
    expect(await put(partner, id, 'delivery/eta', { eta_minutes: 12 })).toBe(202);
    for (const wrong of [{}, { eta_minutes: '12' }, { eta_minutes: 1.5 }]) expect(await put(partner, id, 'delivery/eta', wrong)).toBe(400);
  }),
  rule(
    '4.2 rule 8',
    'self-delivery accept, location and ETA are for self-delivery orders only',
    { counter: 'main/view/card/detail.ts: operationsOf' },
    async (partner) => {
      const id = await orderAfter(partner, 'takeaway', 'ready');
      expect(await put(partner, id, 'delivery/eta', { eta_minutes: 12 })).not.toBe(202);
      expect(await put(partner, id, 'delivery/tracking/location', { location: { lon: 1, lat: 1 } })).not.toBe(202);
      expect(await put(partner, await partner.place('instant'), 'self-delivery/accept')).not.toBe(202);
    },
  ),
  rule('4.2 rule 1', 'replace-items is callable once per order', REPLACE, async (partner) => {
    const id = await orderAfter(partner, 'retail', 'accept');
    expect(await replace(partner, id, { replacement_type: 'count-change-replacement', count: 1 })).toBe(202);
    expect(await replace(partner, id, { replacement_type: 'count-change-replacement', count: 1 })).toBe(409);
  }),
  rule('3.1', 'replace-items is processed asynchronously and leaves the state unchanged', REPLACE, async (partner) => {
    const id = await orderAfter(partner, 'retail', 'accept');
    expect(await replace(partner, id, { replacement_type: 'adhoc-replacement', name: 'Rye bread', price: PRICE })).toBe(202);
    await until(async () => (await names(partner, id)).includes('Rye bread'), 'the new items');
    expect(await status(partner, id)).toBe('production');
  }),
  rule('4.2 rule 1', 'the five replacement types are accepted, and no other', REPLACE, async (partner) => {
    const types = [
      { replacement_type: 'count-change-replacement', count: 2 },
      { replacement_type: 'weight-change-replacement', weight: 500 },
      { replacement_type: 'reduced-price', barcode: '6400000000000', price: PRICE },
      { replacement_type: 'menu-item-replacement', barcode: '6400000000001', price: PRICE },
      { replacement_type: 'adhoc-replacement', name: 'Rye bread', price: PRICE },
    ];
    for (const type of types) expect(await replace(partner, await orderAfter(partner, 'retail', 'accept'), type)).toBe(202);
    expect(await replace(partner, await orderAfter(partner, 'retail', 'accept'), { replacement_type: 'magic' })).toBe(400);
  }),
  rule('4.2 rule 2', 'barcode is required for reduced-price, name for adhoc-replacement', REPLACE, async (partner) => {
    const id = await orderAfter(partner, 'retail', 'accept');
    expect(await replace(partner, id, { replacement_type: 'reduced-price', price: PRICE })).toBe(400);
    expect(await replace(partner, id, { replacement_type: 'adhoc-replacement', price: PRICE })).toBe(400);
    expect(await replace(partner, id, { replacement_type: 'menu-item-replacement', price: PRICE })).toBe(400);
  }),
  rule('4.2 rule 2', "a substitute's deposit may be sent as a separate amount, in the order's currency", REPLACE, async (partner) => {
    const id = await orderAfter(partner, 'retail', 'accept');
    const substitute = { replacement_type: 'adhoc-replacement', name: 'Water', price: PRICE };
    expect(await replace(partner, id, { ...substitute, deposit: { amount: 15, currency: 'SEK' } })).not.toBe(202);
    expect(await replace(partner, id, { ...substitute, deposit: { amount: 15, currency: 'EUR' } })).toBe(202);
  }),
  rule(
    '4.2 rule 2',
    'one item may be replaced by several',
    { ...REPLACE, counter: 'renderer/order/operations/replace-form.tsx: another' },
    async (partner) => {
      const id = await orderAfter(partner, 'retail', 'accept');
      const { row_number } = await firstRow(partner, id);
      const substitutes = ['Rye bread', 'Oat bread'].map((name) => ({ replacement_type: 'adhoc-replacement', name, price: PRICE }));
      expect(await put(partner, id, 'replace-items', { item_changes: [{ row_number, replacement_items: substitutes }] })).toBe(202);
      await until(async () => (await names(partner, id)).includes('Oat bread'), 'both substitutes');
      expect(await names(partner, id)).toContain('Rye bread');
    },
  ),
  rule(
    '4.2 rule 3',
    'item_additions can be anything: a menu item by its barcode alone, anything else by its name alone',
    { ...REPLACE, counter: 'renderer/order/operations/replace-form.tsx: addition' },
    async (partner) => {
      const add = async (addition: unknown) =>
        put(partner, await orderAfter(partner, 'retail', 'accept'), 'replace-items', { item_changes: [], item_additions: [addition] });
      expect(await add({ name: 'A flower' })).toBe(202);
      expect(await add({ barcode: '6400000000000', row_number: 1 })).toBe(202);
      expect(await add({ barcode: '0000000000000' })).not.toBe(202);
      expect(await add({})).toBe(400);
    },
  ),
  rule('4.2 rule 1', 'item_changes is required', REPLACE, async (partner) => {
    expect(await put(partner, await orderAfter(partner, 'retail', 'accept'), 'replace-items', {})).toBe(400);
  }),
  rule(
    '4.2 rule 4',
    'deposits-returned: action REFUND_USER_CREDITS, count at least 1, amount above 0, VAT 0 to 100',
    DEPOSIT,
    async (partner) => {
      const id = await orderAfter(partner, 'takeaway', 'delivered');
      const returned = (item: unknown, action = 'REFUND_USER_CREDITS') => put(partner, id, 'deposits-returned', { action, items: [item] });
      expect(await returned(bottle)).toBe(202);
      expect(await returned(bottle, 'KEEP')).toBe(400);
      for (const wrong of [
        { unit_count: 0 },
        { total_price_incl_vat: 0 },
        { vat_percentage: 101 },
        { vat_percentage: -1 },
        { deposit_description: undefined },
      ]) {
        expect(await returned({ ...bottle, ...wrong })).toBe(400);
      }
    },
  ),
  rule('4.2 rule 5', 'refund-items: reason PRICE_DIFFERENCE or QUALITY_ISSUES, entries by row_number', REFUND, async (partner) => {
    const id = await invoiced(partner, await orderAfter(partner, 'takeaway', 'delivered', { cash_payment: null }));
    expect(await post(partner, id, 'refund-items', { reason: 'QUALITY_ISSUES', item_refunds: [refund] })).toBe(202);
    expect(await post(partner, id, 'refund-items', { reason: 'BORED', item_refunds: [refund] })).toBe(400);
    expect(await post(partner, id, 'refund-items', { reason: 'QUALITY_ISSUES' })).toBe(400);
  }),
  rule('7.2', '422 for a refund of a row that is not in the order', REFUND, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'delivered', { cash_payment: null });
    expect(await post(partner, id, 'refund-items', { reason: 'QUALITY_ISSUES', item_refunds: [{ ...refund, row_number: 99 }] })).toBe(422);
  }),
  rule('4.2 rule 5', 'refunds to the payment method are for non-cash orders, and only after an invoice exists', REFUND, async (partner) => {
    const asked = { reason: 'QUALITY_ISSUES', item_refunds: [refund] };
    const cash = await invoiced(partner, await orderAfter(partner, 'takeaway', 'delivered', { cash_payment: { cash_amount: PRICE } }));
    expect(await post(partner, cash, 'refund-items', asked)).not.toBe(202);
    const early = await orderAfter(partner, 'takeaway', 'accept', { cash_payment: null });
    expect(await post(partner, early, 'refund-items', asked)).not.toBe(202);
    const delivered = await orderAfter(partner, 'takeaway', 'delivered', { cash_payment: null });
    expect(await post(partner, delivered, 'refund-items', asked)).not.toBe(202);
    const { body } = await link(partner, delivered, 'RECEIPT');
    await upload(body.upload_url, '%PDF-1.7');
    expect(await post(partner, delivered, 'refund-items', asked)).not.toBe(202);
    expect(await post(partner, await invoiced(partner, delivered), 'refund-items', asked)).toBe(202);
  }),
  rule('4.2 rule 6', 'a refund of the basket is a service credit and needs no invoice', BASKET, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'delivered', { cash_payment: null });
    expect(await post(partner, id, 'refund-basket', { basket_refunds: [basket] })).toBe(202);
  }),
  rule('4.2 rule 6', 'refund-basket accepts exactly one basket refund per request', BASKET, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'delivered');
    expect(await post(partner, id, 'refund-basket', { basket_refunds: [basket, basket] })).toBe(400);
    expect(await post(partner, id, 'refund-basket', { basket_refunds: [] })).toBe(400);
    expect(await post(partner, id, 'refund-basket', { basket_refunds: [basket] })).toBe(202);
  }),
  rule(
    '4.2 rule 7',
    'refunds and upload links must be enabled for the partner before use',
    { counter: 'main/view/card/card.ts: problemOf' },
    async (partner) => {
      const id = await orderAfter(partner, 'takeaway', 'delivered');
      await partner.control('POST', '/partner', { refunds: false, documents: false });
      expect(await post(partner, id, 'refund-basket', { basket_refunds: [basket] })).toBe(403);
      expect((await link(partner, id, 'INVOICE')).status).toBe(403);
      await partner.control('POST', '/partner', { refunds: true, documents: true });
      expect((await link(partner, id, 'INVOICE')).status).toBe(200);
    },
  ),
  rule('4.2 rule 9', 'an upload link is given for each of the eight document types, and no other', DOCUMENT, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'ready');
    for (const type of ['INVOICE', 'RECEIPT', 'REFUND', 'RETURN', 'ALCOHOL_SALE', 'INVOICE_CORRECTION', 'DELIVERY_NOTE']) {
      const { status: answered, body } = await link(partner, id, type);
      expect([answered, typeof body.upload_url]).toEqual([200, 'string']);
    }
    expect((await link(partner, id, 'LOVE_LETTER')).status).toBe(400);
  }),
  rule('4.2 rule 9', 'a PDF is uploaded with PUT, application/pdf and without Authorization', DOCUMENT, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'ready');
    const { body } = await link(partner, id, 'INVOICE');
    expect((await upload(body.upload_url, '%PDF-1.7')).ok).toBe(true);
  }),
  rule('4.2 rule 9', 'a still valid upload link is returned again, with 202', DOCUMENT, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'ready');
    const first = await link(partner, id, 'RECEIPT');
    const second = await link(partner, id, 'RECEIPT');
    expect([second.status, second.body.upload_url]).toEqual([202, first.body.upload_url]);
  }),
  rule(
    '4.2 rule 9',
    'after an upload link has expired a new one is returned, or a 409 if the document was uploaded',
    DOCUMENT,
    async (partner) => {
      const id = await orderAfter(partner, 'takeaway', 'ready');
      const unused = await link(partner, id, 'RECEIPT');
      const used = await link(partner, id, 'INVOICE');
      await upload(used.body.upload_url, '%PDF-1.7');
      await partner.control('POST', '/clock', { advance_seconds: 3_000 });
      const fresh = await link(partner, id, 'RECEIPT');
      expect(fresh.status).toBe(200);
      expect(fresh.body.upload_url).not.toBe(unused.body.upload_url);
      expect((await link(partner, id, 'INVOICE')).status).toBe(409);
    },
  ),
  rule('8', "an upload over 10 MB isn't processed; a smaller file with a new link is", DOCUMENT, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'ready');
    const { body } = await link(partner, id, 'INVOICE');
    await upload(body.upload_url, Buffer.alloc(10 * 1024 * 1024 + 1, 32));
    expect((await upload(body.upload_url, '%PDF-1.7')).ok).toBe(false);
    const fresh = await link(partner, id, 'INVOICE');
    expect((await upload(fresh.body.upload_url, '%PDF-1.7')).ok).toBe(true);
  }),
  rule(
    '4.2 rule 9',
    'documents are for ready or delivered orders, corrections for rejected ones too; others get a 400',
    DOCUMENT,
    async (partner) => {
      const early = await orderAfter(partner, 'takeaway', 'accept');
      expect((await link(partner, early, 'INVOICE')).status).toBe(400);
      const rejected = await partner.place('takeaway');
      await put(partner, rejected, 'reject', { reason: 'x' });
      expect((await link(partner, rejected, 'INVOICE')).status).toBe(400);
      expect((await link(partner, rejected, 'INVOICE_CORRECTION')).status).toBe(200);
    },
  ),
  rule('4.2 rule 9', 'ALCOHOL_SALE_CORRECTION needs an earlier ALCOHOL_SALE upload', DOCUMENT, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'ready');
    expect((await link(partner, id, 'ALCOHOL_SALE_CORRECTION')).status).toBe(400);
    const { body } = await link(partner, id, 'ALCOHOL_SALE');
    await upload(body.upload_url, '%PDF-1.7');
    expect((await link(partner, id, 'ALCOHOL_SALE_CORRECTION')).status).toBe(200);
  }),
  rule(
    '7.2',
    '400 for ready at a Polish pharmacy without the batch ids of over-the-counter rows',
    { counter: 'renderer/order/more/batches.tsx: Batches' },
    async (partner) => {
      const id = await orderAfter(partner, 'pharmacy', 'accept');
      expect(await put(partner, id, 'ready')).toBe(400);
      const { row_number, count } = await firstRow(partner, id);
      const entry = (quantity: number) => ({
        type: 'POLAND_PHARMA',
        otc_items: [{ row_number, batches: [{ batch_id: 'LOT7', quantity }] }],
      });
      expect(await put(partner, id, 'ready', entry(count + 1))).toBe(400);
      expect(await put(partner, id, 'ready', entry(count))).toBe(202);
    },
  ),
];
