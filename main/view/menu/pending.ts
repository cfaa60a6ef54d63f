import type { PendingView } from '../../../contract/contract.ts';
import { asRecord, asText } from '../../orders/text/reading.ts';
import { waitsUntil } from '../../outbox/menu/queue-changes.ts';
import { SHOW_SEEN_MS } from '../../outbox/menu/read-back.ts';
import type { Intent } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';

/** Null if nothing remains to show. `now`: service clock, epoch ms. */
export function pendingView(store: Store, intent: Intent | null | undefined, now: number): PendingView | null {
  if (!intent) return null;
  const hasEnded = (endOf(intent) ?? Number.POSITIVE_INFINITY) <= now;
  if (intent.state === 'seen' && (hasEnded || now - (intent.lookedAt ?? 0) > SHOW_SEEN_MS)) return null;
  return changeView(store, intent, now);
}

/** Like `pendingView`, regardless of when it was confirmed. */
export function changeView(store: Store, intent: Intent, now: number): PendingView {
  const waits = waitsUntil(store, intent, now);
  return {
    intent: intent.id,
    state: intent.state,
    waitsUntil: waits === null ? null : iso(waits),
    askedAt: iso(intent.askedAt),
    sentAt: intent.sentAt === null ? null : iso(intent.sentAt),
    lookedAt: intent.lookedAt === null ? null : iso(intent.lookedAt),
    text: intent.error,
    by: intent.by,
    ...asksFor(intent),
  };
}

export const iso = (at: number): string => new Date(at).toISOString();

/** The requested end in epoch ms, or null. */
export function endOf({ wants, endsAt }: Intent): number | null {
  const until = Date.parse(asText(wants.disabled_until) ?? asText(wants.until) ?? '');
  return Number.isNaN(until) ? endsAt : until;
}

function asksFor(intent: Intent): Partial<PendingView> {
  const { wants } = intent;
  const schedule = asRecord(wants.scheduled_discount);
  const isOff = wants.enabled === false || wants.in_stock === false || typeof wants.disabled_until === 'string';
  const isOn = wants.enabled === true || wants.in_stock === true;
  const until = endOf(intent);
  const number = (key: string, name: keyof PendingView): Partial<PendingView> =>
    typeof wants[key] === 'number' ? { [name]: wants[key] } : {};
  const text = (value: unknown, name: keyof PendingView): Partial<PendingView> => (typeof value === 'string' ? { [name]: value } : {});
  return {
    ...(isOff ? { onSale: false, until: until === null ? null : iso(until) } : isOn ? { onSale: true } : {}),
    ...number('price', 'price'),
    ...number('discounted_price', 'discountedPrice'),
    ...number('inventory', 'count'),
    ...text(schedule?.starts_at, 'discountFrom'),
    ...text(schedule?.ends_at, 'discountUntil'),
  };
}
