/** The strip of a venue that is or may be offline: what was requested, what is confirmed. Pure. */
import type { SaleView, Text } from '../../contract/contract.ts';

/**
 * `not-changed`: a new end was refused. `opening`: reopened here, not confirmed yet. `offline`: the service reports it, but nothing here
 * caused it.
 */
export interface PauseStrip {
  kind: 'paused' | 'overdue' | 'not-paused' | 'not-changed' | 'opening' | 'not-opened' | 'offline';
  /** How far the service has confirmed the change; null if nothing here caused it. */
  proof: 'waiting' | 'sent' | 'seen' | 'unseen' | 'refused' | null;
  /** When confirmed, else when sent; if overdue, when the pause should have ended. ISO UTC. */
  at: string | null;
  until: string | null;
  reason: Text | null;
  byRule: boolean;
  /** Whether orders may still arrive while the change waits: a pause isn't confirmed yet, or the venue is online. */
  ordersCome: boolean;
  text: Text | null;
  /** ID of the change to retry; null if none. */
  again: number | null;
}

export function pauseStrip(sale: SaleView | undefined, now: number): PauseStrip | null {
  if (!sale) return null;
  const { pause } = sale;
  if (!pause || (pause.asked === 'open' && pause.pending.state === 'seen')) {
    const isOpenNow = sale.today.some(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
    return sale.isOnline === false && isOpenNow
      ? { kind: 'offline', proof: null, at: null, until: null, reason: null, byRule: false, ordersCome: false, text: null, again: null }
      : null;
  }
  const { pending, until, byRule } = pause;
  const reason = byRule ?? pause.reason;
  const { state } = pending;
  const strip = {
    proof: state,
    at: state === 'seen' ? pending.lookedAt : pending.sentAt,
    until,
    reason,
    byRule: byRule !== undefined,
    // When reopening: if the service shows the venue online, the pause has already ended.
    ordersCome: pause.asked === 'pause' || sale.isOnline === true,
    text: pending.text,
    again: state === 'refused' || state === 'unseen' ? pending.intent : null,
  };
  if (pause.isOverdue) return { ...strip, kind: 'overdue', at: until, again: null };
  // The pause has ended; within two minutes, the app checks that the venue is online.
  if (pause.isPaused) return until !== null && Date.parse(until) <= now ? null : { ...strip, kind: 'paused' };
  if (pause.asked === 'pause') return { ...strip, kind: sale.isOnline === false ? 'not-changed' : 'not-paused' };
  return { ...strip, kind: state === 'refused' ? 'not-opened' : 'opening' };
}
