/** Which calls a station may make with each right, listed a second time on purpose: a changed right must be changed here too. */
import { describe, expect, test } from 'vitest';
import { type CallName, calls, type OrderCard, RIGHTS, type Right, rightsFor, type Station } from '../../../contract/contract.ts';
import { stationRefusal } from '../../../main/features/access/station-calls.ts';
import { card } from '../renderer/board/card.ts';

/** The rights that each permit these calls; "any" for every station. */
const TABLE: Record<string, string> = {
  any: `
    kitchen.recent menu.ofOrder order.detail order.touch staff.here staff.scan staff.signIn staff.signOut`,
  answer: `
    order.accept order.confirm order.reject sound.pause`,
  'answer ready': `
    order.undo`,
  ready: `
    kitchen.recall order.delivered order.ready`,
  'ready refund': `
    order.operate order.review`,
  pack: `
    kitchen.prioritize kitchen.setDish kitchen.setTicket order.check print.again print.seen`,
  'sold-out': `
    kitchen.backOnSale kitchen.dishSale kitchen.soldOut menu.again menu.backOnSale menu.get menu.setStock menu.soldOut`,
  pause: `
    sale.hours sale.openAgain sale.pause`,
  reports: `
    history.missedToday history.order history.report history.search`,
  none: `
    access.enter access.leave access.setPin backup.make counter.accessCode courier.areas courier.cancel courier.close courier.offer
    courier.order courier.request courier.slip courier.streets courier.venues diagnostics.bundle diagnostics.get displays.allow
    displays.change displays.list displays.pair displays.saveLogo displays.sendAway history.csv job.giveUp job.retry menu.changePrices menu.checkFile
    menu.export menu.history menu.read menu.reviewPrices menu.setKind menu.upload menu.uploadDifference notice.dismiss
    order.uploadDocument paper.preview print.dayReport print.move printer.learn printer.seen printer.sheet printer.test printers.find
    printers.ofSystem printers.whereItems sale.checkHours sale.deliveryProvider sale.setDeliveryProvider sale.setSpecialDays sale.setWeek
    screen.prefer selfTest.run settings.get settings.joinRelay settings.leaveRelay settings.saveAlerts settings.saveBackup settings.saveCounter
    settings.saveCouriers settings.saveDeliveryPickup settings.saveDesktop settings.saveKitchen settings.saveMap settings.saveMerchant
    settings.savePos settings.savePrinters settings.saveReports settings.saveScreen settings.saveStaff settings.saveStock
    settings.saveStockKey settings.saveTemplate settings.saveWebhookSecret settings.saveWork staff.changes staff.remove staff.save
    state.snapshot support.preview support.refuse support.send training.leave training.order training.start venue.askAddresses
    venue.awaitCode venue.connect venue.openRedirect venue.rename venue.resetIntegration venue.setFlavour venue.setRejectReasons
    venue.tryAddresses webhooks.change webhooks.create webhooks.delete webhooks.list`,
};
const namesIn = (list: string): CallName[] => list.trim().split(/\s+/) as CallName[];
const NEEDS = Object.entries(TABLE).flatMap(([rights, list]) => namesIn(list).map((name) => [name, rights.split(' ')] as const));
const NAMES = Object.keys(calls) as CallName[];
const NO_CALLS = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'orders.accept', 'order.accept ', ''];

const SHOWN = 'order-1';
const OTHERS = ['order-2', '__proto__', 'constructor', ''];
const PENDING = { text: 'Sending', since: '2026-03-14T12:00:00Z', undoUntil: '2026-03-14T12:00:10Z' };
const order = card({ id: SHOWN, venueId: 'here', pending: { action: 'ready', ...PENDING } });

function may(
  name: string,
  rights: readonly Right[],
  { input = {}, shown = order, ...station }: { input?: object; shown?: OrderCard } & Partial<Station> = {},
): boolean {
  const at: Station = { view: 'station', rights: [...rights], venues: null, zones: null, rings: true, ...station };
  const given = { orderId: SHOWN, venueId: 'here', operation: { operation: 'eta', minutes: 5 }, ...input };
  return stationRefusal(at, (id) => (id === SHOWN ? shown : null), name as CallName, given) === null;
}
const fieldsOf = (name: CallName): string[] => Object.keys((calls[name].input as { entries?: object }).entries ?? {});

test('each call needs the right in the table, and the table has every call', () => {
  expect(NEEDS).toHaveLength(new Set(NEEDS.map(([name]) => name)).size);
  expect(NEEDS.map(([name]) => name).toSorted()).toEqual(NAMES.toSorted());
  const listed = NEEDS.map(([name, rights]) => [
    name,
    rights.includes('any') ? null : rights.filter((right) => right !== 'none').toSorted(),
  ]);
  expect(Object.fromEntries(NAMES.map((name) => [name, rightsFor(name)?.toSorted() ?? null]))).toEqual(Object.fromEntries(listed));
});

describe.each(RIGHTS)('a station whose only right is %s', (right) => {
  test('makes the calls of that right and those of every station', () => {
    const own = NEEDS.flatMap(([name, rights]) => (rights.includes('any') || rights.includes(right) ? [name] : []));
    const shown = right === 'answer' ? card({ ...order, pending: { action: 'accept', ...PENDING } }) : order;
    const operation =
      right === 'refund' ? { operation: 'refund-basket', amount: 1, reason: 'Cold', vat: 0 } : { operation: 'eta', minutes: 5 };
    const made = [...NAMES, ...NO_CALLS].filter((name) => may(name, [right], { shown, input: { operation } }));
    expect(made.toSorted()).toEqual(own.toSorted());
  });
});

test('a station without any right sees orders, silences them, and staff sign in', () => {
  expect(NAMES.filter((name) => may(name, [])).toSorted()).toEqual(namesIn(TABLE.any ?? '').toSorted());
});

test.each(NAMES.filter((name) => fieldsOf(name).includes('orderId') && rightsFor(name)?.length !== 0))(
  '%s is only for an order that the station shows',
  (name) => {
    for (const venues of [null, ['here']]) {
      if (name !== 'history.order' && name !== 'kitchen.recall') expect(may(name, RIGHTS, { venues })).toBe(true);
      for (const orderId of OTHERS) {
        // Orders that no screen shows now are found by stations of all venues, as at the counter.
        const isOfAll = venues === null && ['history.order', 'kitchen.recall'].includes(name);
        expect(may(name, RIGHTS, { venues, input: { orderId } }), orderId).toBe(isOfAll);
      }
    }
  },
);

test.each(NAMES.filter((name) => fieldsOf(name).includes('venueId') && rightsFor(name)?.length !== 0))(
  '%s is only for a venue of the station',
  (name) => {
    expect(may(name, RIGHTS, { venues: ['here'] })).toBe(true);
    for (const venueId of ['there', '__proto__', 'constructor', ''])
      expect(may(name, RIGHTS, { venues: ['here'], input: { venueId } })).toBe(false);
  },
);

test('of the calls that name neither order nor venue, a station of some venues makes those of sign-in', () => {
  const others = NAMES.filter((name) => !['orderId', 'venueId'].some((field) => fieldsOf(name).includes(field)));
  expect(others.filter((name) => may(name, RIGHTS, { venues: ['here'] })).toSorted()).toEqual([
    'staff.here',
    'staff.scan',
    'staff.signIn',
    'staff.signOut',
  ]);
});

test('an undo needs the right of the action that it takes back', () => {
  const undo = (rights: readonly Right[], action: string | null): boolean =>
    may('order.undo', rights, { shown: card({ ...order, pending: action === null ? null : { action, ...PENDING } }) });
  const undone = (rights: readonly Right[]) =>
    ['accept', 'reject', 'confirm', 'ready', 'delivered'].filter((action) => undo(rights, action));
  expect(undone(['answer'])).toEqual(['accept', 'reject', 'confirm']);
  expect(undone(['ready'])).toEqual(['ready', 'delivered']);
  expect(undone(['pack', 'sold-out', 'pause', 'refund', 'reports'])).toEqual([]);
  for (const action of [null, 'refund-basket', 'constructor', '__proto__']) expect(undo(RIGHTS, action)).toBe(false);
});

test.each(['order.review', 'order.operate'])('%s needs the right "refund" for what pays back, and "ready" for anything else', (name) => {
  const price = { amount: 1, currency: 'EUR' };
  const replace = (type: string) => ({
    operation: 'replace-items',
    changes: [
      {
        row: 1,
        replacements: [
          { type: 'count-change-replacement', count: 1 },
          { type, price, barcode: '1' },
        ],
      },
    ],
    additions: [],
  });
  const paysBack = [
    { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [] },
    { operation: 'refund-basket', amount: 1, reason: 'Cold', vat: 0 },
    { operation: 'deposits-returned', items: [] },
    replace('reduced-price'),
  ];
  const others = [{ operation: 'eta', minutes: 5 }, { operation: 'pickup-completed' }, replace('weight-change-replacement')];
  for (const operation of paysBack)
    expect([may(name, ['refund'], { input: { operation } }), may(name, ['ready'], { input: { operation } })]).toEqual([true, false]);
  for (const operation of others)
    expect([may(name, ['refund'], { input: { operation } }), may(name, ['ready'], { input: { operation } })]).toEqual([false, true]);
});
