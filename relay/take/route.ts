/** Which venue a signed request is for, and its identity for duplicates: parsed from its untrusted body. Pure. */
import { createHash } from 'node:crypto';
import { isUsableId } from '../../contract/order-id.ts';
import { venueOfReference } from '../../contract/relay/reference.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord, asText } from '../../shared/json/values.ts';
import type { Taken } from '../engine/engine.ts';

type Route = Pick<Taken, 'venueId' | 'notificationId' | 'references'>;
/** As long as a frame may name it. */
const LONGEST_ID = 200;

/** Section 6.1, and the events of a venue that are seen in the field. */
export function routeOfOrder(body: Buffer): Route {
  const raw = asRecord(readJson(body.toString('utf8')));
  return {
    venueId: asVenueId(asRecord(raw?.order)?.venue_id) ?? asVenueId(raw?.venue_id),
    notificationId: asId(raw?.id) ?? venueEventId(raw) ?? hashOf(body),
    references: [],
  };
}

/**
 * Section 6.2. By venue; or by the prefix that our counters write; or by the references that the service itself gives a delivery: two venues
 * may well have the same reference of their own.
 */
export function routeOfDelivery(payload: unknown, body: Buffer): Route {
  const raw = asRecord(payload);
  const details = asRecord(raw?.details);
  const ours = asId(details?.merchant_order_reference_id);
  const id = asId(details?.id);
  return {
    venueId: asVenueId(details?.venue_id) ?? (ours === null ? null : venueOfReference(ours)),
    // Two kinds of events of one delivery are told apart also where the service gives them one id.
    notificationId: id === null ? hashOf(body) : JSON.stringify([asText(raw?.type), asText(raw?.dispatched_at), id]),
    references: [details?.service_order_reference_id, details?.tracking_reference, details?.tracking_id]
      .map(asId)
      .filter((one) => one !== null),
  };
}

function asId(value: unknown): string | null {
  const text = asText(value);
  return text !== null && text.length <= LONGEST_ID ? text : null;
}

function asVenueId(value: unknown): string | null {
  const id = asId(value);
  return id !== null && isUsableId(id) ? id : null;
}

/** Events of a venue have no id: the same one is of the same kind, venue and moment. */
function venueEventId(raw: Record<string, unknown> | null): string | null {
  const parts = [asText(raw?.event_type), asText(raw?.venue_id), asText(raw?.detected_at)];
  return raw?.type === undefined && raw?.id === undefined && parts.every((part) => part !== null) ? hashOf(JSON.stringify(parts)) : null;
}

function hashOf(what: Buffer | string): string {
  return `sha256:${createHash('sha256').update(what).digest('hex')}`;
}
