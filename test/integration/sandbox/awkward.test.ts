/** The sandbox's awkward mode, which causes troubles by a seed. */
import { expect, test } from 'vitest';
import { GROUP_SHAPES } from '../../../sandbox/orders/group.ts';
import { type Partner, startPartner } from './partner.ts';

interface Did {
  order_id: string | null;
  trouble: string;
  ordered: Record<string, unknown>;
}

const KINDS = ['instant', 'takeaway', 'group', 'self-delivery', 'preorder'];

async function day(seed: number, orders: number, without: string[] = []): Promise<{ partner: Partner; ids: string[]; did: Did[] }> {
  const partner = await startPartner();
  expect((await partner.control('POST', '/awkward', { seed, without })).body).toMatchObject({ on: true, seed });
  const ids: string[] = [];
  for (let at = 0; at < orders; at += 1) ids.push(await partner.place(KINDS[at % KINDS.length] ?? ''));
  // Moves the clock past everything with a delay.
  await partner.control('POST', '/clock', { advance_seconds: 30 });
  return { partner, ids, did: (await partner.control('GET', '/awkward')).body.did as Did[] };
}

/** Names each order by its place in the day, because IDs differ each time. */
function without({ ids, did }: { ids: string[]; did: Did[] }): string[] {
  return did
    .map(({ order_id: id, trouble, ordered }) => {
      const at = id === null ? 'the venue' : String(ids.indexOf(id));
      return `${at}: ${trouble} ${JSON.stringify(ordered).replaceAll(id ?? '-', ':order')}`;
    })
    .sort();
}

test("the awkward mode has the same effects with the same seed, whatever the orders' IDs, and others with another", async () => {
  const [first, second, other] = [await day(7, 60), await day(7, 60), await day(8, 60)];
  expect(without(first)).toEqual(without(second));
  expect(without(first)).not.toEqual(without(other));
});

test('a day of orders meets every trouble of the awkward mode, and each of them ends', async () => {
  const { did } = await day(7, 300);
  expect([...new Set(did.map(({ trouble }) => trouble))].sort()).toEqual(
    [
      'slow-reads',
      'unreadable',
      'no-effect',
      'lost-answers',
      'overtaken',
      'cancelled',
      'busy',
      'errors',
      'late-notifications',
      'doubled-notifications',
      'withheld-notifications',
      'group-shapes',
      'late-pickup-eta',
      'revoked',
    ].sort(),
  );
  const shapes = did.filter(({ trouble }) => trouble === 'group-shapes').map(({ ordered }) => ordered.group_shape);
  expect(new Set(shapes)).toEqual(new Set(GROUP_SHAPES));
  for (const { ordered } of did.filter(({ ordered }) => ordered.match !== undefined)) {
    expect(Number(ordered.for_ms ?? 0), JSON.stringify(ordered)).toBeLessThanOrEqual(120_000);
    expect(Number(ordered.times ?? 1), JSON.stringify(ordered)).toBeLessThanOrEqual(2);
  }
  // An order's first notification always arrives: nothing else could announce it.
  expect(did.filter(({ ordered }) => ordered.drop === true && String(ordered.match).includes('CREATED'))).toEqual([]);
});

test("a trouble excluded from the awkward mode doesn't happen, and the others stay the same", async () => {
  const all = await day(7, 40);
  const some = await day(7, 40, ['no-effect', 'revoked']);
  expect(some.did.some(({ trouble }) => trouble === 'no-effect')).toBe(false);
  expect(without(some)).toEqual(without({ ...all, did: all.did.filter(({ trouble }) => !['no-effect', 'revoked'].includes(trouble)) }));
  expect((await some.partner.control('POST', '/awkward', { without: ['thunder'] })).status).toBe(400);
});

test('after it is turned off, the awkward mode has no further effects', async () => {
  const { partner, did } = await day(7, 5);
  await partner.control('DELETE', '/awkward');
  for (let at = 0; at < 20; at += 1) await partner.place('takeaway');
  expect((await partner.control('GET', '/awkward')).body).toMatchObject({ on: false });
  expect(((await partner.control('GET', '/awkward')).body.did as Did[]).length).toBe(did.length);
});

test('the record of an order has its true states, notifications, reads, requests and troubles', async () => {
  const { partner, ids, did } = await day(7, 60);
  const { order_id: id } = did.find(({ trouble, order_id }) => trouble === 'cancelled' && order_id !== null) ?? { order_id: ids[0] };
  await partner.order('GET', `/v2/orders/${id}`);
  const { body: story } = await partner.control('GET', `/orders/${id}/story`);
  expect(story).toMatchObject({
    order_id: id,
    truth: [
      { from: expect.any(String), state: expect.any(String), event: 'placed', by: 'consumer' },
      { state: 'rejected', event: 'cancelled', by: expect.any(String) },
    ],
    read: [{ at: expect.any(String), old: expect.any(Boolean) }],
    asked: [],
  });
  expect((story.awkward as Did[]).map(({ trouble }) => trouble)).toContain('cancelled');
});
