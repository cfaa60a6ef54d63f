/** What is ordered during the demo: every kind in turn, so that each column of the counter and each kind of paper is seen. */
import { systemTime } from '../../shared/time/system-time.ts';
import type { SandboxAddresses } from '../training/embedded-sandbox.ts';

export interface DemoOrder {
  kind: 'instant' | 'takeaway' | 'self-delivery' | 'preorder' | 'group';
  /** Minutes from now for which a pre-order is wished. */
  inMinutes?: number;
  /** What the robot does with it first. */
  decision: 'take' | 'reject';
}

const ROUND: readonly DemoOrder[] = [
  { kind: 'instant', decision: 'take' },
  { kind: 'takeaway', decision: 'take' },
  { kind: 'group', decision: 'take' },
  { kind: 'self-delivery', decision: 'take' },
  { kind: 'preorder', decision: 'take' },
  { kind: 'instant', decision: 'take' },
  { kind: 'takeaway', decision: 'reject' },
  { kind: 'instant', decision: 'take' },
];

/** The order number `index` of the demo, counted from 0. */
export function demoOrder(index: number): DemoOrder {
  return ROUND[index % ROUND.length] as DemoOrder;
}

/** The body for the sandbox's control API. A pre-order's own time is close, so that its preparation starts within the demo. */
export function orderRequest(order: DemoOrder, venueId: string, preparationMinutes: number, untilProductionSeconds: number): unknown {
  if (order.kind !== 'preorder') return { venue_id: venueId, kind: order.kind };
  const time = systemTime.wall() + preparationMinutes * 60_000 + untilProductionSeconds * 1_000;
  return { venue_id: venueId, kind: 'preorder', order: { pre_order: { preorder_time: new Date(time).toISOString() } } };
}

/** Places an order; `refused` says why the service takes none now: the venue is paused or closed, or an item is sold out. */
export async function tryOrder({ control_url: control }: SandboxAddresses, body: unknown): Promise<{ orderId?: string; refused?: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${control}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.ok) return { orderId: String(answer.order_id) };
  if (response.status === 409) return { refused: String(answer.error_code ?? answer.reason) };
  throw new Error(`The sandbox placed no order (${response.status}): ${JSON.stringify(answer)}.`);
}
