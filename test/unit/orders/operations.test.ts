import { describe, expect, it } from 'vitest';
import { english } from '../../../contract/english.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { toPay } from '../../../main/orders/money/to-pay.ts';
import { type Operation, operationsOf, whatIsWrong, whyNoDocument, whyNot } from '../../../main/orders/operations.ts';
import type { Order } from '../../../main/orders/order.ts';
import { stageOf } from '../../../main/orders/stage.ts';
import { orderBody, orderOf } from '../../fixtures/orders.ts';

const order = (...given: Parameters<typeof orderBody>) => orderOf(orderBody(...given));
const FRESH = { replaced: false, uploaded: [] };
const possible = (of: Order, past: { replaced: boolean; uploaded: string[] } = FRESH) =>
  operationsOf(of, stageOf(of), past)
    .filter(({ why }) => why === null)
    .map(({ name }) => name);

describe('which operations an order offers', () => {
  it('depends on its status', () => {
    expect(possible(order('group'))).toEqual([]);
    expect(possible(order('group', { order_status: 'production' }))).toEqual(['replace-items']);
    expect(possible(order('group', { order_status: 'ready' }))).toEqual(['replace-items', 'deposits-returned', 'document']);
    const afterwards = ['replace-items', 'deposits-returned', 'refund-items', 'refund-basket', 'document'];
    expect(possible(order('group', { order_status: 'delivered' }))).toEqual(afterwards);
    expect(possible(order('group', { order_status: 'rejected' }))).toEqual(['document']);
  });
  it('includes steps of own delivery only if the venue delivers itself', () => {
    const own = order('self-delivery-preorder', { order_status: 'ready' });
    expect(possible(own)).toEqual(expect.arrayContaining(['pickup-completed', 'courier-at-customer', 'eta', 'location']));
    expect(operationsOf(order('group'), 'ready', FRESH).map(({ name }) => name)).not.toContain('eta');
  });
  it('includes a replacement only once, and no refund of a cash order', () => {
    expect(possible(order('group', { order_status: 'production' }), { replaced: true, uploaded: [] })).toEqual([]);
    const cash = order('takeaway-cash', { order_status: 'delivered' });
    expect(english(whyNot('refund-items', cash, 'delivered', FRESH) ?? '')).toContain('cash order');
  });
  it('includes each document only at the stages in which it can be uploaded', () => {
    expect(english(whyNoDocument('INVOICE', 'preparing', FRESH) ?? '')).toContain('ready');
    expect(english(whyNoDocument('INVOICE', 'rejected', FRESH) ?? '')).toContain('only allows corrections');
    expect(whyNoDocument('INVOICE_CORRECTION', 'rejected', FRESH)).toBeNull();
    expect(english(whyNoDocument('ALCOHOL_SALE_CORRECTION', 'delivered', FRESH) ?? '')).toContain('alcohol sale first');
    expect(whyNoDocument('ALCOHOL_SALE_CORRECTION', 'delivered', { replaced: false, uploaded: ['ALCOHOL_SALE'] })).toBeNull();
  });
});

describe('the limits of the interface are checked before sending', () => {
  const MOST = /You can refund at most .* EUR/;
  const group = order('group');
  const paid = toPay(group, isoDigits);
  const eur = (amount: number) => ({ amount, currency: 'EUR' });
  const change = (replacement: unknown): Operation =>
    ({ operation: 'replace-items', changes: [{ row: 1, replacements: [replacement] }], additions: [] }) as Operation;
  const SEK = { amount: 1, currency: 'SEK' };
  const tea = (changes: object) => change({ type: 'adhoc-replacement', name: 'Tea', ...changes });
  const adding = (addition: object) => ({ operation: 'replace-items', changes: [], additions: [addition] }) as Operation;
  const basket = (amount: number, reason: string) => ({ operation: 'refund-basket', amount, reason, vat: 0 }) as Operation;
  const deposit = (changes: object): Operation => ({
    operation: 'deposits-returned',
    items: [{ description: 'Bottle', count: 1, total: 20, vat: 14, ...changes }],
  });
  const refund = (changes: object): Operation => ({
    operation: 'refund-items',
    reason: 'QUALITY_ISSUES',
    refunds: [{ row: 2, count: 1, perUnit: 100, comment: null, ...changes }],
  });

  it.each<[string, Operation, RegExp | null]>([
    ['an ETA', { operation: 'eta', minutes: 12 }, null],
    ['an ETA with half a minute', { operation: 'eta', minutes: 1.5 }, /whole number/],
    ['a location', { operation: 'location', lat: 60, lon: 24, heading: null }, null],
    ["a location that isn't on earth", { operation: 'location', lat: 91, lon: 24, heading: null }, /latitude/],
    ['nothing to replace', { operation: 'replace-items', changes: [], additions: [] }, /at least one/],
    ['a changed count', change({ type: 'count-change-replacement', count: 0 }), null],
    ['a changed count without the count', change({ type: 'count-change-replacement' }), /How many/],
    ['a changed weight', change({ type: 'weight-change-replacement', weight: 300 }), null],
    ['a changed weight without the weight', change({ type: 'weight-change-replacement' }), /grams/],
    ['a reduced price without barcode', change({ type: 'reduced-price', price: eur(100) }), /barcode/],
    ['a reduced price', change({ type: 'reduced-price', barcode: '123', price: eur(100) }), null],
    ['a substitute without name', change({ type: 'adhoc-replacement', price: eur(100) }), /name/],
    ['a substitute without price', change({ type: 'menu-item-replacement', barcode: '1' }), /cost/],
    ['a substitute in another currency', tea({ price: SEK }), /in EUR, the order's currency/],
    ['a deposit in another currency', tea({ price: eur(1), deposit: SEK }), /in EUR/],
    ['an addition with both a name and a barcode', adding({ row: null, name: 'a', barcode: 'b' }), /either/],
    ['a deposit', deposit({}), null],
    ['a deposit for no pieces', deposit({ count: 0 }), /At least one/],
    ['a deposit of no amount', deposit({ total: 0 }), /above 0/],
    ['a deposit with too much VAT', deposit({ vat: 101 }), /0 to 100/],
    ['a refund', refund({}), null],
    ['a refund of too many pieces', refund({ count: 9 }), /Only 2/],
    ["a refund of a row that doesn't exist", refund({ row: 99 }), /no longer in the order/],
    ['an item refund without items', { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [] }, /at least one/],
    ['a basket refund', basket(100, 'PRICE_DIFFERENCE'), null],
    ['a basket refund without a reason', basket(100, ' '), /reason/],
    ['a basket refund far above what was paid', basket(1_000_000, 'COLD'), MOST],
    ['a refund of two pieces above what was paid', refund({ count: 2, perUnit: (paid?.amount ?? 0) - 100 }), MOST],
    ['a refund of one piece above what was paid', refund({ perUnit: 1_000_000 }), MOST],
  ])('%s', (_, operation, text) => {
    const found = whatIsWrong(operation, group, isoDigits);
    const wrong = found && english(found);
    if (text === null) expect(wrong).toBeNull();
    else expect(wrong).toMatch(text);
  });
});
