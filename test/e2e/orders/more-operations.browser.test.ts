/** An order's further operations, each done on the real screen and verified at the service. */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { inDatabase } from '../../setup/parts.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { cancelCooking } from '../venue/cancelled.ts';
import { letStand } from '../venue/page-time.ts';
import { choose } from '../venue/settings.ts';
import { type PlacedOrder, until } from '../venue/venue.ts';

atTheCounter();

const COLUMN = { accept: 'preparing', ready: 'ready', delivered: 'ended' } as const;

async function orderAfter(kind: string, last: keyof typeof COLUMN, order: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const placed = await venue.arrived(kind, order);
  await venue.bringTo(placed.order_id, COLUMN[last]);
  return placed;
}

async function openOrder({ order_number: number }: PlacedOrder): Promise<Locator> {
  await screen.page
    .getByRole('button', { name: new RegExp(`^(Open order ${number}|.*\\b${number}\\b.*(Delivered|Handed over).*)`) })
    .first()
    .click();
  return screen.page.getByRole('dialog', { name: `Order ${number} details` });
}

/** Returns the operation's form. */
async function begin(dialog: Locator, operation: string): Promise<Locator> {
  await letStand(screen.page);
  await dialog.getByRole('button', { name: 'More actions' }).click();
  await screen.page.getByRole('menuitem', { name: operation }).click();
  return dialog.getByRole('form', { name: operation });
}
const press = (form: Locator, name: string) => form.getByRole('button', { name }).click();
const fill = (form: Locator, label: string | RegExp, text: string) => form.getByLabel(label).fill(text);

async function upload(form: Locator, name: string, mimeType: string, text: string): Promise<void> {
  await form.getByLabel(t('more.documents.file')).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
}
async function invoice(dialog: Locator): Promise<void> {
  const form = await begin(dialog, 'Documents');
  await upload(form, 'invoice.pdf', 'application/pdf', '%PDF-1.7\n');
  await press(form, 'Upload');
  await form.getByText('Uploaded.').waitFor();
}

const AMOUNT = t('more.amount', { currency: 'EUR' });
const PRICE = t('more.replace.price', { currency: 'EUR' });
const delivered = (order: Record<string, unknown> = {}) => orderAfter('takeaway', 'delivered', { cash_payment: null, ...order });

const events = async (id: string) => (await venue.atService(id)).history.map(({ event }) => event);
const happened = (id: string, event: string) => until(event, async () => (await events(id)).includes(event));
const body = async (id: string) => ((await venue.atService(id)) as unknown as { order: Record<string, unknown> }).order;
const itemsOf = async (id: string) => (await body(id)).items as { name: string; row_number: number; count: number }[];

test("a venue that delivers itself reports picked up, minutes left, the courier's position, and the arrival", async () => {
  const order = await orderAfter('self-delivery', 'ready');
  const dialog = await openOrder(order);
  for (const [operation, fields, event] of [
    ['Picked up', [], 'picked up'],
    ['Send ETA', [[t('more.eta.minutes'), '12']], 'eta 12 min'],
    [
      'Send location',
      [
        ['Latitude', '60.1699'],
        ['Longitude', '24,9384'],
      ],
      'courier at 60.1699, 24.9384',
    ],
    [t('operation.atCustomer'), [], 'courier at customer'],
  ] as const) {
    const form = await begin(dialog, operation);
    for (const [label, text] of fields) await fill(form, label, text);
    await press(form, operation);
    await happened(order.order_id, event);
  }
});

test('all five kinds of replacement, a deposit and an addition are sent as decided', async () => {
  const item_price = { unit_price: { amount: 500, currency: 'EUR' }, total: { amount: 1_000, currency: 'EUR' } };
  const names = ['Bananas', 'Water', 'Bread', 'Cheese', 'Coffee'];
  const items = names.map((name, at) => ({ row_number: at + 1, name, count: 2, options: [], item_price }));
  const order = await orderAfter('retail', 'accept', { items });
  const dialog = await openOrder(order);
  const form = await begin(dialog, 'Replace items');
  const part = (name: string) => form.getByRole('group', { name: `2× ${name}` });
  const decide = (name: string, kind: string) => choose(part(name), `What happens to ${name}`, kind);
  await decide('Bananas', 'Different weight');
  await part('Bananas').getByLabel('Grams').fill('430');
  await decide('Water', t('more.replace.kinds.count-change-replacement'));
  await part('Water').getByRole('textbox', { name: 'Pieces', exact: true }).fill('1');
  await decide('Bread', 'Reduced price');
  await part('Bread').getByLabel('Barcode').fill('6400000000000');
  await press(form, 'Review');
  await form.getByText(t('replace.enterPrice', { itemName: 'Bread' })).waitFor();
  expect(await form.getByText(t('more.replace.summary')).count()).toBe(0);
  await part('Bread').getByLabel(PRICE).fill('3,50');
  await decide('Cheese', t('more.replace.kinds.menu-item-replacement'));
  await part('Cheese').getByLabel('Barcode').fill('6400000000001');
  await part('Cheese').getByLabel(PRICE).fill('6');
  await decide('Coffee', 'Something else');
  await part('Coffee').getByLabel('Name').fill('Tea');
  await part('Coffee').getByLabel(PRICE).fill('4.20');
  await part('Coffee')
    .getByLabel(/^Deposit in EUR/)
    .fill('0.15');
  await form.getByLabel(/Free extra/).fill('6400000000002');
  await press(form, 'Review');
  expect(await form.getByRole('listitem').allTextContents()).toEqual([
    'Bananas: Different weight, 430 g',
    'Water: Different number of pieces, 1×',
    'Bread: Reduced price, 6400000000000, €3.50',
    'Cheese: Another menu item, 6400000000001, 1×, €6.00',
    'Coffee: Something else, Tea, 1×, €4.20',
    '+ 6400000000002',
  ]);
  await press(form, 'Replace permanently');
  await happened(order.order_id, 'items replaced');
  await until('the new lines', async () => (await itemsOf(order.order_id)).length === 6);
  const line = (name: string, amount: number) => ({ name, count: 1, item_price: { unit_price: { amount } } });
  expect(await itemsOf(order.order_id)).toMatchObject([
    { ...line('Bananas', 500), weight_details: { weight_in_grams: 430 } },
    line('Water', 500),
    line('Pizza margherita', 350),
    line('Pizza quattro formaggi', 600),
    line('Tea', 420),
    line('House burger', 0),
  ]);
});

test('an open form shows at once that another screen replaced the items; a review alone changes nothing', async () => {
  const order = await orderAfter('retail', 'accept');
  const { order_id: orderId } = order;
  const [item] = await itemsOf(orderId);
  const dialog = await openOrder(order);
  const form = await begin(dialog, 'Replace items');
  await form.getByLabel(/Free extra/).fill('A flower');
  const changes = [{ row: item?.row_number ?? 0, replacements: [{ type: 'count-change-replacement' as const, count: 0 }] }];
  const operation = { operation: 'replace-items' as const, changes, additions: [] };
  const elsewhere = { orderId, requestId: 'on-another-screen', operation };
  for (const _ of [1, 2]) expect(await venue.call('order.review', elsewhere)).toMatchObject({ ok: true });
  expect(await venue.asked(orderId, 'replace-items')).toBe(0);
  expect(await venue.call('order.operate', elsewhere)).toMatchObject({ ok: true });
  await dialog.getByText('Items were already replaced').waitFor();
  await press(form, 'Review');
  await form.getByText('Items were already replaced').waitFor();
  expect(await form.getByRole('button', { name: 'Replace permanently' }).count()).toBe(0);
  expect(await venue.asked(orderId, 'replace-items')).toBe(1);
});

test('items and basket are refunded, and returned deposits are reported', async () => {
  const order = await delivered();
  const name = String((await itemsOf(order.order_id))[0]?.name);
  const dialog = await openOrder(order);
  await invoice(dialog);
  const items = await begin(dialog, 'Refund items');
  await choose(items, 'Why?', 'Quality');
  await items.getByLabel(`Pieces: ${name}`).fill('9');
  await items.getByLabel(`Refund per piece, in EUR: ${name}`).fill('1.50');
  await press(items, 'Refund items');
  await items.getByText(/Only \d × .* were ordered/).waitFor();
  await items.getByLabel(`Pieces: ${name}`).fill('1');
  await press(items, 'Refund items');
  await happened(order.order_id, 'items refunded');

  const basket = await begin(dialog, 'Refund basket');
  await basket.getByLabel(AMOUNT).fill('2,00');
  // The form shows a translation; the service's own value is sent.
  expect(await basket.getByLabel('Reason').inputValue()).toBe('Price difference');
  await press(basket, 'Refund basket');
  await happened(order.order_id, 'basket refunded');
  const select = `SELECT payload FROM job WHERE payload LIKE '%refund-basket%'`;
  const queued = inDatabase(join(venue.dataDir, 'tillbridge.sqlite'), (db) => db.prepare(select).pluck().get(), { readonly: true });
  expect(JSON.parse(String(queued))).toMatchObject({ operation: { operation: 'refund-basket', reason: 'PRICE_DIFFERENCE' } });

  const deposits = await begin(dialog, 'Deposits returned');
  await deposits.getByLabel(t('more.deposit.what')).fill('Bottle 0.5 l');
  await deposits.getByLabel(t('more.deposit.total', { currency: 'EUR' })).fill('0.30');
  await press(deposits, 'Deposits returned');
  await happened(order.order_id, 'deposits returned');
});

test('a typed refund is still there after staff confirmed the STOP of another order', async () => {
  const order = await delivered({ order_number: '841' });
  const dialog = await openOrder(order);
  await invoice(dialog);
  const basket = await begin(dialog, 'Refund basket');
  await basket.getByLabel(AMOUNT).fill('2.50');
  const other = await orderAfter('takeaway', 'accept', { order_number: '842' });
  await cancelCooking(venue, other.order_id);
  const stop = screen.page.getByRole('dialog', { name: t('stopped.title', { number: '842' }) });
  await stop.waitFor();
  await letStand(screen.page);
  await stop.getByRole('button', { name: t('stopped.seen') }).click();
  await until('the answer', () => venue.card(other.order_id).cancelled !== 'unseen');
  await stop.waitFor({ state: 'detached' });
  expect(await basket.getByLabel(AMOUNT).inputValue()).toBe('2.50');
  await letStand(screen.page);
  await press(basket, 'Refund basket');
  await happened(order.order_id, 'basket refunded');
});

test("invalid amounts are shown at their fields and not sent; an unreadable VAT doesn't become 0", async () => {
  const order = await delivered();
  const dialog = await openOrder(order);
  const basket = await begin(dialog, 'Refund basket');
  const wrongAt = (label: string) =>
    basket
      .locator('.field')
      .filter({ has: screen.page.getByLabel(label, { exact: true }) })
      .locator('.field-error');
  await fill(basket, AMOUNT, 'two');
  await fill(basket, 'VAT, percent', '13,5 %');
  await press(basket, 'Refund basket');
  await wrongAt(AMOUNT).getByText('Enter an amount, such as 12.50').waitFor();
  await wrongAt('VAT, percent')
    .getByText(t('more.badNumber', { example: '13.5' }))
    .waitFor();
  await basket.getByLabel(AMOUNT).and(screen.page.locator(':focus')).waitFor();
  await basket.getByLabel(AMOUNT).fill('2');
  await press(basket, 'Refund basket');
  await until('one field less', async () => (await wrongAt(AMOUNT).textContent()) === '');
  expect(await wrongAt('VAT, percent').textContent()).toContain('13.5');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const deposits = await begin(dialog, 'Deposits returned');
  await deposits.getByLabel('Pieces').fill('2.5');
  await deposits.getByLabel(t('more.deposit.total', { currency: 'EUR' })).fill('0.30');
  await press(deposits, 'Deposits returned');
  await deposits.getByText(t('more.badNumber', { example: '2' })).waitFor();
  for (const operation of ['refund-basket', 'deposits-returned']) expect(await venue.asked(order.order_id, operation)).toBe(0);
});

test("a refund whose answer was lost isn't sent again; staff are asked to check first", async () => {
  const order = await delivered();
  await venue.control('POST', '/faults', { match: 'POST /orders/*/refund-basket', drop: 'after' });
  const operation = { operation: 'refund-basket', amount: 200, reason: 'PRICE_DIFFERENCE', vat: 0 } as const;
  await venue.call('order.operate', { orderId: order.order_id, requestId: 'one-decision', operation });
  const trouble = await until('words', () => venue.card(order.order_id).trouble[0]);
  expect(trouble.text).toMatchObject({ code: 'command.outcomeUnknown' });
  // The job's text is a message for every language, with the amount, to tell two refunds apart.
  const what = message('text.list', { first: message('operation.refundBasket'), next: { amount: 200, currency: 'EUR', digits: 2 } });
  const { jobs } = await venue.ask('diagnostics.get', {});
  expect(jobs).toMatchObject([{ about: message('order.numberWhat', { number: order.order_number, what }), state: 'unknown' }]);
  await venue.call('order.operate', { orderId: order.order_id, requestId: 'one-decision-2', operation: { ...operation, amount: 0 } });
  expect(await venue.asked(order.order_id, 'refund-basket')).toBe(1);
});

test("a form shows its request's result: refused, trying again, or accepted", async () => {
  const order = await delivered();
  const name = String((await itemsOf(order.order_id))[0]?.name);
  const dialog = await openOrder(order);
  // Without an invoice the refund is refused: section 4.2, rule 5.
  const items = await begin(dialog, 'Refund items');
  await items.getByLabel(`Pieces: ${name}`).fill('1');
  await items.getByLabel(`Refund per piece, in EUR: ${name}`).fill('1.50');
  await press(items, 'Refund items');
  await dialog
    .getByRole('region', { name: 'More actions' })
    .getByText(/didn't work/)
    .waitFor();
  await until('why', () => codesIn(venue.card(order.order_id).trouble[0]?.text).includes('refund.needsInvoice'));
  expect(await dialog.getByText(t('more.taken')).count()).toBe(0);

  await venue.control('POST', '/faults', { match: 'POST /orders/*/refund-basket', status: 429, retry_after: 2, for_ms: 600_000 });
  const form = await begin(dialog, 'Refund basket');
  await form.getByLabel(AMOUNT).fill('2.00');
  await press(form, 'Refund basket');
  await dialog.getByText(t('more.sending')).waitFor();
  await dialog.getByText('Trying again.').waitFor();
  await venue.control('DELETE', '/faults');
  await dialog.getByText(t('more.taken')).waitFor();
  expect(await dialog.getByText('Trying again.').count()).toBe(0);
});

test('refunds never exceed the payment, even in several steps', async () => {
  const order = await delivered();
  const paid = venue.card(order.order_id).toPay?.amount ?? 0;
  const giveBack = (requestId: string, amount: number) => {
    const operation = { operation: 'refund-basket', amount, reason: 'PRICE_DIFFERENCE', vat: 0 } as const;
    return venue.call('order.operate', { orderId: order.order_id, requestId, operation });
  };
  const text = message('refund.overPayment', { most: { amount: 100, currency: 'EUR', digits: 2 } });
  expect(await giveBack('the-first-one', paid - 100)).toMatchObject({ ok: true });
  expect(await giveBack('one-too-many', 101)).toMatchObject({ ok: false, problem: { text } });
  expect(await giveBack('the-first-one', paid - 100)).toMatchObject({ ok: true });
  expect(await giveBack('what-is-left', 100)).toMatchObject({ ok: true });
  await until('both', async () => (await venue.asked(order.order_id, 'refund-basket')) === 2);
});

test('a document is uploaded, and a wrong file is refused with a reason', async () => {
  const order = await orderAfter('takeaway', 'ready');
  const dialog = await openOrder(order);
  const form = await begin(dialog, 'Documents');
  await upload(form, 'note.txt', 'text/plain', 'hello');
  await form.getByText('note.txt').waitFor();
  expect(await form.locator('input[type="file"]:not(.unseen)').count()).toBe(0);
  await press(form, 'Upload');
  await form.getByText(t('document.notPdf')).waitFor();
  await upload(form, 'invoice.pdf', 'application/pdf', `%PDF-1.7\n${' '.repeat(300_000)}`);
  await press(form, 'Upload');
  await form.getByText('Uploaded.').waitFor();
  expect((await venue.atService(order.order_id)) as unknown).toMatchObject({ documents: ['INVOICE'] });
  await choose(form, t('more.documents.kind'), t('document.alcoholSaleCorrection'));
  await press(form, 'Upload');
  await form.getByText('Upload the alcohol sale first').waitFor();
  await dialog.getByRole('button', { name: 'What happened' }).click();
  await dialog.getByText(/document: Invoice\./).waitFor();
});

test('a pharmacy order is marked ready with batch IDs that cover its pieces', async () => {
  const order = await orderAfter('pharmacy', 'accept');
  const count = Number((await itemsOf(order.order_id))[0]?.count);
  await screen.card(order.order_number).getByRole('button', { name: 'Mark ready', exact: true }).click();
  const form = screen.page.getByRole('form', { name: t('more.batches.title') });
  await form.getByRole('textbox').fill('LOT7 × 5');
  await press(form, t('more.batches.ready'));
  await form.getByText(`cover 5 of ${count} pieces`).waitFor();
  await form.getByRole('textbox').fill(`LOT7 × ${count}`);
  await press(form, t('more.batches.ready'));
  await happened(order.order_id, 'ready');
});

test("a refund that staff filled in before the order's items changed is refused", async () => {
  const order = await delivered();
  const { order_id: orderId } = order;
  await invoice(await openOrder(order));
  const detail = await venue.call('order.detail', { orderId });
  const { itemsVersion, rows } = detail.ok ? detail.value : { itemsVersion: '', rows: [] };
  const refunds = [{ row: rows[0]?.row ?? 0, count: 1, perUnit: 100, comment: null }];
  const operation = { operation: 'refund-items' as const, reason: 'QUALITY_ISSUES' as const, refunds };
  const given = { orderId, requestId: 'one-decision', operation };
  for (const name of ['order.review', 'order.operate'] as const) {
    const refused = await venue.call(name, { ...given, itemsVersion: 'of other items' });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'items-changed' } });
  }
  await venue.laterAtRest(0);
  expect(await venue.asked(orderId, 'refund-items')).toBe(0);
  expect(await venue.call('order.operate', { ...given, itemsVersion })).toMatchObject({ ok: true });
  await happened(orderId, 'items refunded');
  // The same tap sent again after the items changed: the refund is already given.
  expect(await venue.call('order.operate', { ...given, itemsVersion: 'of other items' })).toMatchObject({ ok: true });
  expect(await venue.asked(orderId, 'refund-items')).toBe(1);
});

test("the details list an order's values; values that the service left empty are under None", async () => {
  const order = await orderAfter('takeaway', 'accept', {
    company_tax_id: 'FI1234567-8',
    loyalty_card_number: null,
    campaigns_applied: null,
  });
  const dialog = await openOrder(order);
  await dialog.getByRole('button', { name: 'Order details' }).click();
  const fact = (label: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: screen.page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('dd');
  await fact('Tax ID').waitFor();
  expect(await fact('Tax ID').textContent()).toBe('FI1234567-8');
  expect(await fact('Loyalty card').count()).toBe(0);
  expect(await fact('None').textContent()).toContain('Loyalty card');
  expect(await fact('Campaigns').textContent()).toContain('Not resolved yet');
  const money = dialog.getByRole('table', { name: 'Money' });
  expect(await money.getByRole('row', { name: /^Fees/ }).textContent()).toMatch(/€\d/);
});

test('items are replaced once, after a review', async () => {
  const order = await orderAfter('retail', 'accept');
  const [item] = await itemsOf(order.order_id);
  const dialog = await openOrder(order);
  const form = await begin(dialog, 'Replace items');
  const chooser = form.getByRole('button', { name: `What happens to ${item?.name}` });
  await choose(form, `What happens to ${item?.name}`, 'Something else');
  await form.getByLabel('Name', { exact: true }).fill('Rye bread');
  await form.getByLabel(/^Price in EUR/).fill('3.20');
  await press(form, t('more.replace.another'));
  await letStand(screen.page);
  await chooser.nth(1).click();
  await screen.page.getByRole('option', { name: t('more.replace.kinds.count-change-replacement'), exact: true }).click();
  await form.getByRole('textbox', { name: 'Pieces', exact: true }).nth(1).fill('1');
  await form.getByLabel(/Free extra/).fill('A flower');
  await press(form, 'Review');
  await form.getByText(t('more.replace.summary')).waitFor();
  expect(await venue.asked(order.order_id, 'replace-items')).toBe(0);
  await press(form, 'Replace permanently');
  await happened(order.order_id, 'items replaced');
  await until('the new items', async () => (await itemsOf(order.order_id)).some(({ name }) => name === 'Rye bread'));
  await until('the card shows them', () => venue.card(order.order_id).items.some(({ name }) => name === 'Rye bread'));
  expect(venue.card(order.order_id).items.some(({ name }) => name === 'A flower')).toBe(true);
  await dialog.getByText(t('more.taken')).waitFor();
  await dialog.getByRole('button', { name: 'More actions' }).click();
  await screen.page.getByRole('menuitem', { name: 'Replace items' }).getByText('Items were already replaced').waitFor();
});
