/** What an order's change sets off. Pure: the caller writes these as rows in the transaction of the change itself. */
import type { Order } from './order.ts';
import { isBeingPrepared, type Stage } from './stage.ts';

export type Document = 'kitchen-ticket' | 'participant-label';
export type Consequence = { kind: 'alert' } | { kind: 'silence' } | { kind: 'print'; document: Document } | { kind: 'hand-to-till' };

/**
 * `before` is null for an order seen for the first time. A ticket is due once the order is being prepared; the till gets
 * every order that was, even one first seen delivered (this computer may have been off meanwhile).
 */
export function consequencesOf(before: Stage | null, order: Order, after: Stage): Consequence[] {
  const due: Consequence[] = [];
  const awaits = after === 'awaiting-acceptance' || after === 'awaiting-confirmation';
  if (before === null && awaits) due.push({ kind: 'alert' });
  if (before !== null && !awaits) due.push({ kind: 'silence' });
  if (isBeingPrepared(after) && !wasPrepared(before)) {
    due.push({ kind: 'print', document: 'kitchen-ticket' });
    if (order.participants.length > 0) due.push({ kind: 'print', document: 'participant-label' });
  }
  if ((isBeingPrepared(after) || after === 'delivered') && !wasPrepared(before)) due.push({ kind: 'hand-to-till' });
  return due;
}

function wasPrepared(stage: Stage | null): boolean {
  return stage !== null && (isBeingPrepared(stage) || stage === 'delivered');
}
