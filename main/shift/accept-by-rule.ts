/** Auto-accept: answers orders by the venue's rules. Off by default, and always with an end. */
import { mentionsAllergy } from '../orders/allergies/mentions-allergy.ts';
import { timeToShift } from '../orders/commands.ts';
import { type Order, piecesOf } from '../orders/order.ts';
import { isKnownStatus } from '../orders/stage.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';

export interface Rule {
  venues: string[];
  from: string;
  to: string;
  kinds: string[];
  most_items: number | null;
  when: 'at-once' | 'before-deadline';
  extra_minutes: number;
  /** Whether orders that name an allergy or allergen are accepted too. */
  allergies: boolean;
}

const LOOK_MS = 500;
/** Early enough for a slow network. */
const BEFORE_DEADLINE_MS = 25_000;

/** The first rule that accepts this order now. `leftMs`: until the service rejects; `clock`: such as "18:30". */
export function ruleFor(rules: readonly Rule[], order: Order, leftMs: number, clock: string): Rule | null {
  return (
    rules.find(
      (rule) =>
        isAbout(rule, order) &&
        (rule.from <= rule.to ? clock >= rule.from && clock <= rule.to : clock >= rule.from || clock <= rule.to) &&
        (rule.when === 'at-once' || leftMs <= BEFORE_DEADLINE_MS) &&
        (rule.allergies || !mentionsAllergy(order)),
    ) ?? null
  );
}

function isAbout(rule: Rule, order: Order): boolean {
  const kind = order.delivery.type === 'homedelivery' ? (order.delivery.selfDelivery ? 'self-delivery' : 'delivery') : order.delivery.type;
  return (
    (rule.venues.length === 0 || rule.venues.includes(order.venueId)) &&
    rule.kinds.includes(kind) &&
    (rule.most_items === null || piecesOf(order) <= rule.most_items)
  );
}

/** Whether only an allergy or allergen keeps these rules from accepting the order. */
export function waitsForAllergy(rules: readonly Rule[], order: Order): boolean {
  const about = rules.filter((rule) => isAbout(rule, order));
  return about.length > 0 && about.every(({ allergies }) => !allergies) && mentionsAllergy(order);
}

export function acceptByRule(options: {
  store: Store;
  /** Empty while auto-accept is off. */
  rules: () => readonly Rule[];
  /** Ms until the service rejects; null if not to be accepted now. */
  leftMs: (row: OrderRow) => number | null;
  extraMinutes: (rule: Rule) => number;
  accept: (row: OrderRow, extraMinutes: number) => void;
  time: Clocks;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, time } = options;
  function look(): void {
    const rules = options.rules();
    if (rules.length === 0) return;
    const clock = new Date(time.service.now()).toTimeString().slice(0, 5);
    for (const row of store.orders.open()) {
      try {
        lookAt(row, rules, clock);
      } catch (error) {
        // One failing order must not delay the others.
        options.onDefect(error);
      }
    }
  }
  function lookAt(row: OrderRow, rules: readonly Rule[], clock: string): void {
    // Orders with unreadable content or unknown status wait for staff.
    if (row.stage !== 'awaiting-acceptance' || row.order.readable !== 'all' || !isKnownStatus(row.order.status)) return;
    const left = options.leftMs(row);
    if (left === null || left <= 0) return;
    const rule = ruleFor(rules, row.order, left, clock);
    if (!rule) return;
    const minutes = options.extraMinutes(rule);
    // Extra minutes need a time to add to, which may arrive later.
    if (minutes > 0 && timeToShift(row.order) === null && left > BEFORE_DEADLINE_MS) return;
    options.accept(row, minutes);
  }
  return time.every(LOOK_MS, look, options.onDefect);
}
