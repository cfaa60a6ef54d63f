/** Calls the venue's own address (phone, light, chat) about an unanswered order, without customer data. */

import { asRequest } from '../../contract/address.ts';
import { message, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { unreadNumber } from '../orders/claim.ts';
import type { Deadline } from '../orders/deadline.ts';
import { ask } from '../outgoing/ask.ts';
import type { Store } from '../store/store.ts';
import { idOf, type Known, venueOf, watchUnanswered } from './unanswered.ts';

const ANSWER_WITHIN_MS = 5_000;
const TRIES = 3;

export function callAlarmWebhook(options: {
  store: Store;
  time: Time;
  waitingMs: (known: Known) => number | null;
  /** Null if no address is set. */
  address: () => { url: string; afterMs: number } | null;
  deadline: (known: Known) => Deadline | null;
  onNotified: (outcome: { notified: boolean; text: Text }) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  async function tell(known: Known): Promise<void> {
    const address = options.address();
    if (!address) return;
    const deadline = options.deadline(known);
    const body = {
      event: 'order.unanswered',
      order_id: idOf(known),
      order_number: 'order' in known ? known.order.number : unreadNumber(known.orderId),
      venue_id: venueOf(known),
      answer_by: deadline?.at ?? null,
      // True for an estimate: the venue's time limit is unknown.
      answer_by_is_about: deadline?.about ?? false,
    };
    let blockedBy: Text | null = null;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      blockedBy = await post(options.time, address.url, body);
      if (blockedBy === null) break;
    }
    options.onNotified({ notified: blockedBy === null, text: blockedBy ?? '' });
  }
  return watchUnanswered({
    store: options.store,
    time: options.time,
    waitingMs: options.waitingMs,
    afterMs: () => options.address()?.afterMs ?? null,
    onDue: (known) => void tell(known).catch(options.onDefect),
    onDefect: options.onDefect,
  });
}

/** Null once the call was accepted. */
export async function post(time: Time, address: string, body: object): Promise<Text | null> {
  const { url, headers } = asRequest(address);
  const answer = await ask({
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: time.within(ANSWER_WITHIN_MS),
  });
  if (answer.words) return answer.words.text;
  if (!answer.ok) return message('alarm.notAnswering');
  return answer.status < 300 ? null : message('alarm.answered', { answer: answer.status });
}
