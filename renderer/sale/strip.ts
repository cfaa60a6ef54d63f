/** What a strip says about a venue that is offline or may be: what was requested, and what the service has confirmed. Pure. */
import type { SaleView, Text } from '../../contract/contract.ts';

/** `not-changed`: the service refused another end of a pause that is on. `opening`: opened again here, not yet confirmed. `offline`: the service shows so, and it was not done here. */
export interface PauseStrip {
  kind: 'paused' | 'overdue' | 'not-paused' | 'not-changed' | 'opening' | 'not-opened' | 'offline';
  /** How far it is confirmed; null where it was not done here. */
  proof: 'waiting' | 'sent' | 'seen' | 'unseen' | 'refused' | null;
  /** Of the proof, or of the end that has passed. ISO UTC. */
  at: string | null;
  until: string | null;
  /** The typed reason, or that of the venue's own rule. */
  reason: Text | null;
  byRule: boolean;
  /** Whether orders may come in while it has not reached the service. */
  ordersCome: boolean;
  /** Why the service did not take it. */
  text: Text | null;
  /** What to ask for once more; null where there is no such thing. */
  again: number | null;
}

/** `now`: the service's clock, epoch ms. */
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
    // A pause from before may have ended since it was seen.
    ordersCome: pause.asked === 'pause' || sale.isOnline === true,
    text: pending.text,
    again: state === 'refused' || state === 'unseen' ? pending.intent : null,
  };
  if (pause.isOverdue) return { ...strip, kind: 'overdue', at: until, again: null };
  // Its end is here; whether the service sells again is looked at within two minutes.
  if (pause.isPaused) return until !== null && Date.parse(until) <= now ? null : { ...strip, kind: 'paused' };
  if (pause.asked === 'pause') return { ...strip, kind: sale.isOnline === false ? 'not-changed' : 'not-paused' };
  return { ...strip, kind: state === 'refused' ? 'not-opened' : 'opening' };
}
