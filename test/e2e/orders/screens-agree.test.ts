/** Random order lives with late, repeated, reordered and lost notifications: in the end, app and service agree. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '../../setup/property.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

type Step =
  | { do: 'place'; kind: string }
  | { do: 'staff'; order: number; command: 'accept' | 'reject' | 'confirm' | 'ready' | 'delivered' }
  | { do: 'world'; order: number; event: 'cancel' | 'staff-accept' | 'pickup' | 'delivered' | 'courier-arrives' }
  | { do: 'news'; how: 'drop' | 'duplicate' | 'late' }
  | { do: 'trouble'; what: 'before' | 'after' | '503' | '429' }
  | { do: 'wait' };

const order = fc.nat({ max: 5 });
const often = <T extends Step>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<Step> => ({ weight, arbitrary });
const oneOf = <const T extends string>(...all: T[]) => fc.constantFrom(...all);
const step: fc.Arbitrary<Step> = fc.oneof(
  often(3, fc.record({ do: oneOf('place'), kind: oneOf('instant', 'takeaway', 'preorder', 'self-delivery', 'group') })),
  often(8, fc.record({ do: oneOf('staff'), order, command: oneOf('accept', 'reject', 'confirm', 'ready', 'delivered') })),
  often(2, fc.record({ do: oneOf('world'), order, event: oneOf('cancel', 'staff-accept', 'pickup', 'delivered', 'courier-arrives') })),
  often(2, fc.record({ do: oneOf('news'), how: oneOf('drop', 'duplicate', 'late') })),
  often(1, fc.record({ do: oneOf('trouble'), what: oneOf('before', 'after', '503', '429') })),
  often(3, fc.constant({ do: 'wait' as const })),
);

const COLUMN: Record<string, string> = {
  created: 'new',
  waiting: 'new',
  confirmed: 'scheduled',
  production: 'preparing',
  ready: 'ready',
  delivered: 'ended',
  rejected: 'ended',
};

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue({ settings: { polling: { fastest_seconds: 1, slowest_seconds: 1 } } });
});
afterAll(() => venue.close());

async function take(placed: string[], given: Step): Promise<void> {
  const chosen = (at: number) => placed[at % Math.max(1, placed.length)];
  const fault = (match: string, what: Record<string, unknown>) => venue.control('POST', '/faults', { match, ...what });
  switch (given.do) {
    case 'place':
      placed.push((await venue.place(given.kind)).order_id);
      return;
    case 'staff': {
      const orderId = chosen(given.order);
      if (orderId === undefined) return;
      // The app refuses or accepts it by the state it knows, which may be old.
      if (given.command === 'accept') await venue.call('order.accept', { orderId, extraMinutes: 0 });
      else if (given.command === 'reject') await venue.call('order.reject', { orderId, reason: 'No', code: 'GENERIC' });
      else await venue.call(`order.${given.command}`, { orderId });
      return;
    }
    case 'world': {
      const orderId = chosen(given.order);
      if (orderId !== undefined) await venue.control('POST', `/orders/${orderId}/${given.event}`).catch(() => undefined);
      return;
    }
    case 'news':
      await fault(
        'notification',
        given.how === 'drop' ? { drop: true } : given.how === 'duplicate' ? { duplicate: true } : { delay_ms: 300 },
      );
      return;
    case 'trouble':
      if (given.what === '503') await fault('* /orders/*/*', { status: 503 });
      else if (given.what === '429') await fault('* /orders/*/*', { status: 429, headers: { 'retry-after': '1' } });
      else await fault('PUT /orders/*/*', { drop: given.what });
      return;
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

test("after random commands and faults, app and service agree on every order's state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const placed: string[] = [];
      for (const given of steps) await take(placed, given);
      await venue.control('DELETE', '/faults');
      // The app doesn't know an order without a notification; another event's notification announces it.
      for (const id of placed) {
        if (!venue.state().orders[id]) await venue.control('POST', `/orders/${id}/courier-arrives`);
      }
      for (const id of placed) {
        await until(
          `order ${id} to look here as at the service`,
          async () => {
            const { state } = await venue.atService(id);
            const card = venue.state().orders[id];
            if (card && card.pending === null && card.column === COLUMN[state]) return true;
            throw new Error(
              `at the service ${state}, here ${card?.column} ${JSON.stringify(card?.pending)} ${JSON.stringify(card?.trouble)}`,
            );
          },
          20_000,
        );
        const { history } = await venue.atService(id);
        for (const event of ['accepted', 'rejected', 'ready', 'delivered']) {
          expect(history.filter((entry) => entry.event === event).length, `${event} of ${id}`).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: Number(process.env.TILLBRIDGE_RUNS ?? 12), seed: Number(process.env.TILLBRIDGE_SEED ?? 20261121), endOnFailure: true },
  );
}, 1_200_000);
