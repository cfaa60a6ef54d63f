/** What comes out of real printers by each way into the spool, and which of it is marked as a copy: attempt by attempt. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { USUAL_TEMPLATE } from '../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { createPrinterService } from '../../../main/printing/spool/printer-service.ts';
import { createSpool, type Spool } from '../../../main/printing/spool/spool.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { PLAIN_SPOOL } from '../../fixtures/spool.ts';
import { type RunningTime, runningTime } from '../../setup/test-time.ts';
import { item, order } from '../../unit/printing/papers/orders.ts';

const BACKUP_AFTER_MS = 30_000;
const ORDER = order({ items: [item('Soup', 1)] });
let folder: string;
let store: Store;
let grill: VirtualPrinter;
let bar: VirtualPrinter;
let spool: Spool;
let time: RunningTime;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-copies-'));
  time = runningTime();
  store = openStore(folder, { backups: null, time });
  [grill, bar] = await Promise.all([startVirtualPrinter({ port: 0 }), startVirtualPrinter({ port: 0 })]);
  const at = ({ host, port }: VirtualPrinter) => ({ host, port });
  const printers = [
    printerWith({ id: 'grill', name: 'Grill', ...at(grill), documents: ['kitchen-ticket'], backup: 'bar' }),
    printerWith({ id: 'bar', name: 'Bar', ...at(bar), documents: ['preorder-slip'] }),
  ];
  const common = { printedAt: () => '2026-03-14T11:20:00.000Z', template: () => USUAL_TEMPLATE, currencyDigits: isoDigits };
  spool = createSpool({
    ...PLAIN_SPOOL,
    ...common,
    store,
    printerService: createPrinterService({ ...common, time, onContact: () => undefined }),
    printers: () => printers,
    monotonic: time.monotonic,
    askAfterMs: () => 3_600_000,
    backupAfterMs: () => BACKUP_AFTER_MS,
  });
  const row = { order: ORDER, stage: 'preparing' as const, open: true, noticedAt: 0, readAt: 0, initialPickupEta: null };
  store.write(() => store.orders.save({ ...row, alerting: false, endedAt: null }, { items: [{ name: 'Soup', count: 1 }] }));
});
afterEach(async () => {
  store.close();
  await Promise.all([grill.close(), bar.close()]);
  rmSync(folder, { recursive: true });
});

const due = () => store.write(() => spool.paperDue(ORDER, { occasion: 'accepted' }));
/** One attempt of whatever ticket is due, once its pause is over. */
async function attempt(): Promise<string> {
  await time.advance(BACKUP_AFTER_MS);
  const job = store.write(() => store.queue.claim({ print: 60_000 })) ?? expect.fail('no paper waits');
  const outcome = await spool.kind.run(job, new AbortController().signal);
  store.write(() => {
    if (outcome.end === 'retry') store.queue.retry(job, { ...outcome, notBefore: 0 });
    else if (outcome.end === 'failed') store.queue.fail(job, outcome);
    else store.queue.complete(job, outcome);
    outcome.also?.();
  });
  return outcome.end === 'done' ? (outcome.outcome ?? '') : outcome.end;
}
const whole = (printer: VirtualPrinter) =>
  printer
    .papers()
    .filter(({ cut, text }) => cut && text.includes('Soup'))
    .map(({ text }) => /POSSIBLE COPY|REPRINT \d/.exec(text)?.[0] ?? 'original');

test('printed at once, it is the original', async () => {
  due();
  expect(await attempt()).toBe('confirmed');
  expect(whole(grill)).toEqual(['original']);
});

test('printed by the printer that takes over, of one that never took it, it is the original', async () => {
  due();
  grill.set({ refuse: true });
  expect([await attempt(), await attempt(), await attempt()]).toEqual(['retry', 'moved', 'confirmed']);
  expect([whole(grill), whole(bar)]).toEqual([[], ['original']]);
});

test('it breaks off the first time that its printer takes it, and comes out of the one that takes over: a possible copy', async () => {
  due();
  grill.set({ refuse: true });
  expect(await attempt()).toBe('retry');
  grill.set({ refuse: false, reset_after_bytes: 150 });
  expect([await attempt(), await attempt()]).toEqual(['moved', 'confirmed']);
  expect([whole(grill), whole(bar)]).toEqual([[], ['POSSIBLE COPY']]);
});

test('it breaks off, and comes out of the same printer: a possible copy', async () => {
  due();
  grill.set({ reset_after_bytes: 150 });
  expect(await attempt()).toBe('retry');
  grill.set({ reset_after_bytes: null });
  expect(await attempt()).toBe('confirmed');
  expect(whole(grill)).toEqual(['POSSIBLE COPY']);
});

test('a reprint has its number, also from the printer that takes over', async () => {
  due();
  expect(await attempt()).toBe('confirmed');
  store.write(() => spool.printAgain(ORDER, 'kitchen-ticket', 0, null));
  expect(await attempt()).toBe('confirmed');
  store.write(() => spool.printAgain(ORDER, 'kitchen-ticket', 0, null));
  grill.set({ refuse: true });
  expect([await attempt(), await attempt(), await attempt()]).toEqual(['retry', 'moved', 'confirmed']);
  expect([whole(grill), whole(bar)]).toEqual([['original', 'REPRINT 2'], ['REPRINT 3']]);
});

test('STOP and a change come out of the printer that has the ticket, and not of the other', async () => {
  due();
  expect(await attempt()).toBe('confirmed');
  const [before = null] = ORDER.items;
  store.write(() => spool.paperDue(ORDER, { occasion: 'changed', changes: [{ kind: 'removed', before, after: null }] }));
  expect(await attempt()).toBe('confirmed');
  store.write(() => spool.paperDue(ORDER, { occasion: 'cancelled' }));
  expect(await attempt()).toBe('confirmed');
  const named = grill.papers().map(({ text }) => /STOP|CHANGE/.exec(text)?.[0] ?? 'ticket');
  expect([named, bar.papers()]).toEqual([['ticket', 'CHANGE', 'STOP'], []]);
});
