/** Alarms as heard: one that stops while an order still needs staff must have been ended by a person. */

import type { OrderCard } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { isSame, message } from '../../../contract/message.ts';
import type { ServiceRecord } from './record.ts';

/** An alarm that stopped unanswered. */
export interface Silence {
  orderId: string;
  text: string;
  /** A cancelled order was first read: staff were needed only if it had been accepted. */
  isFirstReading: boolean;
}

const ACCEPTED = new Set(['production', 'ready', 'delivered']);

export function wasNeeded({ isFirstReading }: Silence, { truth }: Pick<ServiceRecord, 'truth'>): boolean {
  return !isFirstReading || truth.some(({ state }) => ACCEPTED.has(state));
}

export function createHearing() {
  const endedByNobody: Silence[] = [];
  const silenced = new Set<string>();
  /** Taps per order the app hasn't answered yet. */
  const underWay = new Map<string, number>();
  const alarmed = new Map<string, { what: 'new' | 'stop'; unread: boolean; column: OrderCard['column'] }>();
  return {
    endedByNobody,
    /** Call the result once the app has processed the tap. */
    answered(card: OrderCard): () => void {
      // The reading of a notified cancel may precede the tap, which then answers the STOP too.
      if (card.cancelled !== 'unseen') silenced.add(card.id);
      if (card.cancelled === 'unseen' || card.cancelled === 'claimed') silenced.add(`stop ${card.id}`);
      underWay.set(card.id, (underWay.get(card.id) ?? 0) + 1);
      return () => void underWay.set(card.id, (underWay.get(card.id) ?? 0) - 1);
    },
    /** Called at each look at the screen. */
    hear(card: OrderCard): void {
      const now = card.cancelled === 'unseen' ? 'stop' : card.alerting ? 'new' : null;
      const before = alarmed.get(card.id) ?? null;
      // Each alarm is answered separately; a second tap in flight may end that of an order just read.
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
      // A delivered order needs nothing; nor does a new one that was read and decided.
      const isCancelled =
        before.column === 'ended' || (card.unread && isSame(card.statusLabel, message('orderStatus.cancelledUnverified')));
      const isStillUnread = card.unread && (card.column !== 'ended' || isCancelled);
      const wasOnTheStove = !before.unread && (before.column === 'preparing' || before.column === 'ready');
      const isOwed = isUndecided || isStillUnread || wasOnTheStove || isCancelled;
      if (isOwed && !silenced.has(card.id)) ended(`order ${card.number} went silent by itself, ${english(card.statusLabel)}`);
    },
  };
}
