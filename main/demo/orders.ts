/** The demo's orders: every kind in turn, to show all columns and printouts. */
import { systemTime } from '../../shared/time/system-time.ts';
import type { SandboxAddresses } from '../training/embedded-sandbox.ts';

export interface DemoOrder {
  kind: 'instant' | 'takeaway' | 'self-delivery' | 'preorder' | 'group';
  /** For pre-orders, minutes from now. */
  inMinutes?: number;
  /** The robot's first action. */
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

/** `index`: from 0. */
export function demoOrder(index: number): DemoOrder {
  return ROUND[index % ROUND.length] as DemoOrder;
}

/** Body for the sandbox's control API. Pre-orders are due soon, so that preparation starts within the demo. */
export function orderRequest(order: DemoOrder, venueId: string, preparationMinutes: number, untilProductionSeconds: number): unknown {
  if (order.kind !== 'preorder') return { venue_id: venueId, kind: order.kind };
  const time = systemTime.wall() + preparationMinutes * 60_000 + untilProductionSeconds * 1_000;
  return { venue_id: venueId, kind: 'preorder', order: { pre_order: { preorder_time: new Date(time).toISOString() } } };
}

/** `refused`: why the service takes no order now (paused, closed or sold out). */
export async function tryOrder({ control_url: control }: SandboxAddresses, body: unknown): Promise<{ orderId?: string; refused?: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${control}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.ok) return { orderId: String(answer.order_id) };
  if (response.status === 409) return { refused: String(answer.error_code ?? answer.reason) };
  throw new Error(`The sandbox placed no order (${response.status}): ${JSON.stringify(answer)}.`);
}
