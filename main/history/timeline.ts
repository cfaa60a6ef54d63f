/** The story of one order: every notification, decision, answer and paper, with its time. */

import type { Moment } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';
import { formatMoney } from '../orders/money/money.ts';
import { isCollected, type Order } from '../orders/order.ts';
import { NOT_SHOWN } from '../store/rows/journal.ts';
import { proofOf } from '../store/rows/print-ledger.ts';
import type { Store } from '../store/store.ts';
import { DOCUMENT_LABEL, OPERATION_LABEL } from '../view/card/detail.ts';
import { paperSays } from '../view/papers.ts';

const IS_DELIVERED = message('order-is-delivered');
const MARKED_DELIVERED = message('staff-marked-it-delivered');
const KNOWN_DELIVERED = message('service-knows-that-it-is-delivered');
const STAGES: ReadonlyMap<string, Message> = new Map([
  ['awaiting-acceptance', message('order-waits-for-answer')],
  ['awaiting-confirmation', message('order-waits-to-be-confirmed')],
  ['scheduled', message('order-is-confirmed-for-later')],
  ['preparing', message('order-is-being-prepared')],
  ['ready', message('order-is-ready')],
  ['delivered', IS_DELIVERED],
  ['rejected', message('order-is-rejected')],
]);
const COMMANDS: ReadonlyMap<string, Message> = new Map([
  ['accept', message('staff-accepted-it')],
  ['reject', message('staff-rejected-it')],
  ['confirm', message('staff-confirmed-it')],
  ['ready', message('staff-marked-it-ready')],
  ['delivered', MARKED_DELIVERED],
]);
const TAKEN: ReadonlyMap<string, Message> = new Map([
  ['accept', message('service-took-accept')],
  ['reject', message('service-took-rejection')],
  ['confirm', message('service-took-confirmation')],
  ['ready', message('service-knows-that-it-is-ready')],
  ['delivered', KNOWN_DELIVERED],
  ['sent-to-pos', message('service-knows-that-till-has-it')],
]);

/** What is said instead where the customer collects it. */
const HANDED_OVER: ReadonlyMap<Message, Message> = new Map([
  [IS_DELIVERED, message('order-is-handed-over')],
  [MARKED_DELIVERED, message('staff-handed-it-over')],
  [KNOWN_DELIVERED, message('service-knows-that-it-is-handed-over')],
]);

/** Oldest first. */
export function timelineOf(store: Store, order: Order, iso: (at: number) => string, isCancelled: boolean): Moment[] {
  const journal = store.journal.of(order.id).flatMap(({ at, kind, says, by }) => {
    const moment = momentOf(kind, says, isCancelled);
    if (!moment) return [];
    const told = typeof moment.says === 'object' && isCollected(order) ? (HANDED_OVER.get(moment.says) ?? moment.says) : moment.says;
    return [{ at, ...moment, says: told, ...(by === null ? {} : { by }) }];
  });
  const papers = store.ledger.of(order.id).map((entry) => ({
    at: entry.at,
    kind: 'paper' as const,
    says: paperSays(entry, order),
    proof: proofOf(entry),
  }));
  return [...journal, ...papers].sort((a, b) => a.at - b.at).map((moment) => ({ ...moment, at: iso(moment.at) }));
}

/** A line of the journal as a message; null for what the print ledger tells better. What went wrong is one already, anything else a word for programs. */
function momentOf(kind: string, line: Text, isCancelled: boolean): Omit<Moment, 'at'> | null {
  const says = typeof line === 'string' ? line : '';
  switch (kind) {
    case 'notification':
      return { kind, says: message('service-sent-notification-says', { says }) };
    case 'stage': {
      const after = /(?:-> |first seen: )([a-z-]+)/.exec(says)?.[1] ?? '';
      if (after === 'rejected' && isCancelled) return { kind: 'order', says: message('order-is-cancelled') };
      return { kind: 'order', says: STAGES.get(after) ?? message('order-is-now-after', { after }) };
    }
    case 'command': {
      const [action = '', extra = ''] = says.split(' +');
      const minutes = Number.parseInt(extra, 10);
      if (minutes > 0) return { kind, says: message('staff-accepted-it-with-minutes-more', { minutes }) };
      return { kind, says: COMMANDS.get(action) ?? message('staff-asked-for-action', { action }) };
    }
    case 'answer': {
      // Earlier versions wrote a sentence with the action in it.
      const action = /"(.*)"/.exec(says)?.[1] ?? says;
      return { kind, says: TAKEN.get(action) ?? message('service-took-action', { action: calledOf(action) }) };
    }
    case 'touch':
      return { kind: 'command', says: message('somebody-looked-at-it') };
    case 'stopped':
      return { kind: 'command', says: message('staff-saw-cancellation-and-said-that') };
    case 'rule':
      return { kind: 'command', says: message('auto-accept-did-that-by-rule') };
    case 'reminded':
      return { kind: 'order', says: message('staff-were-reminded-of-it') };
    case 'undo':
      return { kind: 'command', says: message('staff-took-that-back') };
    case 'operation':
      return { kind: 'command', says: message('staff-asked-for-says', { says: askedFor(says) }) };
    case 'reprint':
      return { kind: 'command', says: message('staff-asked-for-paper-once-more') };
    case 'document':
      return { kind: 'answer', says: message('service-has-document-says', { says: calledOf(says) }) };
    case 'till':
      if (says === 'handed over') return { kind, says: message('till-has-it') };
      if (says === 'told of a change') return { kind, says: message('till-was-told-of-change') };
      if (says === 'told of the cancellation') return { kind, says: message('till-was-told-of-cancellation') };
      return { kind: 'trouble', says: message('till-says', { says: line }) };
    case NOT_SHOWN:
      return { kind: 'order', says: message('not-shown-here-lines', { lines: Number(says) }) };
    case 'printed':
    case 'sent':
      return null;
    default:
      return { kind: 'trouble', says: line };
  }
}

const CALLED: ReadonlyMap<string, Message> = new Map(Object.entries({ ...OPERATION_LABEL, ...DOCUMENT_LABEL }));

/** As it is called on the screen; what a later version wrote, as it wrote it. */
function calledOf(asked: string): Text {
  return CALLED.get(asked) ?? asked;
}

/** "Refund basket, 2.50 EUR" of "refund-basket 250 EUR"; earlier versions kept no amount. */
function askedFor(noted: string): Text {
  const [operation = '', minor, currency] = noted.split(' ');
  const called = calledOf(operation);
  const amount = Number(minor);
  if (currency === undefined || !Number.isSafeInteger(amount)) return called;
  return message('list-first-next', { first: called, next: formatMoney({ amount, currency }) });
}
