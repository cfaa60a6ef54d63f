/** An order's record for checks of a screen: states, notifications, reads, requests, troubles. */
import type { SandboxOrder } from '../order.ts';
import type { Fields } from '../wire/exchange.ts';
import type { Entry, Journal } from '../wire/journal.ts';

/** Oldest entries first, with times of the service's clock, as far back as the log goes. */
export function storyOf(order: SandboxOrder, journal: Journal): Fields {
  const entries = journal.of(order.id);
  const each = <K extends Entry['kind']>(kind: K, of: (entry: Extract<Entry, { kind: K }>) => Fields | null): Fields[] =>
    entries.flatMap((entry): Fields[] => {
      const shown = entry.kind === kind ? of(entry as Extract<Entry, { kind: K }>) : null;
      return shown ? [shown] : [];
    });
  return {
    order_id: order.id,
    order_number: order.body.order_number,
    venue_id: order.venueId,
    truth: each('order', ({ at, state, event, by }) => ({ from: at, state, event, by })),
    reported: each('notification', ({ at, sent_at, type, status, outcome, attempt, fault }) => ({
      at,
      sent_at,
      type,
      status,
      outcome,
      attempt,
      fault,
    })),
    read: each('request', ({ at, path, body, operation, status, shown, fault }) =>
      operation?.startsWith('get ')
        ? { at, path, body, status, order_status: shown?.order_status ?? null, old: shown?.old ?? false, fault }
        : null,
    ),
    asked: each('request', ({ at, method, path, operation, body, status, took_effect, fault }) =>
      operation?.startsWith('get ') ? null : { at, method, path, operation, body, status, took_effect, fault },
    ),
    awkward: each('awkward', ({ at, trouble, ordered }) => ({ at, trouble, ordered })),
  };
}
