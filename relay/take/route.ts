/** Finds a signed request's venue and identity for duplicates. Pure. */
import { createHash } from 'node:crypto';
import { isUsableId } from '../../contract/order-id.ts';
import { venueOfReference } from '../../contract/relay/reference.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord, asText, isStorable } from '../../shared/json/values.ts';
import type { ServiceRequest } from '../engine/engine.ts';

type Route = Pick<ServiceRequest, 'venueId' | 'notificationId' | 'references'>;
const LONGEST_ID = 200;

/** Order notifications (section 6.1), and venue webhooks as observed. */
export function routeOfOrder(body: Buffer): Route {
  const raw = asRecord(readJson(body.toString('utf8')));
  return {
    venueId: asVenueId(asRecord(raw?.order)?.venue_id) ?? asVenueId(raw?.venue_id),
    notificationId: asId(raw?.id) ?? venueEventId(raw) ?? hashOf(body),
    references: [],
  };
}

/** Section 6.2. The venue is named, or found by a reference that Tillbridge or the service made; venues' own references aren't unique. */
export function routeOfDelivery(payload: unknown, body: Buffer): Route {
  const raw = asRecord(payload);
  const details = asRecord(raw?.details);
  const ours = asId(details?.merchant_order_reference_id);
  const id = asId(details?.id);
  return {
    venueId: asVenueId(details?.venue_id) ?? (ours === null ? null : venueOfReference(ours)),
    // Different types of one delivery may share an ID.
    notificationId: id === null ? hashOf(body) : JSON.stringify([asText(raw?.type), asText(raw?.dispatched_at), id]),
    references: [details?.service_order_reference_id, details?.tracking_reference, details?.tracking_id]
      .map(asId)
      .filter((one) => one !== null),
  };
}

function asId(value: unknown): string | null {
  const text = asText(value);
  return text !== null && text.length <= LONGEST_ID && isStorable(text) ? text : null;
}

function asVenueId(value: unknown): string | null {
  const id = asId(value);
  return id !== null && isUsableId(id) ? id : null;
}

/** Venue webhooks have no ID; type, venue and time identify one. */
function venueEventId(raw: Record<string, unknown> | null): string | null {
  const parts = [asText(raw?.event_type), asText(raw?.venue_id), asText(raw?.detected_at)];
  return raw?.type === undefined && raw?.id === undefined && parts.every((part) => part !== null) ? hashOf(JSON.stringify(parts)) : null;
}

function hashOf(what: Buffer | string): string {
  return `sha256:${createHash('sha256').update(what).digest('hex')}`;
}
