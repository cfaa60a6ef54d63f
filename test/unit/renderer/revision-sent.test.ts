/** A tap sends the revision that the tapped card showed, also if a newer card has arrived. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BridgeClient, OrderCard } from '../../../contract/contract.ts';
import { card } from './board/card.ts';

// The page's state reads its address when it loads.
vi.stubGlobal('location', { search: '' });
const { startLink } = await import('../../../renderer/state/link.ts');
const { act, reject, step } = await import('../../../renderer/state/order-commands.ts');
const { readUiState, setUiState } = await import('../../../renderer/state/ui-state.ts');
vi.unstubAllGlobals();

const REFUSED = { ok: false, problem: { code: 'changed-meanwhile', text: 'This order changed.' } } as const;
const shown = card({ revision: 'as shown' });

/** Every call that the page makes until the test ends. */
function callsOf(answer: object): [name: string, input: unknown][] {
  const calls: [string, unknown][] = [];
  const client = (call: BridgeClient['call']): BridgeClient => ({ call, watch: () => () => undefined });
  startLink(
    client((name, input) => calls.push([name, input]) && (Promise.resolve(answer) as never)),
    async () => false,
  );
  onTestFinished(() => {
    startLink(
      client(() => Promise.reject(new Error('gone'))),
      async () => false,
    );
    setUiState({ refusals: {} });
  });
  return calls;
}

test.each<[name: string, tap: (order: OrderCard) => Promise<boolean>]>([
  ['order.accept', (order) => act(order, 'accept', 5)],
  ['order.reject', (order) => reject(order, 'Sold out', 'GENERIC')],
  ['order.confirm', (order) => act(order, 'confirm', null)],
  ['order.ready', (order) => act(order, 'ready', null)],
  ['order.delivered', (order) => step(order, 'delivered')],
])('%s sends it', async (name, tap) => {
  const calls = callsOf({ ok: true, value: {} });
  expect(await tap(shown)).toBe(true);
  expect(calls).toMatchObject([[name, { orderId: shown.id, revision: 'as shown' }]]);
});

test('a refusal appears on the card, and the next tap sends the new revision', async () => {
  const calls = callsOf(REFUSED);
  expect(await act(shown, 'accept', null)).toBe(false);
  expect(readUiState().refusals).toEqual({ [shown.id]: REFUSED.problem });
  await act({ ...shown, revision: 'newer' }, 'accept', null);
  expect(calls.map(([, input]) => input)).toMatchObject([{ revision: 'as shown' }, { revision: 'newer' }]);
});
