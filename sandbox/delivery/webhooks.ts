/** A merchant's webhooks (4.4) and their events (6.2): signed as JWT, retried as configured. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { type Faults, nameOf } from '../wire/faults.ts';
import type { Journal } from '../wire/journal.ts';
import { deliveryError } from './merchants.ts';

/** 6.2: all types, and whether new webhooks subscribe by default. */
const EVENT_TYPES: Record<string, boolean> = {
  'order.received': true,
  'order.rejected': true,
  'order.pickup_eta_updated': true,
  'order.pickup_started': true,
  'order.picked_up': true,
  'order.pickup_arrival': true,
  'order.dropoff_started': true,
  'order.dropoff_arrival': true,
  'order.dropoff_completed': true,
  'order.delivered': true,
  'order.customer_no_show': false,
  'order.location_updated': false,
  'order.dropoff_eta_updated': true,
  'order.handshake_delivery': true,
};

interface DeliveryWebhook {
  id: string;
  merchantId: string;
  url: string;
  secret: string;
  base: number;
  most: number;
  disabled: boolean;
  events: string[];
  createdAt: string;
  modifiedAt: string;
}

export interface DeliveryWebhooks {
  create(merchantId: string, body: Fields): unknown;
  list(merchantId: string): unknown;
  get(merchantId: string, id: string): unknown;
  update(merchantId: string, id: string, body: Fields): unknown;
  remove(merchantId: string, id: string): void;
  send(merchantId: string, type: string, details: Fields): void;
  stop(): void;
}

export function createDeliveryWebhooks(options: { clock: Clock; journal: Journal; faults: Faults }): DeliveryWebhooks {
  const { clock, journal, faults } = options;
  const webhooks = new Map<string, DeliveryWebhook>();
  const stopping = new AbortController();

  function own(merchantId: string, id: string): DeliveryWebhook {
    const webhook = webhooks.get(id);
    if (webhook?.merchantId !== merchantId) throw new Refusal(422, deliveryError('UNKNOWN_WEBHOOK', 'This webhook is not known.'));
    return webhook;
  }

  async function deliver(webhook: DeliveryWebhook, type: string, token: string): Promise<void> {
    for (let attempt = 0; attempt <= webhook.most; attempt += 1) {
      if (attempt > 0) await pause(webhook.base ** attempt * 1_000);
      if (stopping.signal.aborted || !webhooks.has(webhook.id) || webhook.disabled) return;
      const fault = faults.strike(`event ${type}`);
      const outcome = fault?.drop ? 'withheld' : await post(webhook.url, fault?.bad_signature ? `${token.slice(0, -6)}AAAAAA` : token);
      journal.write({ kind: 'event', type, webhook_id: webhook.id, attempt: attempt + 1, outcome, fault: nameOf(fault) });
      if (outcome === '200') return;
    }
  }

  async function post(url: string, token: string): Promise<string> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(10_000)]),
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return `not delivered: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const forget = clock.at(clock.now() + ms, resolve);
      stopping.signal.addEventListener('abort', () => {
        forget();
        resolve();
      });
    });
  }

  return {
    create(merchantId, body) {
      const webhook: DeliveryWebhook = {
        id: newId(),
        merchantId,
        url: address(body.callback_url),
        secret: secretIn(body.client_secret),
        ...configIn(body.callback_config),
        disabled: body.disabled === true,
        events: Object.keys(EVENT_TYPES).filter((type) => EVENT_TYPES[type]),
        createdAt: clock.iso(),
        modifiedAt: clock.iso(),
      };
      webhooks.set(webhook.id, webhook);
      return shown(webhook);
    },
    list: (merchantId) => [...webhooks.values()].filter((webhook) => webhook.merchantId === merchantId).map(shown),
    get: (merchantId, id) => shown(own(merchantId, id)),
    update(merchantId, id, body) {
      const webhook = own(merchantId, id);
      // All changes are read first, as a refused request must not apply partly.
      const changes = {
        ...(body.callback_config === undefined ? {} : configIn(body.callback_config)),
        ...(body.callback_url === undefined ? {} : { url: address(body.callback_url) }),
        ...(body.client_secret === undefined ? {} : { secret: secretIn(body.client_secret) }),
        ...(body.subscribed_events === undefined ? {} : { events: eventsIn(body.subscribed_events) }),
        disabled: typeof body.disabled === 'boolean' ? body.disabled : webhook.disabled,
      };
      Object.assign(webhook, changes);
      webhook.modifiedAt = clock.iso();
      return shown(webhook);
    },
    remove(merchantId, id) {
      webhooks.delete(own(merchantId, id).id);
    },
    send(merchantId, type, details) {
      const payload = { dispatched_at: clock.iso(), type, details: { id: newId(), ...details } };
      for (const webhook of webhooks.values()) {
        if (webhook.merchantId !== merchantId || webhook.disabled || !webhook.events.includes(type)) continue;
        deliver(webhook, type, signed(payload, webhook.secret)).catch((error) => {
          if (!stopping.signal.aborted) throw error;
        });
      }
    },
    stop: () => stopping.abort(),
  };
}

/** Section 5, point 7: HS256 with the unmodified client_secret. */
function signed(payload: unknown, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}

function shown({ id, url, base, most, disabled, events, createdAt, modifiedAt }: DeliveryWebhook): Fields {
  return {
    id,
    callback_url: url,
    callback_config: { exponential_retry_backoff: { exponent_base: base, max_retry_count: most } },
    disabled,
    subscribed_events: events,
    created_at: createdAt,
    modified_at: modifiedAt,
  };
}

function configIn(value: unknown): { base: number; most: number } {
  const backoff = isFields(value) ? value.exponential_retry_backoff : undefined;
  if (!isFields(backoff)) throw wrong('callback_config.exponential_retry_backoff is required.');
  const { exponent_base: base, max_retry_count: most } = backoff;
  if (!Number.isInteger(base) || !Number.isInteger(most) || Number(base) < 0 || Number(most) < 0)
    throw wrong('exponent_base and max_retry_count must be integers.');
  return { base: Number(base), most: Number(most) };
}

function address(value: unknown): string {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value)) throw wrong('callback_url is required.');
  return value;
}

function secretIn(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw wrong('client_secret is required.');
  return value;
}

function eventsIn(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((type) => typeof type === 'string' && type in EVENT_TYPES))
    throw new Refusal(422, deliveryError('UNKNOWN_EVENT', 'subscribed_events holds an unknown event type.'));
  return value;
}

function wrong(reason: string): Refusal {
  return new Refusal(400, deliveryError('INVALID_REQUEST', reason));
}
