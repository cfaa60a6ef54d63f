/** A till that remembers idempotency keys books every change, even without a time or back to an earlier state. */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Order } from '../../../main/orders/order.ts';
import { createTillKind, queueTillUpdate, tillJobs } from '../../../main/till/hand-off.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { putOrder } from '../../fixtures/orders.ts';
import { testFolder, testServer, testStore } from '../../setup/parts.ts';
import { item, order } from '../printing/papers/orders.ts';

test('each change of an order has its own idempotency key, and a retry repeats the key', async () => {
  const store = testStore(testFolder());
  const booked: { key: string; count: number }[] = [];
  const known = new Set<string>();
  const answers: number[] = [];
  const { origin } = await testServer(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const body = JSON.parse(await text(request));
    if (!known.has(key)) booked.push({ key, count: (body.order ?? body).items[0].count });
    known.add(key);
    response.writeHead(answers.shift() ?? 200).end();
  });
  const url = `${origin}/`;
  const kind = createTillKind({
    time: systemTime,
    store,
    asPromised: ({ order }) => order,
    till: () => ({ kind: 'http', url }),
    report: () => undefined,
    isOurRejection: () => false,
    onContact: () => undefined,
  });
  const of = (count: number): Order => order({ items: [item('Pizza', count)], modifiedAt: null });
  const save = (now: Order) =>
    putOrder(store, { id: now.id, venue: { id: now.venueId }, order_number: now.number, items: now.items }, { order: now });
  const send = async () => {
    const job = store.write(() => store.queue.claim({ till: 60_000 }));
    if (!job) throw new Error('nothing to tell');
    const outcome = await kind.run(job, new AbortController().signal);
    store.write(() =>
      outcome.end === 'retry' ? store.queue.retry(job, { error: outcome.error ?? '', notBefore: 0 }) : store.queue.complete(job),
    );
    return outcome.end;
  };

  save(of(1));
  store.write(() => {
    for (const job of tillJobs({ kind: 'http', url }, of(1))) store.queue.add(job);
  });
  expect(await send()).toBe('done');
  let before = of(1);
  for (const count of [2, 3, 2, 3]) {
    save(of(count));
    store.write(() => queueTillUpdate(store, before, of(count), false));
    // The till books the change but its answer is lost: the retry repeats the key.
    answers.push(503);
    expect(await send()).toBe('retry');
    expect(await send()).toBe('done');
    before = of(count);
  }
  expect(booked.map(({ count }) => count)).toEqual([1, 2, 3, 2, 3]);
  expect(new Set(booked.map(({ key }) => key)).size).toBe(5);
});
