/** The story of one order: every notification, decision, answer and paper, with its time. */
import type { Moment } from '../../contract/contract.ts';
import type { Order } from '../orders/order.ts';
import { proofOf } from '../store/rows/print-ledger.ts';
import type { Store } from '../store/store.ts';
import { paperSays } from '../view/papers.ts';

const STAGES: ReadonlyMap<string, string> = new Map([
  ['awaiting-acceptance', 'The order waits for an answer.'],
  ['awaiting-confirmation', 'The order waits to be confirmed.'],
  ['scheduled', 'The order is confirmed for later.'],
  ['preparing', 'The order is being prepared.'],
  ['ready', 'The order is ready.'],
  ['delivered', 'The order is delivered.'],
  ['rejected', 'The order is rejected.'],
]);
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['accept', 'Staff accepted it.'],
  ['reject', 'Staff rejected it.'],
  ['confirm', 'Staff confirmed it.'],
  ['ready', 'Staff marked it ready.'],
  ['delivered', 'Staff marked it delivered.'],
]);
const TAKEN: ReadonlyMap<string, string> = new Map([
  ['accept', 'The service took the accept.'],
  ['reject', 'The service took the rejection.'],
  ['confirm', 'The service took the confirmation.'],
  ['ready', 'The service knows that it is ready.'],
  ['delivered', 'The service knows that it is delivered.'],
  ['sent-to-pos', 'The service knows that the till has it.'],
]);

/** Oldest first. */
export function timelineOf(store: Store, order: Order, iso: (at: number) => string, isCancelled: boolean): Moment[] {
  const journal = store.journal.of(order.id).flatMap(({ at, kind, says }) => {
    const moment = momentOf(kind, says, isCancelled);
    return moment ? [{ at, ...moment }] : [];
  });
  const papers = store.ledger.of(order.id).map((entry) => ({
    at: entry.at,
    kind: 'paper' as const,
    says: `${paperSays(entry, order)}.`,
    proof: proofOf(entry),
  }));
  return [...journal, ...papers].sort((a, b) => a.at - b.at).map((moment) => ({ ...moment, at: iso(moment.at) }));
}

/** A line of the journal as a sentence; null for what the print ledger tells better. */
function momentOf(kind: string, says: string, isCancelled: boolean): Omit<Moment, 'at'> | null {
  switch (kind) {
    case 'notification':
      return { kind, says: `The service sent a notification: ${says}.` };
    case 'stage': {
      const after = /(?:-> |first seen: )([a-z-]+)/.exec(says)?.[1] ?? '';
      if (after === 'rejected' && isCancelled) return { kind: 'order', says: 'The order is cancelled.' };
      return { kind: 'order', says: STAGES.get(after) ?? `The order is now: ${after}.` };
    }
    case 'command': {
      const [action = '', extra = ''] = says.split(' +');
      const minutes = Number.parseInt(extra, 10);
      if (minutes > 0) return { kind, says: `Staff accepted it with ${minutes} more minutes.` };
      return { kind, says: COMMANDS.get(action) ?? `Staff asked for: ${action}.` };
    }
    case 'answer': {
      const action = /"(.*)"/.exec(says)?.[1] ?? '';
      return { kind, says: TAKEN.get(action) ?? `The service took: ${action}.` };
    }
    case 'touch':
      return { kind: 'command', says: 'Somebody looked at it.' };
    case 'rule':
      return { kind: 'command', says: 'Auto-accept did that, by rule.' };
    case 'reminded':
      return { kind: 'order', says: 'Staff were reminded of it.' };
    case 'undo':
      return { kind: 'command', says: 'Staff took that back.' };
    case 'operation':
      return { kind: 'command', says: `Staff asked for: ${says}.` };
    case 'document':
      return { kind: 'answer', says: `The service has the document: ${says}.` };
    case 'till':
      if (says === 'handed over') return { kind, says: 'The till has it.' };
      if (says === 'told of a change') return { kind, says: 'The till was told of the change.' };
      if (says === 'told of the cancellation') return { kind, says: 'The till was told of the cancellation.' };
      return { kind: 'trouble', says: `The till: ${says}` };
    case 'printed':
    case 'sent':
      return null;
    default:
      return { kind: 'trouble', says };
  }
}
