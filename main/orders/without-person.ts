import { OF_LINES, PERSON_KEY } from './group/participant-claims.ts';
import { REFUND_REASONS } from './operations.ts';
import { asArray, asRecord, type Fields, limitedDepth } from './text/reading.ts';

/** Section 2.3. */
const PERSONAL = [
  'consumer_name',
  'consumer_phone_number',
  'consumer_comment',
  'loyalty_card_number',
  'attribution_id',
  'company_tax_id',
  'company_name',
  'company_address',
] as const;

/** Deeper than any body of the interface; anything below is removed, as it can't be checked. */
const DEEPEST = 12;
/** Deeper than any command. */
const DEEPEST_COMMAND = 40;

/**
 * Removes names, phones, addresses, comments and company data, so the order can be counted but not traced. Null if it isn't an order. Never
 * throws.
 */
export function withoutPerson(body: unknown): Fields | null {
  // Deeper nesting can be parsed but not serialized.
  const raw = asRecord(limitedDepth(body, DEEPEST));
  if (!raw) return null;
  const delivery = asRecord(raw.delivery);
  const participants = asArray(raw.group_participants);
  return {
    ...raw,
    ...Object.fromEntries(PERSONAL.filter((key) => key in raw).map((key) => [key, null])),
    ...(delivery ? { delivery: { ...delivery, location: null } } : {}),
    ...(participants.length > 0 ? { group_participants: participants.map(withoutName), items: asArray(raw.items).map(withoutOwner) } : {}),
  };
}

/** An item's fields may name a person: only IDs stay. */
function withoutOwner(item: unknown): unknown {
  const fields = asRecord(item);
  if (!fields) return item;
  const idOnly = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => idOnly(key, one));
    if (asRecord(value)) return withoutName(value);
    return typeof value === 'number' || /_ids?$/.test(key) ? value : null;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, PERSON_KEY.test(key) ? idOnly(key, value) : value]));
}

/** A participant's shape is undocumented: only IDs, numbers and references to lines stay. */
function withoutName(entry: unknown): unknown {
  const fields = asRecord(entry);
  if (!fields) return null;
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => typeof value === 'number' || (Array.isArray(value) && OF_LINES.test(key)) || /(^|_)id$/.test(key),
    ),
  );
}

/** Whether staff typed this text, as any reason but the interface's two. */
function isTyped(key: string, value: unknown): boolean {
  return key === 'comment' || (key === 'reason' && !REFUND_REASONS.some((reason) => reason === value));
}

/** Removes text typed by staff (rejection reasons, refund comments), which may hold personal data. */
export function withoutTexts(payload: unknown): unknown {
  return textsTakenOut(limitedDepth(payload, DEEPEST_COMMAND));
}

function textsTakenOut(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(textsTakenOut);
  const fields = asRecord(payload);
  if (!fields) return payload;
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, isTyped(key, value) ? '' : textsTakenOut(value)]));
}
