/** Pure: the caller writes the effects as rows in the same transaction. */
import { type ItemChange, itemChanges } from './changes.ts';
import type { Order } from './order.ts';
import { isBeingPrepared, isUndecided, type Stage } from './stage.ts';

/** Why something is printed; the printer settings decide what and where. */
export type Occasion =
  | { occasion: 'arrived' }
  | { occasion: 'confirmed' }
  | { occasion: 'accepted' }
  | { occasion: 'changed'; changes: ItemChange[] }
  | { occasion: 'cancelled' }
  /** `isAbout`: estimated by the usual limit, as the venue's is unknown. */
  | { occasion: 'unanswered'; answerBy: string; isAbout: boolean };
export type Consequence = { kind: 'alert' } | { kind: 'silence' } | ({ kind: 'paper' } & Occasion) | { kind: 'hand-to-till' };

/**
 * `before`: null for a new order. The till gets every accepted order, even one first seen delivered, as this computer may have been off.
 * `mayBeCooking`: the earlier state was lost, so the kitchen may have its ticket.
 */
export function consequencesOf(
  before: { stage: Stage; order: Order } | null,
  order: Order,
  after: Stage,
  mayBeCooking = false,
): Consequence[] {
  const due: Consequence[] = [];
  const stage = before?.stage ?? null;
  const awaits = isUndecided(after);
  if (stage === null && awaits) due.push({ kind: 'alert' }, { kind: 'paper', occasion: 'arrived' });
  // Ends only the new-order alert: a cancelled order's alarm ends when staff dismiss it.
  if (stage !== null && isUndecided(stage) && !awaits) due.push({ kind: 'silence' });
  if (after === 'scheduled' && stage !== 'scheduled' && !wasPrepared(stage)) due.push({ kind: 'paper', occasion: 'confirmed' });
  if (isBeingPrepared(after) && !wasPrepared(stage)) due.push({ kind: 'paper', occasion: 'accepted' });
  if (before && isBeingPrepared(after) && wasPrepared(stage)) {
    const changes = itemChanges(before.order, order);
    if (changes.length > 0) due.push({ kind: 'paper', occasion: 'changed', changes });
  }
  if (after === 'rejected' && stage !== 'rejected' && (stage !== null || mayBeCooking)) {
    due.push({ kind: 'paper', occasion: 'cancelled' });
    if (mayBeCooking || (stage !== null && isBeingPrepared(stage))) due.push({ kind: 'alert' });
  }
  if ((isBeingPrepared(after) || after === 'delivered') && !wasPrepared(stage)) due.push({ kind: 'hand-to-till' });
  return due;
}

function wasPrepared(stage: Stage | null): boolean {
  return stage !== null && (isBeingPrepared(stage) || stage === 'delivered');
}
