/** Alarms as they are heard: one that stops while an order still needs somebody was to be ended by a person, and by nobody else. */

import type { OrderCard } from '../../../contract/contract.ts';
import type { Worded } from '../../../contract/words.ts';
import type { ServiceRecord } from './record.ts';

/** An alarm that nobody had answered when it stopped. */
export interface Silence {
  orderId: string;
  text: string;
  /** A reading showed that an order which could not be read before is cancelled: it needs somebody only if it had been accepted. */
  isFirstReading: boolean;
}

export interface Hearing {
  /** At each look. */
  hear(card: Worded<OrderCard>): void;
  /** Somebody touches the order to silence it; answers with what is to be called once the app has taken that. */
  answered(card: Worded<OrderCard>): () => void;
  endedByNobody: Silence[];
}

const ACCEPTED = new Set(['production', 'ready', 'delivered']);

/** Whether somebody was still needed, as the service's record of the order tells. */
export function wasNeeded({ isFirstReading }: Silence, { truth }: Pick<ServiceRecord, 'truth'>): boolean {
  return !isFirstReading || truth.some(({ state }) => ACCEPTED.has(state));
}

export function createHearing(): Hearing {
  const endedByNobody: Silence[] = [];
  const silenced = new Set<string>();
  /** How many touches of an order the app has not answered yet. */
  const underWay = new Map<string, number>();
  const alarmed = new Map<string, { what: 'new' | 'stop'; unread: boolean; column: Worded<OrderCard>['column'] }>();
  return {
    endedByNobody,
    answered(card) {
      // Of a cancellation that was only notified, its reading may come before the touch: then the touch answers the STOP as well.
      if (card.cancelled !== 'unseen') silenced.add(card.id);
      if (card.cancelled === 'unseen' || card.cancelled === 'claimed') silenced.add(`stop ${card.id}`);
      underWay.set(card.id, (underWay.get(card.id) ?? 0) + 1);
      return () => void underWay.set(card.id, (underWay.get(card.id) ?? 0) - 1);
    },
    hear(card) {
      const now = card.cancelled === 'unseen' ? 'stop' : card.alerting ? 'new' : null;
      const before = alarmed.get(card.id) ?? null;
      // Each alarm is answered for itself; a second touch that is still under way then ends that of an order which has just been read.
      if (now === 'new' && before === null && !underWay.get(card.id)) silenced.delete(card.id);
      if (now !== null) alarmed.set(card.id, { what: now, unread: card.unread, column: card.column });
      else alarmed.delete(card.id);
      if (before === null || now !== null) return;
      const ended = (text: string): void =>
        void endedByNobody.push({ orderId: card.id, text, isFirstReading: before.unread && !card.unread && card.column === 'ended' });
      if (before.what === 'stop') {
        if (!silenced.has(`stop ${card.id}`)) ended(`the STOP of order ${card.number} went away by itself`);
        return;
      }
      const isUndecided = card.column === 'new' && card.actions.length > 0 && card.pending === null;
      // A delivered order asks nothing any more; nor does a new one that was read and that somebody decided.
      const isCancelled = before.column === 'ended' || (card.unread && /^Cancelled/.test(card.statusLabel));
      const isStillUnread = card.unread && (card.column !== 'ended' || isCancelled);
      const wasOnTheStove = !before.unread && (before.column === 'preparing' || before.column === 'ready');
      const isOwed = isUndecided || isStillUnread || wasOnTheStove || isCancelled;
      if (isOwed && !silenced.has(card.id)) ended(`order ${card.number} went silent by itself, ${card.statusLabel}`);
    },
  };
}
