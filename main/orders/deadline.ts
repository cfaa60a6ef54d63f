/** When the service rejects an unanswered order. All times are on the service's clock. */
import type { Order } from './order.ts';
import type { Stage } from './stage.ts';

export interface Deadline {
  /** ISO UTC. */
  at: string;
  of: 'accept' | 'confirm';
  totalSeconds: number;
  /** True if the venue's time limit is unknown: this is the usual one, and the service may wait longer. */
  about: boolean;
}

export interface DeadlineRules {
  acceptWithinSeconds: number;
  confirmWithinSeconds: number;
  /** Whether the time to accept is only the usual one. */
  acceptIsAbout: boolean;
  /** The service's clock, epoch ms: a creation time more than a day ahead of it is wrong. */
  serviceNow?: number;
}

const PLACED_BY_MS = 24 * 3_600_000;

/** From merchant guides for instant orders; the interface doesn't state it (section 8). */
const USUAL_ACCEPT_SECONDS = 180;

/** `reportedSeconds`: the service's own limit for this venue, null if unknown; it overrides the setting. */
export function deadlineRules(
  venue: { accept_within_seconds: number; confirm_within_seconds: number },
  reportedSeconds: number | null,
): DeadlineRules {
  return {
    acceptWithinSeconds: reportedSeconds ?? venue.accept_within_seconds,
    confirmWithinSeconds: venue.confirm_within_seconds,
    acceptIsAbout: reportedSeconds === null && venue.accept_within_seconds === USUAL_ACCEPT_SECONDS,
  };
}

/** The moment of the automatic rejection; null once the order is answered. `noticedAt` (ISO UTC) stands in for a missing created_at. */
export function deadlineOf(order: Order, stage: Stage, rules: DeadlineRules, noticedAt: string): Deadline | null {
  if (stage !== 'awaiting-acceptance' && stage !== 'awaiting-confirmation') return null;
  return answerOf(order, stage === 'awaiting-acceptance' ? 'accept' : 'confirm', rules, noticedAt);
}

/** Until when the service waits for an answer to this order, also where it has gone on or ended since: of a pre-order that it is confirmed. */
export function answerBy(order: Order, rules: DeadlineRules, noticedAt: string): Deadline {
  return answerOf(order, order.type === 'preorder' ? 'confirm' : 'accept', rules, noticedAt);
}

function answerOf(order: Order, of: 'accept' | 'confirm', rules: DeadlineRules, noticedAt: string): Deadline {
  const accept = of === 'accept';
  const totalSeconds = accept ? rules.acceptWithinSeconds : rules.confirmWithinSeconds;
  const created = order.createdAt === null ? Number.NaN : Date.parse(order.createdAt);
  const from = created <= (rules.serviceNow ?? Number.POSITIVE_INFINITY) + PLACED_BY_MS ? created : Date.parse(noticedAt);
  return {
    at: new Date(from + totalSeconds * 1000).toISOString(),
    of,
    totalSeconds,
    about: accept && rules.acceptIsAbout,
  };
}
