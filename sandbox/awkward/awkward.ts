/** Awkward mode: orders meet every trouble the service may cause, repeatable by seed, and recorded. */
import { anyChance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import { isOpen, type SandboxOrder } from '../order.ts';
import type { Kind } from '../orders/kinds.ts';
import type { OrderBook, Placing } from '../orders/order-book.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { Venue } from '../venue/venues.ts';
import { type Fields, Refusal } from '../wire/exchange.ts';
import type { Fault, Faults } from '../wire/faults.ts';
import type { Journal } from '../wire/journal.ts';
import { type Plan, planFor, revocationAt, TROUBLES, troubleOfCall } from './troubles.ts';
import { venueInCall } from './venue-troubles.ts';

const ORDERS_BETWEEN_REVOCATIONS = 15;

export interface Awkward {
  /** `seed`: an integer, random by default. `without`: troubles to omit. Restarts the order count. */
  switchOn(wishes: Fields): void;
  switchOff(): void;
  /** The trouble of a venue or menu call such as `GET /venues/ID/status`, or null. */
  befalls(subject: string): Fault | null;
  view(): { on: boolean; seed: number | null; without: string[]; troubles: readonly string[] };
  /** Places an order with its troubles. `faults`: further ones, with `:order` for the order's ID. */
  place(venue: Venue, kind: Kind, id: string, placing: Placing, faults: readonly Fields[]): SandboxOrder;
}

export function createAwkward(parts: { clock: Clock; faults: Faults; orders: OrderBook; tokens: TokenBook; journal: Journal }): Awkward {
  const { clock, faults, orders, tokens, journal } = parts;
  let seed: number | null = null;
  let without = new Set<string>();
  let placed = 0;
  let calls = 0;
  let revokedAt = Number.NEGATIVE_INFINITY;

  function wrote(venue: Venue, orderId: string | null, trouble: string, ordered: unknown): void {
    journal.write({ kind: 'awkward', venue_id: venue.id, order_id: orderId, trouble, ordered });
  }

  function order(fault: Fields, orderId: string): Fields {
    const named = { ...fault, match: String(fault.match ?? '').replaceAll(':order', orderId) };
    faults.add(named);
    return named;
  }

  function cancelLater(venue: Venue, it: SandboxOrder, { by, afterMs, lagMs }: NonNullable<Plan['cancel']>): void {
    clock.at(clock.now() + afterMs, () => {
      if (!isOpen(it)) return;
      const lag = order({ match: 'GET *orders/:order', lag_ms: lagMs, for_ms: lagMs + 60_000 }, it.id);
      wrote(venue, it.id, 'cancelled', { by, ...lag });
      orders.cancel(it, by);
    });
  }

  function revokeLater(venue: Venue, index: number): void {
    const revocation = seed === null || without.has('revoked') ? null : revocationAt(seed, index);
    if (!revocation || index - revokedAt < ORDERS_BETWEEN_REVOCATIONS) return;
    revokedAt = index;
    clock.at(clock.now() + revocation.afterMs, () => {
      wrote(venue, null, 'revoked', { forbidden_ms: revocation.forbiddenMs });
      tokens.resetVenue(venue.id, revocation.forbiddenMs);
    });
  }

  return {
    switchOn(wishes) {
      const { seed: wished = anyChance().below(1_000_000), without: left = [] } = wishes;
      if (!Number.isInteger(wished)) throw new Refusal(400, { reason: '"seed" must be a whole number.' });
      if (!Array.isArray(left) || !left.every((name) => TROUBLES.includes(name)))
        throw new Refusal(400, { reason: `"without" must be a list of: ${TROUBLES.join(', ')}.` });
      seed = Number(wished);
      without = new Set(left as string[]);
      placed = 0;
      calls = 0;
      revokedAt = Number.NEGATIVE_INFINITY;
    },
    switchOff() {
      seed = null;
    },
    befalls(subject) {
      const venueId = seed === null ? null : venueInCall(subject);
      if (seed === null || venueId === null) return null;
      const befalling = troubleOfCall(seed, calls, subject.startsWith('GET '), without);
      calls += 1;
      if (!befalling) return null;
      const { id: _, match: __, until: ___, ...ordered } = befalling.fault;
      journal.write({
        kind: 'awkward',
        venue_id: venueId,
        order_id: null,
        trouble: befalling.trouble,
        ordered: { call: subject, ...ordered },
      });
      return befalling.fault;
    },
    view: () => ({ on: seed !== null, seed, without: [...without], troubles: TROUBLES }),

    place(venue, kind, id, placing, more) {
      const index = placed;
      placed += 1;
      for (const fault of more) order(fault, id);
      const wishes = { ...placing.wishes, id };
      if (seed === null) return orders.place(venue, kind, { ...placing, wishes });
      const plan = planFor(seed, index, kind, without);
      for (const { trouble, ordered } of plan.faults) wrote(venue, id, trouble, order(ordered, id));
      if (plan.groupShape) wrote(venue, id, 'group-shapes', { group_shape: plan.groupShape });
      if (plan.pickupEtaAfterMs) wrote(venue, id, 'late-pickup-eta', { pickup_eta_after_ms: plan.pickupEtaAfterMs });
      const it = orders.place(venue, kind, {
        chance: plan.chance,
        ...(plan.groupShape ? { groupShape: plan.groupShape } : {}),
        ...(plan.pickupEtaAfterMs ? { pickupEtaAfterMs: plan.pickupEtaAfterMs } : {}),
        ...placing,
        wishes,
      });
      if (plan.cancel) cancelLater(venue, it, plan.cancel);
      revokeLater(venue, index);
      return it;
    },
  };
}
