/** An order's further operations, each done on the real screen and verified at the service. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { codesIn, t } from '../../setup/messages.ts';
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

async function begin(dialog: Locator, operation: string): Promise<void> {
  await letStand(screen.page);
  await dialog.getByRole('button', { name: 'More actions' }).click();
  await screen.page.getByRole('menuitem', { name: operation }).click();
}

async function invoice(dialog: Locator): Promise<void> {
  await begin(dialog, 'Documents');
  const form = dialog.getByRole('form', { name: 'Documents' });
  await form
    .getByLabel(t('more.documents.file'))
    .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
  await form.getByRole('button', { name: 'Upload' }).click();
  await form.getByText('Uploaded.').waitFor();
}

const events = async (id: string) => (await venue.atService(id)).history.map(({ event }) => event);
const happened = (id: string, event: string) => until(event, async () => (await events(id)).includes(event));
const body = async (id: string) => ((await venue.atService(id)) as unknown as { order: Record<string, unknown> }).order;

describe('a venue that delivers itself', () => {
  test("reports picked up, minutes left, the courier's position, and the arrival", async () => {
    const order = await orderAfter('self-delivery', 'ready');
    const dialog = await openOrder(order);
    await begin(dialog, 'Picked up');
    await dialog.getByRole('form', { name: 'Picked up' }).getByRole('button', { name: 'Picked up' }).click();
    await happened(order.order_id, 'picked up');

    await begin(dialog, 'Send ETA');
    const eta = dialog.getByRole('form', { name: 'Send ETA' });
    await eta.getByLabel(t('more.eta.minutes')).fill('12');
    await eta.getByRole('button', { name: 'Send ETA' }).click();
    await happened(order.order_id, 'eta 12 min');

    await begin(dialog, 'Send location');
    const location = dialog.getByRole('form', { name: 'Send location' });
    await location.getByLabel('Latitude').fill('60.1699');
    await location.getByLabel('Longitude').fill('24,9384');
    await location.getByRole('button', { name: 'Send location' }).click();
    await happened(order.order_id, 'courier at 60.1699, 24.9384');

    await begin(dialog, t('operation.atCustomer'));
    await dialog
      .getByRole('form', { name: t('operation.atCustomer') })
      .getByRole('button', { name: t('operation.atCustomer') })
      .click();
    await happened(order.order_id, 'courier at customer');
  });
});

test('all five kinds of replacement, a deposit and an addition are sent as decided', async () => {
  const row = (row_number: number, name: string) => ({
    row_number,
    name,
    count: 2,
    options: [],
    item_price: { unit_price: { amount: 500, currency: 'EUR' }, total: { amount: 1_000, currency: 'EUR' } },
  });
  const items = ['Bananas', 'Water', 'Bread', 'Cheese', 'Coffee'].map((name, at) => row(at + 1, name));
  const order = await orderAfter('retail', 'accept', { items });
  const dialog = await openOrder(order);
  await begin(dialog, 'Replace items');
  const form = dialog.getByRole('form', { name: 'Replace items' });
  const part = (name: string) => form.getByRole('group', { name: `2× ${name}` });
  const decide = (name: string, kind: string) => choose(part(name), `What happens to ${name}`, kind);
  await decide('Bananas', 'Different weight');
  await part('Bananas').getByLabel('Grams').fill('430');
  await decide('Water', t('more.replace.kinds.count-change-replacement'));
  await part('Water').getByRole('textbox', { name: 'Pieces', exact: true }).fill('1');
  await decide('Bread', 'Reduced price');
  await part('Bread').getByLabel('Barcode').fill('6400000000000');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByText(t('replace.enterPrice', { itemName: 'Bread' })).waitFor();
  expect(await form.getByText(t('more.replace.summary')).count()).toBe(0);
  await part('Bread')
    .getByLabel(t('more.replace.price', { currency: 'EUR' }))
    .fill('3,50');
  await decide('Cheese', t('more.replace.kinds.menu-item-replacement'));
  await part('Cheese').getByLabel('Barcode').fill('6400000000001');
  await part('Cheese')
    .getByLabel(t('more.replace.price', { currency: 'EUR' }))
    .fill('6');
  await decide('Coffee', 'Something else');
  await part('Coffee').getByLabel('Name').fill('Tea');
  await part('Coffee')
    .getByLabel(t('more.replace.price', { currency: 'EUR' }))
    .fill('4.20');
  await part('Coffee')
    .getByLabel(/^Deposit in EUR/)
    .fill('0.15');
  await form.getByLabel(/Free extra/).fill('6400000000002');
  await form.getByRole('button', { name: 'Review' }).click();
  expect(await form.getByRole('listitem').allTextContents()).toEqual([
    'Bananas: Different weight, 430 g',
    'Water: Different number of pieces, 1×',
    'Bread: Reduced price, 6400000000000, €3.50',
    'Cheese: Another menu item, 6400000000001, 1×, €6.00',
    'Coffee: Something else, Tea, 1×, €4.20',
    '+ 6400000000002',
  ]);
  await form.getByRole('button', { name: 'Replace permanently' }).click();
  await happened(order.order_id, 'items replaced');
  await until('the new lines', async () => ((await body(order.order_id)).items as unknown[]).length === 6);
  const after = (await body(order.order_id)).items as {
    name: string;
    count: number;
    weight_details?: { weight_in_grams: number };
    item_price: { unit_price: { amount: number } };
  }[];
  expect(after.map(({ name, count }) => `${count} ${name}`)).toEqual([
    '1 Bananas',
    '1 Water',
    '1 Pizza margherita',
    '1 Pizza quattro formaggi',
    '1 Tea',
    '1 House burger',
  ]);
  expect(after[0]?.weight_details?.weight_in_grams).toBe(430);
  expect(after.map(({ item_price }) => item_price.unit_price.amount)).toEqual([500, 500, 350, 600, 420, 0]);
});

test('an open form shows at once that another screen replaced the items; a review alone changes nothing', async () => {
  const order = await orderAfter('retail', 'accept');
  const { order_id: orderId } = order;
  const [item] = (await body(orderId)).items as { row_number: number }[];
  const dialog = await openOrder(order);
  await begin(dialog, 'Replace items');
  const form = dialog.getByRole('form', { name: 'Replace items' });
  await form.getByLabel(/Free extra/).fill('A flower');
  const changes = [{ row: item?.row_number ?? 0, replacements: [{ type: 'count-change-replacement' as const, count: 0 }] }];
  const operation = { operation: 'replace-items' as const, changes, additions: [] };
  const elsewhere = { orderId, requestId: 'on-another-screen', operation };
  for (const _ of [1, 2]) expect(await venue.call('order.review', elsewhere)).toMatchObject({ ok: true });
  expect(await venue.asked(orderId, 'replace-items')).toBe(0);
  expect(await venue.call('order.operate', elsewhere)).toMatchObject({ ok: true });
  await dialog.getByText('Items were already replaced').waitFor();
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByText('Items were already replaced').waitFor();
  expect(await form.getByRole('button', { name: 'Replace permanently' }).count()).toBe(0);
  expect(await venue.asked(orderId, 'replace-items')).toBe(1);
});

test('refunding items before an invoice is uploaded is refused with a reason; afterwards it works', async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
  const { row_number: row } = ((await body(order.order_id)).items as { row_number: number }[])[0] ?? { row_number: 0 };
  const refund = (requestId: string) =>
    venue.call('order.operate', {
      orderId: order.order_id,
      requestId,
      operation: { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [{ row, count: 1, perUnit: 100, comment: null }] },
    });
  await refund('too early');
  const trouble = await until('words', () => venue.card(order.order_id).trouble[0]);
  expect(codesIn(trouble.text)).toContain('refund.needsInvoice');
  await invoice(await openOrder(order));
  await refund('with an invoice');
  await happened(order.order_id, 'items refunded');
});

test('items and basket are refunded, and returned deposits are reported', async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
  const { name } = ((await body(order.order_id)).items as { name: string }[])[0] ?? { name: '' };
  const dialog = await openOrder(order);
  await invoice(dialog);
  await begin(dialog, 'Refund items');
  const items = dialog.getByRole('form', { name: 'Refund items' });
  await choose(items, 'Why?', 'Quality');
  await items.getByLabel(`Pieces: ${name}`).fill('9');
  await items.getByLabel(`Refund per piece, in EUR: ${name}`).fill('1.50');
  await items.getByRole('button', { name: 'Refund items' }).click();
  await items.getByText(/Only \d × .* were ordered/).waitFor();
  await items.getByLabel(`Pieces: ${name}`).fill('1');
  await items.getByRole('button', { name: 'Refund items' }).click();
  await happened(order.order_id, 'items refunded');

  await begin(dialog, 'Refund basket');
  const basket = dialog.getByRole('form', { name: 'Refund basket' });
  await basket.getByLabel(t('more.amount', { currency: 'EUR' })).fill('2,00');
  // The form shows a translation; the service's own value is sent.
  expect(await basket.getByLabel('Reason').inputValue()).toBe('Price difference');
  await basket.getByRole('button', { name: 'Refund basket' }).click();
  await happened(order.order_id, 'basket refunded');
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
  const queued = db.prepare(`SELECT payload FROM job WHERE payload LIKE '%refund-basket%'`).pluck().get();
  db.close();
  expect(JSON.parse(String(queued))).toMatchObject({ operation: { operation: 'refund-basket', reason: 'PRICE_DIFFERENCE' } });

  await begin(dialog, 'Deposits returned');
  const deposits = dialog.getByRole('form', { name: 'Deposits returned' });
  await deposits.getByLabel(t('more.deposit.what')).fill('Bottle 0.5 l');
  await deposits.getByLabel(t('more.deposit.total', { currency: 'EUR' })).fill('0.30');
  await deposits.getByRole('button', { name: 'Deposits returned' }).click();
  await happened(order.order_id, 'deposits returned');
});

test('a typed refund is still there after staff confirmed the STOP of another order', async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null, order_number: '841' });
  const dialog = await openOrder(order);
  await invoice(dialog);
  await begin(dialog, 'Refund basket');
  const basket = dialog.getByRole('form', { name: 'Refund basket' });
  await basket.getByLabel(t('more.amount', { currency: 'EUR' })).fill('2.50');
  const other = await orderAfter('takeaway', 'accept', { order_number: '842' });
  await cancelCooking(venue, other.order_id);
  const stop = screen.page.getByRole('dialog', { name: t('stopped.title', { number: '842' }) });
  await stop.waitFor();
  await letStand(screen.page);
  await stop.getByRole('button', { name: t('stopped.seen') }).click();
  await until('the answer', () => venue.card(other.order_id).cancelled !== 'unseen');
  await stop.waitFor({ state: 'detached' });
  expect(await basket.getByLabel(t('more.amount', { currency: 'EUR' })).inputValue()).toBe('2.50');
  await letStand(screen.page);
  await basket.getByRole('button', { name: 'Refund basket' }).click();
  await happened(order.order_id, 'basket refunded');
});

test("invalid amounts are shown at their fields and not sent; an unreadable VAT doesn't become 0", async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
  const dialog = await openOrder(order);
  await begin(dialog, 'Refund basket');
  const basket = dialog.getByRole('form', { name: 'Refund basket' });
  const wrongAt = (label: string) =>
    basket
      .locator('.field')
      .filter({ has: screen.page.getByLabel(label, { exact: true }) })
      .locator('.field-error');
  await basket.getByLabel(t('more.amount', { currency: 'EUR' })).fill('two');
  await basket.getByLabel('VAT, percent').fill('13,5 %');
  await basket.getByRole('button', { name: 'Refund basket' }).click();
  await wrongAt(t('more.amount', { currency: 'EUR' }))
    .getByText('Enter an amount, such as 12.50')
    .waitFor();
  await wrongAt('VAT, percent')
    .getByText(t('more.badNumber', { example: '13.5' }))
    .waitFor();
  await basket
    .getByLabel(t('more.amount', { currency: 'EUR' }))
    .and(screen.page.locator(':focus'))
    .waitFor();
  await basket.getByLabel(t('more.amount', { currency: 'EUR' })).fill('2');
  await basket.getByRole('button', { name: 'Refund basket' }).click();
  await until('one field less', async () => (await wrongAt(t('more.amount', { currency: 'EUR' })).textContent()) === '');
  expect(await wrongAt('VAT, percent').textContent()).toContain('13.5');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await begin(dialog, 'Deposits returned');
  const deposits = dialog.getByRole('form', { name: 'Deposits returned' });
  await deposits.getByLabel('Pieces').fill('2.5');
  await deposits.getByLabel(t('more.deposit.total', { currency: 'EUR' })).fill('0.30');
  await deposits.getByRole('button', { name: 'Deposits returned' }).click();
  await deposits.getByText(t('more.badNumber', { example: '2' })).waitFor();
  for (const operation of ['refund-basket', 'deposits-returned']) expect(await venue.asked(order.order_id, operation)).toBe(0);
});

test("a refund whose answer was lost isn't sent again; staff are asked to check first", async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
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
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
  const { name } = ((await body(order.order_id)).items as { name: string }[])[0] ?? { name: '' };
  const dialog = await openOrder(order);
  // Without an invoice the refund is refused: section 4.2, rule 5.
  await begin(dialog, 'Refund items');
  const items = dialog.getByRole('form', { name: 'Refund items' });
  await items.getByLabel(`Pieces: ${name}`).fill('1');
  await items.getByLabel(`Refund per piece, in EUR: ${name}`).fill('1.50');
  await items.getByRole('button', { name: 'Refund items' }).click();
  await dialog
    .getByRole('region', { name: 'More actions' })
    .getByText(/didn't work/)
    .waitFor();
  expect(await dialog.getByText(t('more.taken')).count()).toBe(0);

  await venue.control('POST', '/faults', { match: 'POST /orders/*/refund-basket', status: 429, retry_after: 2, for_ms: 600_000 });
  await begin(dialog, 'Refund basket');
  const form = dialog.getByRole('form', { name: 'Refund basket' });
  await form.getByLabel(t('more.amount', { currency: 'EUR' })).fill('2.00');
  await form.getByRole('button', { name: 'Refund basket' }).click();
  await dialog.getByText(t('more.sending')).waitFor();
  await dialog.getByText('Trying again.').waitFor();
  await venue.control('DELETE', '/faults');
  await dialog.getByText(t('more.taken')).waitFor();
  expect(await dialog.getByText('Trying again.').count()).toBe(0);
});

test('refunds never exceed the payment, even in several steps', async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
  const paid = venue.card(order.order_id).toPay?.amount ?? 0;
  const giveBack = (requestId: string, amount: number) =>
    venue.call('order.operate', {
      orderId: order.order_id,
      requestId,
      operation: { operation: 'refund-basket', amount, reason: 'PRICE_DIFFERENCE', vat: 0 },
    });
  expect(await giveBack('the-first-one', paid - 100)).toMatchObject({ ok: true });
  expect(await giveBack('one-too-many', 101)).toMatchObject({
    ok: false,
    problem: { text: message('refund.overPayment', { most: { amount: 100, currency: 'EUR', digits: 2 } }) },
  });
  expect(await giveBack('the-first-one', paid - 100)).toMatchObject({ ok: true });
  expect(await giveBack('what-is-left', 100)).toMatchObject({ ok: true });
  await until('both', async () => (await venue.asked(order.order_id, 'refund-basket')) === 2);
});

test('a document is uploaded, and a wrong file is refused with a reason', async () => {
  const order = await orderAfter('takeaway', 'ready');
  const dialog = await openOrder(order);
  await begin(dialog, 'Documents');
  const form = dialog.getByRole('form', { name: 'Documents' });
  await form.getByLabel(t('more.documents.file')).setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await form.getByText('note.txt').waitFor();
  expect(await form.locator('input[type="file"]:not(.unseen)').count()).toBe(0);
  await form.getByRole('button', { name: 'Upload' }).click();
  await form.getByText(t('document.notPdf')).waitFor();
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 32)]);
  await form.getByLabel(t('more.documents.file')).setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf });
  await form.getByRole('button', { name: 'Upload' }).click();
  await form.getByText('Uploaded.').waitFor();
  expect((await venue.atService(order.order_id)) as unknown).toMatchObject({ documents: ['INVOICE'] });
  await choose(form, t('more.documents.kind'), t('document.alcoholSaleCorrection'));
  await form.getByRole('button', { name: 'Upload' }).click();
  await form.getByText('Upload the alcohol sale first').waitFor();
  await dialog.getByRole('button', { name: 'What happened' }).click();
  await dialog.getByText(/document: Invoice\./).waitFor();
});

test('a pharmacy order is marked ready with batch IDs that cover its pieces', async () => {
  const order = await orderAfter('pharmacy', 'accept');
  const count = Number(((await body(order.order_id)).items as { count: number }[])[0]?.count);
  await screen.card(order.order_number).getByRole('button', { name: 'Mark ready', exact: true }).click();
  const form = screen.page.getByRole('form', { name: t('more.batches.title') });
  await form.getByRole('textbox').fill('LOT7 × 5');
  await form.getByRole('button', { name: t('more.batches.ready') }).click();
  await form.getByText(`cover 5 of ${count} pieces`).waitFor();
  await form.getByRole('textbox').fill(`LOT7 × ${count}`);
  await form.getByRole('button', { name: t('more.batches.ready') }).click();
  await happened(order.order_id, 'ready');
});

test("a refund that staff filled in before the order's items changed is refused", async () => {
  const order = await orderAfter('takeaway', 'delivered', { cash_payment: null });
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
  const items = (await body(order.order_id)).items as { name: string; row_number: number }[];
  const dialog = await openOrder(order);
  await begin(dialog, 'Replace items');
  const form = dialog.getByRole('form', { name: 'Replace items' });
  const chooser = form.getByRole('button', { name: `What happens to ${items[0]?.name}` });
  await choose(form, `What happens to ${items[0]?.name}`, 'Something else');
  await form.getByLabel('Name', { exact: true }).fill('Rye bread');
  await form.getByLabel(/^Price in EUR/).fill('3.20');
  await form.getByRole('button', { name: t('more.replace.another') }).click();
  await letStand(screen.page);
  await chooser.nth(1).click();
  await screen.page.getByRole('option', { name: t('more.replace.kinds.count-change-replacement'), exact: true }).click();
  await form.getByRole('textbox', { name: 'Pieces', exact: true }).nth(1).fill('1');
  await form.getByLabel(/Free extra/).fill('A flower');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByText(t('more.replace.summary')).waitFor();
  expect(await venue.asked(order.order_id, 'replace-items')).toBe(0);
  await form.getByRole('button', { name: 'Replace permanently' }).click();
  await happened(order.order_id, 'items replaced');
  await until('the new items', async () =>
    ((await body(order.order_id)).items as { name: string }[]).some(({ name }) => name === 'Rye bread'),
  );
  await until('the card shows them', () => venue.card(order.order_id).items.some(({ name }) => name === 'Rye bread'));
  expect(venue.card(order.order_id).items.some(({ name }) => name === 'A flower')).toBe(true);
  await dialog.getByText(t('more.taken')).waitFor();
  await dialog.getByRole('button', { name: 'More actions' }).click();
  await screen.page.getByRole('menuitem', { name: 'Replace items' }).getByText('Items were already replaced').waitFor();
});
