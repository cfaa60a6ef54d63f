/** Webhooks to the partner (section 6.1): compact JSON, signed, attempted a few times. */
import { createHmac } from 'node:crypto';
import { ASSUMED } from './assumptions.ts';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import type { SandboxOrder } from './order.ts';
import type { Venue } from './venue/venues.ts';
import type { Fields } from './wire/exchange.ts';
import { type Faults, nameOf } from './wire/faults.ts';
import type { Journal } from './wire/journal.ts';

export interface Webhook {
  url: string;
  secret: string;
}

export interface Notifier {
  setWebhook(webhook: Webhook | null): void;
  /** `status`: CREATED, PRODUCTION, READY, DELIVERED. */
  orderStatus(order: SandboxOrder, status: string): void;
  courierNear(order: SandboxOrder): void;
  pickupCompleted(order: SandboxOrder): void;
  /** A venue webhook such as OPENING_HOURS_UPDATED: signed, without ID. */
  venueEvent(venue: Venue, eventType: string): void;
  stop(): void;
}

export function createNotifier(options: {
  clock: Clock;
  journal: Journal;
  faults: Faults;
  orderBaseUrl: () => string;
  retryMs: number;
}): Notifier {
  const { clock, journal, faults } = options;
  const stopping = new AbortController();
  let webhook: Webhook | null = null;

  function send(type: string, order: SandboxOrder, status: string | null, more: Fields = {}): void {
    const createdAt = microseconds(clock.now());
    const text = (id: string) =>
      JSON.stringify({
        id,
        type,
        order: {
          id: order.id,
          venue_id: order.venueId,
          ...(status === null ? {} : { status }),
          resource_url: `${options.orderBaseUrl()}/orders/${order.id}`,
        },
        ...more,
        created_at: createdAt,
      });
    post(type, status, order.id, newId(), text);
  }

  /** `about`: ID of the order or venue. */
  function post(type: string, status: string | null, about: string, id: string | null, text: (id: string) => string): void {
    const fault = faults.strike(`notification ${status ?? type} ${about}`);
    const note = (attempt: number, outcome: string, notificationId = id, sentAt = clock.iso()) =>
      journal.write({
        kind: 'notification',
        notification_id: notificationId,
        type,
        status,
        order_id: id === null ? null : about,
        attempt,
        sent_at: sentAt,
        outcome,
        fault: nameOf(fault),
      });
    if (!webhook) return note(0, 'no webhook is set');
    if (fault?.drop) return note(0, 'withheld');
    const target = webhook;
    const ids = fault?.duplicate ? [id, fault.duplicate === 'new id' && id !== null ? newId() : id] : [id];
    for (const each of ids) {
      const body = text(each ?? '');
      const signature = fault?.bad_signature ? '0'.repeat(64) : createHmac('sha256', target.secret).update(body).digest('hex');
      deliver(target.url, body, signature, fault?.delay_ms ?? 0, (attempt, outcome, sentAt) => note(attempt, outcome, each, sentAt)).catch(
        (error) => {
          if (!stopping.signal.aborted) throw error;
        },
      );
    }
  }

  async function deliver(
    url: string,
    text: string,
    signature: string,
    wait: number,
    note: (n: number, outcome: string, sentAt: string) => void,
  ): Promise<void> {
    if (wait > 0) await pause(wait);
    for (let attempt = 1; attempt <= ASSUMED.notificationAttempts; attempt += 1) {
      if (attempt > 1) await pause(options.retryMs);
      if (stopping.signal.aborted) return;
      const sentAt = clock.iso();
      const outcome = await request(url, text, signature);
      note(attempt, outcome, sentAt);
      if (outcome === '200') return;
    }
  }

  async function request(url: string, text: string, signature: string): Promise<string> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'SERVICE-SIGNATURE': signature },
        body: text,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ASSUMED.notificationTimeoutMs)]),
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return `not delivered: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)}`;
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  return {
    setWebhook: (next) => {
      webhook = next;
    },
    orderStatus: (order, status) => send('order.notification', order, status),
    courierNear: (order) =>
      send('courier.notification', order, null, {
        courier_details: { courier_pickup_eta: order.body.pickup_eta ?? clock.iso() },
      }),
    pickupCompleted: (order) => send('pickup_completed.notification', order, null, { details: { is_pickup_completed: true } }),
    venueEvent(venue, eventType) {
      const body = JSON.stringify({
        event_type: eventType,
        venue_id: venue.id,
        external_venue_id: venue.state.externalId,
        detected_at: new Date(Math.floor(clock.now() / 1_000) * 1_000).toISOString().replace('.000Z', 'Z'),
        details: {},
      });
      post(eventType, null, venue.id, null, () => body);
    },
    stop: () => stopping.abort(),
  };
}

/** ISO 8601 with microseconds; the last digits come from the process's timer. */
function microseconds(now: number): string {
  const fine = String(Math.floor((performance.now() * 1_000) % 1_000)).padStart(3, '0');
  return new Date(now).toISOString().replace('Z', `${fine}Z`);
}
