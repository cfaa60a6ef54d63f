/** Whatever happens to the app's feed, each paired screen has exactly what it's shown of it, and learns of it without a gap. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OrderCard, PairedScreen, StatePush } from '../../../contract/contract.ts';
import type { Running } from '../../../main/app/running.ts';
import { createScreens } from '../../../main/app/screens.ts';
import { openScreenFeeds } from '../../../main/hosts/displays/screen-feeds.ts';
import { createFeed, type Feed, type Watching } from '../../../main/view/feed.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';
import fc from '../../setup/property.ts';
import { card } from '../renderer/board/card.ts';

const STATION = { view: 'station', rights: ['ready'], venues: ['here'], zones: ['new', 'ready'], rings: true } as const;
const SCREENS: readonly PairedScreen[] = [
  { ...STATION, rights: [...STATION.rights], venues: [...STATION.venues], zones: [...STATION.zones] },
  { view: 'kitchen', station: null },
  { view: 'customer', station: null },
];
/** Which orders each of `SCREENS` has, written a second time on purpose. */
const HAS: readonly ((order: OrderCard) => boolean)[] = [
  ({ venueId, column }) => venueId === 'here' && ['new', 'ready', 'ended'].includes(column),
  ({ column }) => column === 'preparing' || column === 'ready',
  ({ kind, column }) => kind === 'takeaway' && (column === 'preparing' || column === 'ready'),
];

/** The app's feed, which training replaces, and its screens. */
function openApp() {
  let feed = createFeed();
  let replaced = (): void => undefined;
  const screens = createScreens({
    feed: () => feed,
    composed: () => ({ left: () => undefined }),
    onReplaced(listener: () => void) {
      replaced = listener;
    },
  } as unknown as Running);
  const feeds = openScreenFeeds(screens);
  return {
    feeds,
    feed: () => feed,
    replace(next: Feed) {
      feed = next;
      replaced();
    },
  };
}

interface Seen {
  at: number;
  watching: Watching;
  state(): Record<string, Record<string, unknown>>;
}

/** A screen that applies what it's sent as the page does. */
function join({ feeds }: ReturnType<typeof openApp>, at: number): Seen {
  let held: Parameters<typeof applyPush>[0] = null;
  let isGone = false;
  const { snapshot, leave } = feeds.of(SCREENS[at] as PairedScreen).watch((push) => {
    if (isGone) throw new Error('a push after leaving');
    const next = applyPush(held, push as unknown as StatePush);
    if (next.gap) throw new Error('a gap');
    held = next.held;
  });
  const watching: Watching = {
    snapshot,
    leave() {
      leave();
      isGone = true;
    },
  };
  return { at, watching, state: () => (held?.state ?? {}) as never };
}

const IDS = ['a', 'b', '__proto__', 'constructor'];
const Order = fc.record({
  id: fc.constantFrom(...IDS),
  column: fc.constantFrom('new', 'scheduled', 'preparing', 'ready', 'ended'),
  kind: fc.constantFrom('takeaway', 'delivery'),
  venueId: fc.constantFrom('here', 'there'),
  number: fc.constantFrom('1', '2'),
});
const Step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('set' as const), order: Order }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('remove' as const), id: fc.constantFrom(...IDS) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('turn' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('snapshot' as const, 'leave' as const), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('join' as const), at: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('replace' as const), orders: fc.array(Order, { maxLength: 3 }) }) },
);

test('each screen has what it is shown, through changes, snapshots and replaced feeds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 60 }), async (steps) => {
      const app = openApp();
      const seen = SCREENS.map((_, at) => join(app, at));
      /** The numbers that customers have seen, by order. */
      const numbers = new Map<string, string>();
      const put = (feed: Feed, order: { id: string }): void => feed.set('orders', order.id, card(order));
      const check = (): void => {
        const orders = app
          .feed()
          .ids('orders')
          .map((id) => app.feed().get('orders', id) as OrderCard);
        for (const { at, state } of seen) {
          const shown = orders.filter((order) => HAS[at]?.(order));
          const ids = Object.keys(state().orders ?? {});
          if (at < 2) {
            expect(ids.sort()).toEqual(shown.map(({ id }) => id).sort());
            for (const { id, column } of shown) expect((state().orders as Record<string, OrderCard>)[id]).toMatchObject({ id, column });
            continue;
          }
          const drawn = Object.entries(state().orders ?? {}).map(([id, value]) => [id, { ...(value as object) }]);
          for (const { id, number, column } of shown) {
            const own =
              drawn.find(([key]) => key === numbers.get(id)) ?? drawn.find(([key]) => ![...numbers.values()].includes(key as string));
            expect(own).toBeDefined();
            numbers.set(id, String(own?.[0]));
            expect(drawn).toContainEqual([numbers.get(id), { number, stage: column }]);
          }
          expect(ids).toHaveLength(shown.length);
        }
      };
      for (const step of steps) {
        if (step.does === 'set') {
          put(app.feed(), step.order);
          // One order a turn, so it's known which number is whose.
          await nextTurn();
        } else if (step.does === 'remove') {
          // What comes next finds the removal not yet sent.
          app.feed().set('orders', step.id, null);
          continue;
        } else if (step.does === 'join') seen.push(join(app, step.at));
        else if (step.does === 'snapshot') seen[step.at % seen.length]?.watching.snapshot();
        else if (step.does === 'replace') {
          const next = createFeed();
          app.replace(next);
          for (const order of step.orders) {
            put(next, order);
            await nextTurn();
            check();
          }
        } else if (step.does === 'leave') {
          const [gone] = seen.splice(SCREENS.length, 1);
          gone?.watching.leave();
        }
        await nextTurn();
        check();
      }
      app.feeds.stop();
    }),
    { numRuns: 150 },
  );
});

test('several changes of one turn reach a screen as one patch, and none that it is not shown', async () => {
  const app = openApp();
  const pushes: StatePush[] = [];
  app.feeds.of(SCREENS[0] as PairedScreen).watch((push) => pushes.push(push as StatePush));
  const put = (id: string, over: Partial<OrderCard>): void => app.feed().set('orders', id, card({ id, venueId: 'here', ...over }));
  put('a', {});
  put('a', { column: 'preparing' });
  put('b', {});
  put('elsewhere', { venueId: 'there' });
  await nextTurn();
  put('elsewhere', { venueId: 'there', column: 'ready' });
  await nextTurn();
  put('b', { number: '9' });
  await nextTurn();
  expect(pushes.map((push) => (push.push === 'patch' ? push.changes.map(({ id, value }) => [id, value !== null]) : push.push))).toEqual([
    'snapshot',
    [
      ['a', true],
      ['a', false],
      ['b', true],
    ],
    [['b', true]],
  ]);
});

test('a customer display forgets no order that it shows, however many come after it', async () => {
  const app = openApp();
  const display = join(app, 2);
  const put = (id: string, column: OrderCard['column']): void => app.feed().set('orders', id, card({ id, kind: 'takeaway', column }));
  put('waits', 'preparing');
  await nextTurn();
  for (let at = 0; at < 1_100; at += 1) {
    put(`${at}`, 'ready');
    put(`${at}`, 'ended');
  }
  await nextTurn();
  put('waits', 'ready');
  await nextTurn();
  expect(display.state().orders).toEqual({ '000000001': { number: '417', stage: 'ready' } });
  app.feed().set('orders', 'waits', null);
  await nextTurn();
  expect(display.state().orders).toEqual({});
});
