/** Whether the shown state of a menu change is true, by the recorded calls and the service's menu. */
import type { PendingView, SaleOfThing } from '../../../contract/contract.ts';
import type { Endpoint, Fields, MenuCall } from './bad-service.ts';

export interface Truth {
  items: Fields[];
  option_values: Fields[];
}

export interface Known {
  calls: readonly MenuCall[];
  truth: Truth;
  /** When the screen was last updated, by this computer's clock. */
  reportedAt: number;
  /** Times of kills, by this computer's clock. */
  kills: readonly number[];
  /** When the service would accept the endpoint's next call, epoch ms by its clock; 0 for at once. */
  freeAt: (endpoint: Endpoint) => number;
  /** The service's clock, epoch ms. */
  now: number;
}

/** Allowed difference between two processes' clocks, ms. */
const SLACK_MS = 2_000;
/** An answer this shortly before a kill may not have been saved, ms. */
const WRITTEN_MS = 2_000;
/** Changes not seen by then are shown as missing, ms. */
const UNSEEN_AFTER_MS = 120_000;
/** How often the app tries a change while the service fails. */
const MOST_FAILURES = 5;

/** What is untrue about the shown change; null if nothing. */
export function whatIsUntrue(of: SaleOfThing, record: Known): string | null {
  const about = [
    ...(of.pending ? [['item', of.kind === 'item' ? 'items' : 'option-values', of.pending] as const] : []),
    ...(of.stock ? [['stock', 'inventory', of.stock] as const] : []),
  ];
  for (const [, endpoint, pending] of about) {
    const wrong = untruth(endpoint, String(of.what?.id), pending, record);
    if (wrong) return `${endpoint} ${of.what?.id} is called ${pending.state}: ${wrong}`;
  }
  return null;
}

function untruth(endpoint: Endpoint, id: string, pending: PendingView, record: Known): string | null {
  const askedAt = Date.parse(pending.askedAt) - SLACK_MS;
  const calls = record.calls.filter(
    (call) => call.endpoint === endpoint && call.at >= askedAt && call.rows.some((row) => asks(row, id, pending)),
  );
  const isYes = ({ answered }: MenuCall): boolean => answered !== null && answered < 300;
  switch (pending.state) {
    case 'waiting': {
      const wasTaken = calls.some((call) => isYes(call) && call.answeredAt !== null && isWrittenDown(call.answeredAt, record));
      if (wasTaken) return 'the service had said yes to it';
      const until = pending.waitsUntil === null ? 0 : Date.parse(pending.waitsUntil);
      return until + SLACK_MS < record.freeAt(endpoint)
        ? `until ${pending.waitsUntil}, and the service takes it no earlier than ${new Date(record.freeAt(endpoint)).toISOString()}`
        : null;
    }
    case 'sent':
      return calls.some((call) => isYes(call) || call.isDone) ? null : 'no call of it was taken';
    case 'seen':
      return isOver(pending, record.now) ? null : whatDiffers(thingIn(record.truth, endpoint, id), pending);
    case 'unseen': {
      const last = calls.findLast((call) => isYes(call) || call.isDone);
      if (!last) return 'no call of it was taken';
      if (Date.parse(pending.lookedAt ?? '') - last.at < UNSEEN_AFTER_MS - SLACK_MS) return 'two minutes are not over';
      return last.isDone ? 'the service has done it' : null;
    }
    case 'refused': {
      const no = calls.filter(({ answered }) => answered !== null && answered >= 400);
      const isFailing = no.filter(({ answered }) => (answered ?? 0) >= 500).length >= MOST_FAILURES;
      return isFailing || no.some(({ answered }) => (answered ?? 0) < 500) ? null : 'the service had not said no';
    }
  }
}

const isWrittenDown = (answeredAt: number, { reportedAt, kills }: Known): boolean =>
  reportedAt - answeredAt > WRITTEN_MS && !kills.some((at) => at >= answeredAt && at - answeredAt < WRITTEN_MS);

const isOver = ({ until }: PendingView, now: number): boolean => typeof until === 'string' && Date.parse(until) <= now + SLACK_MS;

function asks(row: Fields, id: string, pending: PendingView): boolean {
  const { onSale, price, count, until } = pending;
  if (row.external_id !== id) return false;
  if (price !== undefined && row.price !== price) return false;
  if (count !== undefined && row.inventory !== count) return false;
  if (onSale === true) return row.enabled === true;
  // A change sent after its own end time has the opposite effect.
  if (onSale === false) return row.enabled === false || typeof row.disabled_until === 'string' || typeof until === 'string';
  return true;
}

function thingIn({ items, option_values }: Truth, endpoint: Endpoint, id: string): Fields | undefined {
  return (endpoint === 'option-values' ? option_values : items).find(({ external_id }) => external_id === id);
}

function whatDiffers(found: Fields | undefined, { onSale, price, count }: PendingView): string | null {
  if (!found) return "it doesn't exist";
  if (price !== undefined && found.price !== price) return `its price is ${found.price}, not ${price}`;
  if (count !== undefined && found.inventory !== count) return `${found.inventory} are left, not ${count}`;
  if (onSale !== undefined && isOnSale(found) !== onSale) return onSale ? 'it is hidden' : 'it is on sale';
  return null;
}

export const isOnSale = (found: Fields): boolean => found.enabled === true && (found.disabled_until ?? null) === null;
