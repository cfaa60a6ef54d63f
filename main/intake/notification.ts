/** Parses a notification's body (section 6.1) without trusting its shape. */
import { createHash } from 'node:crypto';
import { isUsableId } from '../../contract/order-id.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord, asText, asTime } from '../orders/text/reading.ts';
import type { Notification } from '../store/rows/inbox.ts';
import type { LocalState } from '../store/rows/order-rows.ts';

/** Counters for unmatched signatures; the second for plausible requests about a known venue. */
export const WRONG_SIGNATURE = 'signature-wrong';
export const WRONG_FOR_VENUE = 'signature-wrong-for-venue';

export const SELF_TEST_TYPE = 'self-test.notification';
/** Section 6.1. */
export const SERVICE_TYPES = ['order.notification', 'courier.notification', 'pickup_completed.notification'];
const KNOWN_TYPES = new Set([...SERVICE_TYPES, SELF_TEST_TYPE]);
/** The four of section 6.1, and CANCELED, which the service also sends. */
export const KNOWN_STATUSES: ReadonlySet<string> = new Set(['CREATED', 'PRODUCTION', 'READY', 'DELIVERED', 'CANCELED']);

export interface ReadNotification {
  notification: Notification;
  oddity: 'unreadable' | 'unusable-id' | 'unknown-type' | 'unknown-status' | 'venue-event' | null;
}

/** Never throws; unreadable bodies are kept. */
export function readNotification(body: Buffer): ReadNotification {
  const text = body.toString('utf8');
  const raw = asRecord(readJson(text));
  if (!raw) return { notification: { ...BLANK, id: idOfBody(body), body: text, type: 'unreadable' }, oddity: 'unreadable' };

  const order = asRecord(raw.order);
  const type = wordOf(raw.type) ?? wordOf(raw.event_type) ?? 'unknown';
  const status = wordOf(order?.status)?.toUpperCase() ?? null;
  const id = asText(raw.id);
  const orderId = asText(order?.id);
  const venueId = asText(order?.venue_id) ?? asText(raw.venue_id);
  const notification: Notification = {
    // A long ID is replaced by the body's hash.
    id: id !== null && id.length <= LONGEST_NAME ? id : (venueEventId(raw) ?? idOfBody(body)),
    body: text,
    type,
    orderId: orderId === null || isUsableId(orderId) ? orderId : syntheticId(orderId),
    venueId: venueId !== null && isUsableId(venueId) ? venueId : null,
    status,
    createdAt: asTime(raw.created_at) ?? asTime(raw.detected_at),
  };
  const oddity =
    notification.orderId !== orderId
      ? 'unusable-id'
      : raw.type === undefined && raw.event_type !== undefined
        ? 'venue-event'
        : !KNOWN_TYPES.has(type)
          ? 'unknown-type'
          : status !== null && !KNOWN_STATUSES.has(status)
            ? 'unknown-status'
            : null;
  return { notification, oddity };
}

/** Whether the service could have sent it; doesn't prove the sender. */
export function couldBeOfService(body: Buffer, isOurVenue: (venueId: string) => boolean): boolean {
  const { type, orderId, venueId } = readNotification(body).notification;
  return SERVICE_TYPES.includes(type) && orderId !== null && venueId !== null && isOurVenue(venueId);
}

/** The courier's state (section 6.1); null for other notifications. */
export function courierOf({ type, body, createdAt }: Notification): LocalState['courier'] {
  if (type === 'pickup_completed.notification') return { state: 'picked-up', at: createdAt };
  if (type !== 'courier.notification') return null;
  const details = asRecord(asRecord(readJson(body))?.courier_details);
  return { state: 'approaching', at: asTime(details?.courier_pickup_eta) };
}

/** Venue events have no ID: type, venue and time identify duplicates. */
function venueEventId(raw: Record<string, unknown>): string | null {
  const [type, venueId, at] = [asText(raw.event_type), asText(raw.venue_id), asTime(raw.detected_at)];
  if (raw.type !== undefined || raw.id !== undefined || type === null || venueId === null || at === null) return null;
  const hash = createHash('sha256')
    .update(JSON.stringify([type, venueId, at]))
    .digest('hex');
  return `venue-event:${hash}`;
}

/** Longest shown name except order IDs. */
const LONGEST_NAME = 200;

function wordOf(value: unknown): string | null {
  return asText(value)?.slice(0, LONGEST_NAME).toWellFormed() ?? null;
}

/** Stable, so that an order with an unusable ID still appears on the board. */
function syntheticId(orderId: string): string {
  return `~${createHash('sha256').update(orderId).digest('hex').slice(0, 16)}`;
}

/** The body's hash replaces a missing ID. */
function idOfBody(body: Buffer): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}

const BLANK = { orderId: null, venueId: null, status: null, createdAt: null };
