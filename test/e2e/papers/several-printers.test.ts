/** Several printers in one venue: what each prints, changes and cancellations, and a printer that is down. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSame, message, type Text } from '../../../contract/message.ts';
import type { Paper, VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { codesIn } from '../../setup/messages.ts';
import { closing } from '../../setup/parts.ts';
import { postNews } from '../venue/post-news.ts';
import { until, type Venue } from '../venue/venue.ts';
import { READ_OFTEN, testVenue } from '../venue/with-venue.ts';

let venue: Venue;
let printers: Map<string, VirtualPrinter>;

const DRINKS = { name: 'Drinks' };
const MAINS = { name: 'Mains' };
const eur = (amount: number) => ({ amount, currency: 'EUR' });
const line = (row: number, name: string, count: number, category: { name: string } | null) => ({
  row_number: row,
  id: `item-${row}`,
  name,
  count,
  category,
  options: [],
  item_price: { total: eur(500 * count), unit_price: eur(500) },
});
const ITEMS = [line(1, 'Burger', 2, MAINS), line(2, 'Lemonade', 1, DRINKS), line(3, 'Gift card', 1, null)];

async function openWith(
  named: Record<string, Record<string, unknown>>,
  paper: Record<string, unknown> = {},
  ofVenue: Record<string, unknown> | null = null,
): Promise<void> {
  const settings = [];
  printers = new Map();
  for (const [id, more] of Object.entries(named)) {
    const printer = closing(await startVirtualPrinter({ port: 0 }));
    printers.set(id, printer);
    settings.push({
      id,
      name: id[0]?.toUpperCase() + id.slice(1),
      host: printer.host,
      port: printer.port,
      documents: ['kitchen-ticket'],
      ...more,
    });
  }
  venue = await testVenue({ settings: { printers: settings, paper, ...READ_OFTEN } });
  if (!ofVenue) return;
  await venue.stopApp();
  const file = join(venue.dataDir, 'settings.json');
  const written = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...written, venues: { [venue.venueId]: ofVenue } }));
  await venue.startApp();
}
const printer = (id: string) => {
  const found = printers.get(id);
  if (!found) throw new Error(`There is no printer "${id}".`);
  return found;
};
const papers = (id: string): Paper[] =>
  printer(id)
    .papers()
    .filter(({ cut }) => cut);
const texts = (id: string) => papers(id).map(({ text }) => text);
const isOutOfPaper = (orderId: string) => codesIn(venue.card(orderId).ticket).includes('printer.outOfPaper');

async function accepted(order: Record<string, unknown> = { items: ITEMS }, kind = 'takeaway'): Promise<string> {
  const { order_id: id } = await venue.arrived(kind, order);
  await venue.bringTo(id, 'preparing');
  return id;
}

test('each printer gets its own items, and the default printer the rest', async () => {
  await openWith({
    grill: { takes: { categories: ['mains'], rest: true } },
    bar: { takes: { items: ['lemon'] } },
  });
  await accepted();
  await until('both tickets', () => papers('grill').length === 1 && papers('bar').length === 1);
  const [[grill = ''], [bar = '']] = [texts('grill'), texts('bar')];
  expect(grill).toContain('Burger');
  expect(grill).toContain('Gift card');
  expect(grill).not.toContain('Lemonade');
  expect(grill).toContain('3 OF 4 ITEMS');
  expect(grill).toContain('The others: Bar');
  expect(bar).toContain('Lemonade');
  expect(bar).not.toContain('Burger');
  expect(bar).toContain('1 OF 4 ITEMS');
});

test('an item that no printer is set up for prints on the first printer', async () => {
  await openWith({ grill: { takes: { categories: ['Mains'] } }, bar: { takes: { categories: ['Drinks'] } } });
  await accepted();
  await until('the ticket', () => papers('grill').length === 1);
  expect(texts('grill')[0]).toContain('Gift card');
});

test('a change ticket has only the changed items, and prints on the printer of those items', async () => {
  await openWith({ grill: { takes: { categories: ['Mains'], rest: true } }, bar: { takes: { categories: ['Drinks'] } } });
  const id = await accepted();
  await until('both tickets', () => papers('grill').length === 1 && papers('bar').length === 1);
  const changes = [{ row: 1, replacements: [{ type: 'count-change-replacement' as const, count: 1 }] }];
  const answer = await venue.call('order.operate', {
    orderId: id,
    requestId: 'change-of-one',
    operation: { operation: 'replace-items', changes, additions: [] },
  });
  expect(answer).toEqual({ ok: true, value: {} });
  await until('the change slip', () => papers('grill').length === 2);
  const slip = texts('grill')[1] ?? '';
  expect(slip).toContain('CHANGE');
  expect(slip).toContain('NOW 1');
  expect(slip).toContain('Burger');
  expect(slip).not.toContain('Gift card');
  expect(papers('bar')).toHaveLength(1);
});

test('a cancellation prints STOP on exactly the printers that had the ticket', async () => {
  await openWith({ grill: { takes: { categories: ['Mains'], rest: true } }, bar: { takes: { categories: ['Drinks'] } } });
  const id = await accepted({ items: [ITEMS[0]] });
  await until('the ticket', () => papers('grill').length === 1);
  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the STOP slip', () => texts('grill').some((text) => text.includes('STOP')));
  expect(texts('grill')[1]).toContain("Don't make it");
  expect(papers('bar')).toEqual([]);
});

test('a cancelled order whose ticket never printed prints neither ticket nor STOP, even once paper is in', async () => {
  await openWith({ grill: {} });
  // A printer that has answered once gets its job without a longer wait on a busy computer.
  await venue.untilLater('an answer of the printer', () => venue.state().printers.grill?.state === 'ready');
  printer('grill').set({ paper_out: true });
  const id = await accepted();
  await until('the ticket to wait', () => isOutOfPaper(id));
  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the end', () => venue.card(id).column === 'ended');
  printer('grill').set({ paper_out: false });
  const next = await accepted({ items: ITEMS, order_number: '7777' });
  await until('the next ticket', () => texts('grill').some((text) => text.includes('7777')));
  expect(papers('grill')).toHaveLength(1);
  expect(next).not.toBe(id);
});

test('a backup prints for a printer that is down, and its ticket says INSTEAD OF that printer', async () => {
  await openWith({ grill: { backup: 'bar', documents: ['kitchen-ticket'] }, bar: { documents: ['receipt'] } }, { backup_after_seconds: 2 });
  printer('grill').set({ cover_open: true });
  const id = await accepted();
  await venue.untilLater('the ticket on the other printer', () => texts('bar').some((text) => text.includes('INSTEAD OF GRILL')));
  await until('the ticket of the card', () => codesIn(venue.card(id).ticket)[0] === 'cardTicket.printed');
  printer('grill').set({ cover_open: false });
  await venue.laterAtRest(60_000);
  expect(papers('grill')).toEqual([]);
  expect(texts('bar').filter((text) => text.includes('INSTEAD OF GRILL'))).toHaveLength(1);

  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the STOP slip where the ticket is', () => texts('bar').some((text) => text.includes('STOP')));
  expect(papers('grill')).toEqual([]);
});

test('a ticket interrupted on its printer prints on the backup as a possible copy', async () => {
  await openWith({ grill: { backup: 'bar' }, bar: { documents: ['receipt'] } }, { backup_after_seconds: 1 });
  printer('grill').set({ reset_after_bytes: 150 });
  await accepted();
  const moved = () => texts('bar').filter((text) => text.includes('INSTEAD OF GRILL'));
  await venue.untilLater('the ticket on the other printer', () => moved().length > 0);
  await venue.laterAtRest(10_000);
  expect(moved().map((text) => text.includes('POSSIBLE COPY'))).toEqual([true]);
});

test('an interrupted ticket that staff move to another printer prints as a possible copy', async () => {
  await openWith({ grill: {}, bar: { documents: ['receipt'] } });
  printer('grill').set({ reset_after_bytes: 150 });
  await accepted();
  await until('the trouble', () => venue.state().printers.grill?.state === 'trouble');
  printer('grill').set({ reset_after_bytes: null, cover_open: true });
  await venue.untilLater('the move', async () => {
    const answer = await venue.call('print.move', { from: 'grill', to: 'bar' });
    return answer.ok && answer.value.papers === 1;
  });
  const moved = () => texts('bar').filter((text) => text.includes('INSTEAD OF GRILL'));
  await venue.untilLater('the ticket on the other printer', () => moved().length > 0);
  expect(moved().map((text) => text.includes('POSSIBLE COPY'))).toEqual([true]);
});

test('copies, a receipt, a courier ticket and a pre-order ticket print where the settings say', async () => {
  await openWith({
    grill: { copies: 2 },
    pass: { documents: ['receipt', 'courier-slip', 'preorder-slip'] },
  });
  await accepted({ items: ITEMS }, 'instant');
  await until('all papers', () => papers('grill').length === 2 && papers('pass').length === 2);
  expect(texts('grill').map((text) => /Copy \d of 2/.exec(text)?.[0])).toEqual(['Copy 1 of 2', 'Copy 2 of 2']);
  const receipt = texts('pass').find((text) => text.includes('Thank you')) ?? '';
  expect(receipt).toMatch(/2 +Burger +10\.00 EUR/);
  expect(receipt).toMatch(/Items in total +\d+\.\d\d EUR/);
  const { order_id: pre } = await venue.arrived('preorder', { items: ITEMS });
  await venue.call('order.confirm', { orderId: pre });
  await until('the pre-order slip', () => texts('pass').some((text) => text.includes('PRE-ORDER')));
  expect(papers('grill')).toHaveLength(2);
});

test('a ticket set to print on arrival prints once; sent-to-pos is reported only after the accept', async () => {
  await openWith({ grill: { print_on: 'arrival' } });
  const { order_id: id } = await venue.place('takeaway', { items: ITEMS });
  await until('the ticket', () => papers('grill').length === 1);
  expect((await venue.atService(id)).sent_to_pos).toEqual([]);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the report', async () => (await venue.atService(id)).sent_to_pos.length === 1);
  expect(papers('grill')).toHaveLength(1);
});

test('a ticket that waited too long prints only after staff confirm it', async () => {
  await openWith({ grill: {} }, { ask_after_minutes: 0.02 });
  printer('grill').set({ paper_out: true });
  const id = await accepted();
  await until('the ticket to wait', () => isOutOfPaper(id));
  await venue.later(1_500);
  printer('grill').set({ paper_out: false });
  await venue.untilLater('the question', () => codesIn(venue.card(id).ticket).includes('printJob.waitedLong'));
  expect(papers('grill')).toEqual([]);
  const answer = await venue.call('diagnostics.get', {});
  const job = answer.ok ? answer.value.jobs.find(({ orderId }) => orderId === id) : undefined;
  await venue.call('job.retry', { id: job?.id ?? 0 });
  await until('the ticket', () => papers('grill').length === 1);
});

test('a reprint shows its number, and the order lists both printouts', async () => {
  await openWith({ grill: {} });
  const id = await accepted();
  await until('the ticket', () => papers('grill').length === 1);
  const again = { orderId: id, document: 'kitchen-ticket' as const, part: null, printerId: null };
  expect(await venue.call('print.again', again)).toEqual({ ok: true, value: { papers: 1 } });
  await until('the reprint', () => papers('grill').length === 2);
  expect(texts('grill')[1]).toContain('REPRINT 2');
  // The printout is complete shortly before the printer's confirmation arrives.
  const ledger = async () => (await venue.ask('order.detail', { orderId: id })).papers.map(({ text }) => text);
  await until('both papers in the ledger', async () => (await ledger()).length === 2);
  const printed = (mark: Text, by: Text) =>
    message('printJob.stateConfirmed', {
      which: message('printoutName.kitchenTicket'),
      printer: 'Grill',
      more: message('printJob.markBy', { mark, by }),
    });
  expect(await ledger()).toEqual([printed('', ''), printed(message('printJob.reprint', { copy: 2 }), message('printJob.byStaff'))]);
});

test("a job waiting for one printer can be moved to another, and doesn't print on the first", async () => {
  await openWith({ grill: {}, bar: { documents: ['receipt'] } });
  printer('grill').set({ paper_out: true });
  const id = await accepted();
  await until('the ticket to wait', () => isOutOfPaper(id));
  await until('the move', async () => {
    const moved = await venue.call('print.move', { from: 'grill', to: 'bar' });
    return moved.ok && moved.value.papers === 1;
  });
  await until('the ticket on the other printer', () => texts('bar').some((text) => text.includes('INSTEAD OF GRILL')));
  printer('grill').set({ paper_out: false });
  await venue.laterAtRest(60_000);
  expect(papers('grill')).toEqual([]);
});

test('when a printer with waiting jobs is removed, its order reports that once, until all is printed again', async () => {
  await openWith({ grill: { documents: ['kitchen-ticket', 'participant-label'] }, bar: { documents: ['receipt'] } });
  printer('grill').set({ paper_out: true });
  const id = await accepted({}, 'group');
  await until('the papers to wait', () => isOutOfPaper(id));
  const reported = () => venue.card(id).trouble.map(({ text, hint }) => codesIn([text, hint]));
  const listed = await venue.call('settings.get', {});
  const [grill, bar] = listed.ok ? listed.value.settings.printers : [];
  if (!grill || !bar) throw new Error('The printers are not in the settings.');
  await venue.call('settings.savePrinters', { printers: [{ ...bar, documents: ['kitchen-ticket', 'participant-label'] }] });
  const once = [['printJob.printerRemoved', 'order.reprintFromOrder']];
  await until('that it is told', () => reported().length > 0 && venue.card(id).labels.state === 'failed');
  expect(reported()).toEqual(once);
  expect(venue.card(id).ticket.state).toBe('failed');
  await venue.call('print.again', { orderId: id, document: 'kitchen-ticket', part: null, printerId: null });
  await until('the ticket', () => venue.card(id).ticket.state === 'confirmed');
  expect(reported()).toEqual(once);
  await venue.call('print.again', { orderId: id, document: 'participant-label', part: null, printerId: null });
  await until('the labels', () => venue.card(id).labels.state === 'confirmed');
  expect(reported()).toEqual([]);
  expect(papers('grill')).toEqual([]);
});

const NO_PAPER = message('printer.message', { printer: 'Grill', text: message('printer.outOfPaper') });

test("a ticket's problem names its printer once, also after a restart", async () => {
  await openWith({ grill: { documents: ['kitchen-ticket'] } });
  printer('grill').set({ paper_out: true });
  const id = await accepted({}, 'takeaway');
  await until('the ticket to wait', () => isSame(venue.card(id).ticket.text, NO_PAPER));
  await venue.stopApp();
  printer('grill').set({ hang: true });
  await venue.startApp();
  expect((await until('the card', () => venue.state().orders[id]))?.ticket.text).toEqual(NO_PAPER);
});

test('an UNANSWERED ticket prints once, and not for an order answered in time', async () => {
  await openWith({ grill: { documents: ['kitchen-ticket'] }, pass: { documents: ['receipt'] } }, {}, { unanswered_slip_seconds: 10 });
  const { order_id: id, order_number: number } = await venue.place('takeaway', { items: ITEMS });
  const answered = await venue.place('takeaway', { items: ITEMS });
  await until('the cards', () => venue.card(id) && venue.card(answered.order_id));
  await venue.call('order.reject', { orderId: answered.order_id, reason: 'No', code: 'GENERIC' });
  await venue.control('POST', '/clock', { advance_seconds: 9 });
  await venue.untilLater('the slip', () => texts('grill').length === 1);
  const [slip = ''] = texts('grill');
  expect(slip).toContain('UNANSWERED ORDER');
  expect(slip).toContain(number);
  expect(slip).toMatch(/Accept or reject it in Tillbridge by about\s+\d\d:\d\d\./);
  await venue.laterAtRest(2_500);
  expect(texts('grill')).toHaveLength(1);
  expect(papers('pass')).toEqual([]);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the ticket', () => texts('grill').length === 2);
});

test("an UNANSWERED ticket that had to wait prints the order's real deadline, not the one guessed before reading it", async () => {
  await openWith({ grill: { documents: ['kitchen-ticket'] } }, {}, { unanswered_slip_seconds: 10 });
  printer('grill').set({ paper_out: true });
  await venue.control('POST', '/faults', { match: 'notification', drop: true, times: 3 });
  await venue.control('POST', '/faults', { match: 'GET *orders*', status: 500, for_ms: 3_600_000 });
  const { order_id: id, order_number: number } = await venue.place('takeaway', { items: ITEMS });
  // A first notification over a minute late makes the order seem younger.
  await venue.later(62_000);
  const order = { id, venue_id: venue.venueId, status: 'CREATED', resource_url: 'https://orders.example.test/' };
  await postNews(venue, { type: 'order.notification', order });
  const guessed = await venue.untilLater('the card', () => venue.state().orders[id]?.deadline?.at);
  await venue.later(12_000);
  await until('the slip to wait', () => codesIn(venue.state().printers).includes('printer.outOfPaper'));
  await venue.control('DELETE', '/faults');
  await postNews(venue, { type: 'order.notification', order });
  await until('the order', () => venue.card(id).number === number);
  const { at = '' } = venue.card(id).deadline ?? {};
  expect(Date.parse(guessed) - Date.parse(at)).toBeGreaterThan(60_000);
  printer('grill').set({ paper_out: false });
  await venue.untilLater('the slip', () => texts('grill').length === 1);
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(Date.parse(at));
  expect(texts('grill')[0]).toMatch(new RegExp(`by about\\s+${time}\\.`));
});
