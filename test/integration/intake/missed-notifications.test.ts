/** An order read before its notification: reported as missed after the last retry, until the notification arrives. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import type { Text } from '../../../contract/message.ts';
import type { Store } from '../../../main/store/store.ts';
import { type MissedNotifications, watchMissedNotifications } from '../../../main/view/missed-notifications.ts';
import { notifyOf } from '../../setup/intake.ts';
import { onDefect, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

let store: Store;
let time: TestTime;
let missed: MissedNotifications;
let texts: Map<string, string>;

beforeEach(() => {
  time = testTime();
  store = testStore(testFolder(), { time });
  texts = new Map();
  missed = watchMissedNotifications({
    store,
    notices: {
      raise: (id: string, _level: unknown, text: Text) => void texts.set(id, english(text)),
      clear: (id: string) => void texts.delete(id),
      dismiss: () => undefined,
    },
    time,
    onDefect,
  });
});
afterEach(() => missed[Symbol.dispose]());

const notified = (status: string): void => notifyOf(store, status, { id: 'o', status });

test("a late notification isn't reported as missed while the service still retries", async () => {
  missed.firstRead({ id: 'o', number: '7' });
  await time.advance(12_000);
  notified('CREATED');
  await time.advance(60_000);
  expect([...texts]).toEqual([]);
});

test("after the service's last retry a notification is reported as missed until it arrives", async () => {
  notified('PRODUCTION');
  missed.firstRead({ id: 'o', number: '7' });
  await time.advance(14_000);
  expect([...texts]).toEqual([]);
  await time.advance(3_000);
  expect([...texts]).toEqual([['missed/o', 'Order 7 came in late: the notification that it was placed never arrived.']]);
  notified('CREATED');
  await time.advance(2_000);
  expect([...texts]).toEqual([]);
});

test("no notification is reported as missed if the order's first one had arrived before", async () => {
  notified('CREATED');
  missed.firstRead({ id: 'o', number: '7' });
  await time.advance(60_000);
  expect([...texts]).toEqual([]);
});
