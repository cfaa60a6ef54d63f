/** Which printouts are marked as a copy, for each way through the print spool. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Slips } from '../../../main/printing/spool/print-delivery-slips.ts';
import type { Spool } from '../../../main/printing/spool/spool.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import type { Store } from '../../../main/store/store.ts';
import type { Kind } from '../../../main/store/worker.ts';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { attemptDue, claimDue } from '../../fixtures/attempt.ts';
import { delivery } from '../../fixtures/couriers.ts';
import { putOrder } from '../../fixtures/orders.ts';
import { spoolOn } from '../../fixtures/spool.ts';
import { testFolder, testPrinter, testStore } from '../../setup/parts.ts';
import { type RunningTime, runningTime } from '../../setup/test-time.ts';
import { item, order } from '../../unit/printing/papers/orders.ts';

const BACKUP_AFTER_MS = 30_000;
const ORDER = order({ items: [item('Soup', 1)] });
let store: Store;
let grill: VirtualPrinter;
let bar: VirtualPrinter;
let spool: Spool;
let slips: Slips;
let time: RunningTime;

beforeEach(async () => {
  time = runningTime();
  store = testStore(testFolder(), { backups: null, time });
  [grill, bar] = [await testPrinter(), await testPrinter()];
  const at = ({ host, port }: VirtualPrinter) => ({ host, port });
  const printers = [
    printerWith({ id: 'grill', name: 'Grill', ...at(grill), documents: ['kitchen-ticket'], backup: 'bar' }),
    printerWith({ id: 'bar', name: 'Bar', ...at(bar), documents: ['preorder-slip'] }),
  ];
  ({ spool, slips } = spoolOn({ store, time, printers, backupAfterMs: BACKUP_AFTER_MS }));
  putOrder(store, { items: [{ name: 'Soup', count: 1 }] }, { order: ORDER });
  store.write(() => store.deliveries.add(delivery(time.wall())));
});

const due = () => store.write(() => spool.paperDue(ORDER, { occasion: 'accepted' }));
async function attempt(kind = spool.kind): Promise<string> {
  await time.advance(BACKUP_AFTER_MS);
  const { outcome } = await attemptDue(store, kind);
  return outcome.end === 'done' ? (outcome.outcome ?? '') : outcome.end;
}
const whole = (printer: VirtualPrinter) =>
  printer
    .papers()
    .filter(({ cut, text }) => cut && text.includes('Soup'))
    .map(({ text }) => /POSSIBLE COPY|REPRINT \d/.exec(text)?.[0] ?? 'original');

test('a ticket printed at once is the original', async () => {
  due();
  expect(await attempt()).toBe('confirmed');
  expect(whole(grill)).toEqual(['original']);
});

test('a ticket cut off and printed again by the same printer is a possible copy', async () => {
  due();
  grill.set({ reset_after_bytes: 150 });
  expect(await attempt()).toBe('retry');
  grill.set({ reset_after_bytes: null });
  expect(await attempt()).toBe('confirmed');
  expect(whole(grill)).toEqual(['POSSIBLE COPY']);
});

/** What happens to a ticket at the grill's printer before the bar's, its backup, prints it. */
const ON_THE_GRILL: [what: string, mark: string, happens: (kind: Kind) => void][] = [
  ['never accepted it', 'original', () => undefined],
  ['broke off while printing it', 'POSSIBLE COPY', () => grill.set({ refuse: false, reset_after_bytes: 150 })],
  [
    'may have printed it before a power cut, and refuses it since',
    'POSSIBLE COPY',
    (kind) => {
      claimDue(store, kind);
      store.write(() => store.queue.recoverLeases());
    },
  ],
];

describe.each([
  ['kitchen ticket', () => spool.kind, due],
  ['delivery ticket', () => slips.kind, () => store.write(() => slips.due('d'))],
])('a %s, printed by the backup printer', (_, kindOf, queue) => {
  test.each(ON_THE_GRILL)('after a printer that %s, is marked: %s', async (_what, mark, happens) => {
    queue();
    grill.set({ refuse: true });
    expect(await attempt(kindOf())).toBe('retry');
    happens(kindOf());
    expect([await attempt(kindOf()), await attempt(kindOf())]).toEqual(['moved', 'confirmed']);
    expect([whole(grill), whole(bar)]).toEqual([[], [mark]]);
  });
});

test.each(ON_THE_GRILL)(
  'STOP prints on the backup printer, and on one that %s only if the ticket may be there (%s)',
  async (_, mark, happens) => {
    due();
    grill.set({ refuse: true });
    expect(await attempt()).toBe('retry');
    happens(spool.kind);
    expect([await attempt(), await attempt()]).toEqual(['moved', 'confirmed']);
    grill.set({ refuse: false, reset_after_bytes: null });
    store.write(() => spool.paperDue(ORDER, { occasion: 'cancelled' }));
    const holding = mark === 'original' ? [bar] : [grill, bar];
    for (const _printer of holding) expect(await attempt()).toBe('confirmed');
    expect([grill, bar].map((printer) => printer.papers().filter(({ text }) => text.includes('STOP')).length)).toEqual([
      holding.length - 1,
      1,
    ]);
  },
);

test('a reprint has its number, also when the backup printer prints it', async () => {
  due();
  expect(await attempt()).toBe('confirmed');
  store.write(() => spool.printAgain(ORDER, 'kitchen-ticket', 0, null));
  expect(await attempt()).toBe('confirmed');
  store.write(() => spool.printAgain(ORDER, 'kitchen-ticket', 0, null));
  grill.set({ refuse: true });
  expect([await attempt(), await attempt(), await attempt()]).toEqual(['retry', 'moved', 'confirmed']);
  expect([whole(grill), whole(bar)]).toEqual([['original', 'REPRINT 2'], ['REPRINT 3']]);
});

test('STOP and a change print only on the printer that has the ticket', async () => {
  due();
  expect(await attempt()).toBe('confirmed');
  const [before = null] = ORDER.items;
  for (const modifiedAt of ['2026-03-14T11:14:00Z', '2026-03-14T11:15:00Z']) {
    const changes = [{ kind: 'removed' as const, before, after: null }];
    store.write(() => spool.paperDue({ ...ORDER, modifiedAt }, { occasion: 'changed', changes }));
    expect(await attempt()).toBe('confirmed');
  }
  store.write(() => spool.paperDue(ORDER, { occasion: 'cancelled' }));
  expect(await attempt()).toBe('confirmed');
  const named = grill.papers().map(({ text }) => /STOP|CHANGE/.exec(text)?.[0] ?? 'ticket');
  expect([named, bar.papers()]).toEqual([['ticket', 'CHANGE', 'CHANGE', 'STOP'], []]);
});
