/** The activity of one order: every notification, decision, answer and printout, with its time. */

import type { Moment, RejectionCause } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';
import { actionWords, isStaffAction, SENT_TO_POS } from '../orders/action-words.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { isCollected, type Order } from '../orders/order.ts';
import type { Entry } from '../store/rows/journal.ts';
import { printEvidenceOf } from '../store/rows/print-ledger.ts';
import { textOf } from '../store/rows/stored/stored-text.ts';
import type { Store } from '../store/store.ts';
import { DOCUMENT_LABEL, OPERATION_LABEL, operationText } from '../view/card/detail.ts';
import { notificationLabel } from '../view/notification-label.ts';
import { printoutText } from '../view/printouts.ts';

const STAGES: ReadonlyMap<string, Message> = new Map([
  ['awaiting-acceptance', message('timeline.waitingForAnswer')],
  ['awaiting-confirmation', message('timeline.waitingToBeConfirmed')],
  ['scheduled', message('timeline.confirmedForLater')],
  ['preparing', message('timeline.preparing')],
  ['ready', message('timeline.ready')],
  ['delivered', message('timeline.delivered')],
  ['rejected', message('order.rejected')],
]);
const REJECTED: ReadonlyMap<RejectionCause, Message> = new Map([
  ['missed', message('timeline.missed')],
  ['cancelled', message('timeline.cancelled')],
]);
/** Oldest first. */
export function timelineOf(
  store: Store,
  order: Order,
  iso: (at: number) => string,
  rejection: RejectionCause | null,
  currencyDigits: CurrencyDigits,
): Moment[] {
  const story = store.journal.of(order.id).flatMap((entry) => {
    const moment = momentOf(entry, order, rejection, currencyDigits);
    return moment ? [{ at: entry.at, ...moment, ...(entry.by === null ? {} : { by: entry.by }) }] : [];
  });
  const papers = store.ledger.of(order.id).map((entry) => ({
    at: entry.at,
    kind: 'paper' as const,
    text: printoutText(entry, order),
    proof: printEvidenceOf(entry),
  }));
  return [...story, ...papers].sort((a, b) => a.at - b.at).map((moment) => ({ ...moment, at: iso(moment.at) }));
}

const AT_TILL = {
  order: message('timeline.tillHasIt'),
  changed: message('timeline.tillChange'),
  cancelled: message('timeline.tillCancellation'),
} as const;

/** Null for events that the print ledger reports better. */
function momentOf(event: Entry, order: Order, rejection: RejectionCause | null, currencyDigits: CurrencyDigits): Omit<Moment, 'at'> | null {
  const { kind } = event;
  switch (kind) {
    case 'notification':
      return { kind, text: message('timeline.webhook', { text: notificationLabel(event) }) };
    case 'stage': {
      const { after } = event;
      const rejected = after === 'rejected' && rejection ? REJECTED.get(rejection) : undefined;
      const handedOver = after === 'delivered' && isCollected(order) ? message('timeline.handedOver') : undefined;
      return { kind: 'order', text: rejected ?? handedOver ?? STAGES.get(after) ?? message('timeline.statusIsNow', { after }) };
    }
    case 'command': {
      const { action, minutes } = event;
      if (minutes > 0) return { kind, text: message('timeline.staffAcceptedWithMinutes', { minutes }) };
      return {
        kind,
        text: isStaffAction(action) ? actionWords(action, order).asked : message('timeline.staffRequestedAction', { action }),
      };
    }
    case 'answer':
      return { kind, text: takenText(event.action, order) };
    case 'touched':
      return { kind: 'command', text: message('timeline.viewed') };
    case 'cancellation-seen':
      return { kind: 'command', text: message('timeline.staffStopped') };
    case 'auto-accepted':
      return { kind: 'command', text: message('timeline.autoAccepted') };
    case 'reminded':
      return { kind: 'order', text: message('timeline.staffReminded') };
    case 'command-undone':
      return { kind: 'command', text: message('timeline.staffUndid') };
    case 'operation': {
      const called = calledOf(event.operation);
      const text = event.gives === null ? called : operationText(called, event.gives, currencyDigits);
      return { kind: 'command', text: message('timeline.staffRequested', { text }) };
    }
    case 'reprint-asked':
      return { kind: 'command', text: message('timeline.staffReprinted') };
    case 'document-uploaded':
      return { kind: 'answer', text: message('timeline.documentAtService', { text: calledOf(event.type) }) };
    case 'till':
      return { kind, text: AT_TILL[event.news] };
    case 'till-failed':
      return { kind: 'trouble', text: message('timeline.till', { text: textOf(event.text) }) };
    case 'left-out':
      return { kind: 'order', text: message('timeline.notShown', { lines: event.events }) };
    case 'printed':
      return null;
    case 'unknown':
      return { kind: 'trouble', text: event.name };
    default:
      return { kind: 'trouble', text: textOf(event.text) };
  }
}

function takenText(action: string, order: Order): Message {
  if (isStaffAction(action)) return actionWords(action, order).taken;
  return action === 'sent-to-pos' ? SENT_TO_POS.taken : message('timeline.actionReceived', { action: calledOf(action) });
}

const CALLED: ReadonlyMap<string, Message> = new Map(Object.entries({ ...OPERATION_LABEL, ...DOCUMENT_LABEL }));

/** A request's name on screens; unknown ones as stored. */
function calledOf(asked: string): Text {
  return CALLED.get(asked) ?? asked;
}
