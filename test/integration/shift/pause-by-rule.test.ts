/** The rule that pauses the venue when orders pile up. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderCard, SaleView } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { message } from '../../../contract/message.ts';
import { createRulePauses, RULE_PAUSE_TABLE } from '../../../main/features/menu/rule-pauses.ts';
import { openSettings, type SettingsKeeper } from '../../../main/settings/settings.ts';
import { pauseByRule } from '../../../main/shift/pause-by-rule.ts';
import { overload } from '../../../main/shift/piled-up.ts';
import type { Store } from '../../../main/store/store.ts';
import { saleView } from '../../../main/view/menu/sale-view.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const VENUE = 'v';
const MINUTE = 60_000;
let dir: string;
let store: Store;
let time: TestTime;
let settings: SettingsKeeper;
let cards: OrderCard[];
let raised: string[];
let stop: () => void;

beforeEach(() => {
  dir = testFolder();
  // The service's clock is 40 minutes ahead of this computer's.
  time = testTime(Date.UTC(2026, 10, 25, 10, 20));
  time.service.learn('Wed, 25 Nov 2026 11:00:00 GMT', time.monotonic(), time.monotonic());
  settings = openSettings(dir);
  [cards, raised] = [[], []];
  begin();
  store.write(() => store.venues.connected(VENUE, time.wall()));
  service(true);
});
afterEach(() => stop());

function begin(): void {
  store = testStore(join(dir, 'data'), { time, features: [{ name: 'menu', migrations: [RULE_PAUSE_TABLE] }] });
  stop = pauseByRule({
    store,
    time,
    pauses: createRulePauses(store),
    settings: settings.get,
    cards: () => cards,
    saleOf,
    onPaused: (_, text) => void raised.push(english(text)),
    onOver: () => void raised.push('over'),
    onDefect: (error) => expect.unreachable(String(error)),
  });
}
const saleOf = (): SaleView => saleView(store, VENUE, 0, time.service.now(), 'Europe/Helsinki', null);
const service = (isOnline: boolean) =>
  store.write(() => store.menu.keepStatus(VENUE, time.service.now(), JSON.stringify({ status: { is_online: isOnline } })));
const iso = (minutes: number) => new Date(time.service.now() + minutes * MINUTE).toISOString();
const order = (over: Partial<OrderCard>) =>
  ({ venueId: VENUE, column: 'preparing', pickupAt: null, preorderFor: null, endedAt: null, rejected: null, ...over }) as OrderCard;
const rejected = (minutes: number) => order({ column: 'ended', endedAt: iso(minutes), rejected: 'here' });
const rule = (minutes: number, hours = 4) =>
  settings.change((now) => ({ ...now, work: { ...now.work, pause_rule: { minutes, until: iso(hours * 60) } } }));
const asked = () => store.menu.get(VENUE, 'online', '')?.wants ?? null;
const look = () => time.advance(2_500);

test('a pile-up is four late orders or three rejected by the venue within half an hour', () => {
  const late = Array.from({ length: 4 }, () => order({ pickupAt: iso(-5) }));
  const three = [rejected(-5), rejected(-6), rejected(-7)];
  const sale: Pick<SaleView, 'isOnline' | 'pause' | 'alert'> = { isOnline: true, pause: null, alert: null };
  const of = (orders: readonly OrderCard[], over: Partial<typeof sale> = {}, since?: number) =>
    english(overload(orders, VENUE, { ...sale, ...over }, time.service.now(), since) ?? 'nothing');
  expect(of(late)).toBe('4 orders are late.');
  expect(of(late.slice(1))).toBe('nothing');
  expect(of(three)).toBe('3 orders were rejected or missed in the last half hour.');
  expect(of(three.map((one) => ({ ...one, rejected: 'missed' as const })))).toBe('3 orders were rejected or missed in the last half hour.');
  for (const how of ['cancelled', 'others', 'checking'] as const)
    expect(of(three.map((one) => ({ ...one, rejected: how })))).toBe('nothing');
  expect(of([rejected(-29), rejected(-31), rejected(-5)])).toBe('nothing');
  expect(of(three, {}, time.service.now() - 6 * MINUTE)).toBe('nothing');
  expect(of(late, { isOnline: false })).toBe('nothing');
  const paused = (state: string) => ({ isPaused: true, pending: { state } }) as unknown as SaleView['pause'];
  expect(of(late, { pause: paused('seen') })).toBe('nothing');
  // The pause isn't confirmed: orders still arrive.
  expect(of(late, { pause: paused('unseen') })).toBe('4 orders are late.');
  expect(of(late.map((one) => ({ ...one, venueId: 'other' })))).toBe('nothing');
});

test("the rule doesn't pause a venue before it is turned on, nor after its end", async () => {
  cards = Array.from({ length: 4 }, () => order({ pickupAt: iso(-5) }));
  await look();
  expect(asked()).toBeNull();
  rule(15, 1);
  await time.advance(1_000);
  settings.change((now) => ({ ...now, work: { ...now.work, pause_rule: { minutes: 15, until: iso(-1) } } }));
  await look();
  expect(asked()).toBeNull();
});

test("the rule pauses with an end and a notice; if staff reopen, it doesn't pause again before that end", async () => {
  rule(30);
  cards = [rejected(-5), rejected(-6), rejected(-7)];
  const until = time.service.now() + 30 * MINUTE;
  await look();
  expect(asked()).toMatchObject({ status: 'OFFLINE' });
  const end = Date.parse(String(asked()?.until));
  expect(Math.abs(end - until)).toBeLessThan(5_000);
  expect(raised).toEqual([
    expect.stringMatching(/^Paused by rule until .*11:30.* 3 orders were rejected or missed in the last half hour\.$/),
  ]);
  expect(store.menu.notes(VENUE, 1).map(({ text, by }) => [english(text), by])).toEqual([[raised[0], null]]);
  expect(createRulePauses(store).last(VENUE)?.why).toMatchObject({ code: 'sale.ordersRejected' });

  const openAgain = () =>
    store.write(() => store.menu.setWanted({ venueId: VENUE, endpoint: 'online', subject: '', wants: { status: 'ONLINE' }, by: 'Alex' }));
  openAgain();
  cards.push(rejected(0), rejected(0), rejected(0));
  await look();
  expect(asked()).toEqual({ status: 'ONLINE' });
  expect(raised.slice(1)).toEqual(['over']);
  stop();
  store.close();
  begin();
  await look();
  expect(asked()).toEqual({ status: 'ONLINE' });

  await time.advance(30 * MINUTE);
  expect(asked()).toEqual({ status: 'ONLINE' });
  cards = [...cards, rejected(0), rejected(0), rejected(0)];
  await look();
  expect(asked()).toMatchObject({ status: 'OFFLINE' });
  expect(raised).toHaveLength(3);
  await time.advance(31 * MINUTE);
  expect(raised[3]).toBe('over');
});

test('a pause by rule that an earlier version recorded only as a menu note still counts', async () => {
  const until = iso(20);
  const why = message('sale.ordersRejected', { count: 3 });
  store.write(() => {
    store.menu.note(VENUE, message('sale.pausedByRule', { until: { at: iso(-60) }, why }), null);
    store.menu.note(VENUE, message('sale.pausedByRule', { until: { at: until }, why }), null);
    store.menu.note(VENUE, 'Sold out: fries', null);
  });
  stop();
  store.close();
  inDatabase(join(dir, 'data/tillbridge.sqlite'), (db) =>
    db.exec(
      `DROP TABLE rule_pause; DROP TABLE feature_migration; INSERT INTO menu_change (at, venue_id, text) VALUES (0, '${VENUE}', '{torn')`,
    ),
  );
  begin();
  expect(createRulePauses(store).last(VENUE)).toEqual({ until, why });
  rule(30);
  cards = [rejected(-5), rejected(-6), rejected(-7)];
  await look();
  expect(asked()).toBeNull();
});
