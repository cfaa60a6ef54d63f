/** When the service gives up on an order that nobody decided. All times are the service's clock. */
import type { Order } from './order.ts';
import type { Stage } from './stage.ts';

export interface Deadline {
  /** ISO UTC. */
  at: string;
  of: 'accept' | 'confirm';
  totalSeconds: number;
}

export interface DeadlineRules {
  acceptWithinSeconds: number;
  confirmWithinSeconds: number;
}

/** The moment of the automatic rejection; null once the order is decided. `noticedAt` (ISO UTC) stands in for a missing created_at. */
export function deadlineOf(order: Order, stage: Stage, rules: DeadlineRules, noticedAt: string): Deadline | null {
  if (stage !== 'awaiting-acceptance' && stage !== 'awaiting-confirmation') return null;
  const accept = stage === 'awaiting-acceptance';
  const totalSeconds = accept ? rules.acceptWithinSeconds : rules.confirmWithinSeconds;
  const created = order.createdAt === null ? Number.NaN : Date.parse(order.createdAt);
  const from = Number.isFinite(created) ? created : Date.parse(noticedAt);
  return { at: new Date(from + totalSeconds * 1000).toISOString(), of: accept ? 'accept' : 'confirm', totalSeconds };
}
