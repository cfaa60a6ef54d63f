/** The story of one order: every notification, decision, answer and paper, with its time. */

import type { Moment } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { isCollected, type Order } from '../orders/order.ts';
import type { Entry } from '../store/rows/journal.ts';
import { proofOf } from '../store/rows/print-ledger.ts';
import { textOf } from '../store/rows/stored/stored-text.ts';
import type { Store } from '../store/store.ts';
import { DOCUMENT_LABEL, OPERATION_LABEL, operationText } from '../view/card/detail.ts';
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
export function timelineOf(
  store: Store,
  order: Order,
  iso: (at: number) => string,
  isCancelled: boolean,
  currencyDigits: CurrencyDigits,
): Moment[] {
  const story = store.journal.of(order.id).flatMap((entry) => {
    const moment = momentOf(entry, isCancelled, currencyDigits);
    if (!moment) return [];
    const told = typeof moment.says === 'object' && isCollected(order) ? (HANDED_OVER.get(moment.says) ?? moment.says) : moment.says;
    return [{ at: entry.at, ...moment, says: told, ...(entry.by === null ? {} : { by: entry.by }) }];
  });
  const papers = store.ledger.of(order.id).map((entry) => ({
    at: entry.at,
    kind: 'paper' as const,
    says: paperSays(entry, order),
    proof: proofOf(entry),
  }));
  return [...story, ...papers].sort((a, b) => a.at - b.at).map((moment) => ({ ...moment, at: iso(moment.at) }));
}

const AT_TILL = {
  order: message('till-has-it'),
  changed: message('till-was-told-of-change'),
  cancelled: message('till-was-told-of-cancellation'),
} as const;

/** An event as a message; null for what the print ledger tells better. */
function momentOf(event: Entry, isCancelled: boolean, currencyDigits: CurrencyDigits): Omit<Moment, 'at'> | null {
  const { kind } = event;
  switch (kind) {
    case 'notification': {
      const says = event.status === null ? event.type : `${event.type} ${event.status}`;
      return { kind, says: message('service-sent-notification-says', { says }) };
    }
    case 'stage': {
      const { after } = event;
      if (after === 'rejected' && isCancelled) return { kind: 'order', says: message('order-is-cancelled') };
      return { kind: 'order', says: STAGES.get(after) ?? message('order-is-now-after', { after }) };
    }
    case 'command': {
      const { action, minutes } = event;
      if (minutes > 0) return { kind, says: message('staff-accepted-it-with-minutes-more', { minutes }) };
      return { kind, says: COMMANDS.get(action) ?? message('staff-asked-for-action', { action }) };
    }
    case 'answer':
      return { kind, says: TAKEN.get(event.action) ?? message('service-took-action', { action: calledOf(event.action) }) };
    case 'touched':
      return { kind: 'command', says: message('somebody-looked-at-it') };
    case 'cancellation-seen':
      return { kind: 'command', says: message('staff-saw-cancellation-and-said-that') };
    case 'auto-accepted':
      return { kind: 'command', says: message('auto-accept-did-that-by-rule') };
    case 'reminded':
      return { kind: 'order', says: message('staff-were-reminded-of-it') };
    case 'command-undone':
      return { kind: 'command', says: message('staff-took-that-back') };
    case 'operation': {
      const called = calledOf(event.operation);
      const says = event.gives === null ? called : operationText(called, event.gives, currencyDigits);
      return { kind: 'command', says: message('staff-asked-for-says', { says }) };
    }
    case 'reprint-asked':
      return { kind: 'command', says: message('staff-asked-for-paper-once-more') };
    case 'document-uploaded':
      return { kind: 'answer', says: message('service-has-document-says', { says: calledOf(event.type) }) };
    case 'till':
      return { kind, says: AT_TILL[event.news] };
    case 'till-failed':
      return { kind: 'trouble', says: message('till-says', { says: textOf(event.says) }) };
    case 'left-out':
      return { kind: 'order', says: message('not-shown-here-lines', { lines: event.events }) };
    case 'printed':
      return null;
    case 'unknown':
      return { kind: 'trouble', says: event.name };
    default:
      return { kind: 'trouble', says: textOf(event.says) };
  }
}

const CALLED: ReadonlyMap<string, Message> = new Map(Object.entries({ ...OPERATION_LABEL, ...DOCUMENT_LABEL }));

/** As it is called on the screen; what a later version wrote, as it wrote it. */
function calledOf(asked: string): Text {
  return CALLED.get(asked) ?? asked;
}
