/**
 * An order's troubles in awkward mode. Each has its own random stream, so omitting one changes no other. All but revoked access end
 * automatically.
 */
import { type Chance, chanceOf } from '../chance.ts';
import { GROUP_SHAPES, type GroupShape } from '../orders/group.ts';
import type { Kind } from '../orders/kinds.ts';
import type { Fields } from '../wire/exchange.ts';
import type { Fault } from '../wire/faults.ts';
import { DRAWN_FOR_VENUES, VENUE_TROUBLES, type VenueTroubleName } from './venue-troubles.ts';

/** The names by which `without` omits troubles. */
export const TROUBLES = [
  'slow-reads',
  'unreadable',
  'no-effect',
  'lost-answers',
  'overtaken',
  'cancelled',
  'busy',
  'errors',
  'late-notifications',
  'doubled-notifications',
  'withheld-notifications',
  'group-shapes',
  'late-pickup-eta',
  'revoked',
  ...VENUE_TROUBLES,
] as const;
export type TroubleName = (typeof TROUBLES)[number];

export interface Plan {
  chance: Chance;
  groupShape: GroupShape | null;
  pickupEtaAfterMs: number | null;
  /** In the form of `POST /faults`; `:order` is the order's ID. */
  faults: { trouble: TroubleName; ordered: Fields }[];
  /** Cancels the order `afterMs` after it was placed; reads show that `lagMs` later. */
  cancel: { by: 'consumer' | 'support'; afterMs: number; lagMs: number } | null;
}

/** The same plan for the same seed. `index`: of the order, from 0. */
export function planFor(seed: number, index: number, kind: Kind, without: ReadonlySet<string>): Plan {
  const plan: Plan = { chance: streamOf(seed, index, 'order'), groupShape: null, pickupEtaAfterMs: null, faults: [], cancel: null };
  for (const [name, { share, add }] of Object.entries(DRAWN)) {
    const chance = streamOf(seed, index, name);
    if (!without.has(name) && chance.happens(share)) add(plan, chance, kind);
  }
  return plan;
}

export function revocationAt(seed: number, index: number): { afterMs: number; forbiddenMs: number } | null {
  const chance = streamOf(seed, index, 'revoked');
  if (!chance.happens(0.04)) return null;
  return { afterMs: chance.between(500, 5_000), forbiddenMs: chance.happens(0.5) ? chance.between(2_000, 6_000) : 0 };
}

export function troubleOfCall(seed: number, index: number, isRead: boolean, without: ReadonlySet<string>) {
  for (const name of VENUE_TROUBLES) {
    const chance = streamOf(seed, index, name);
    const { share, fault } = DRAWN_FOR_VENUES[name];
    if (without.has(name) || !chance.happens(share)) continue;
    return { trouble: name, fault: { ...fault(chance, isRead), id: name, match: '', times: 1, until: null } satisfies Fault };
  }
  return null;
}

const READS = 'GET *orders/:order';

/** In order of priority within a request. `share`: of all orders. */
const DRAWN: Record<
  Exclude<TroubleName, 'revoked' | VenueTroubleName>,
  { share: number; add(plan: Plan, chance: Chance, kind: Kind): void }
> = {
  unreadable: {
    share: 0.15,
    add(plan, chance) {
      const forMs = chance.happens(0.1) ? chance.between(20_000, 40_000) : chance.between(500, 8_000);
      plan.faults.push({ trouble: 'unreadable', ordered: { match: READS, status: chance.pick([500, 404, 503]), for_ms: forMs } });
    },
  },
  busy: {
    share: 0.08,
    add(plan, chance) {
      const match = chance.pick([READS, command('accept'), command('ready')]);
      // Sometimes the header has a value that clients can't follow.
      const absurd = chance.happens(0.2) ? { headers: { 'retry-after': chance.pick(['31536000', '-5', 'soon', '']) } } : {};
      const wish = { retry_after_seconds: chance.between(1, 4), retry_after_form: chance.pick(['seconds', 'date']) };
      plan.faults.push({ trouble: 'busy', ordered: { match, status: 429, ...wish, ...absurd } });
    },
  },
  errors: {
    share: 0.08,
    add(plan, chance, kind) {
      const match = chance.pick([READS, command(chance.pick(commandsOf(kind)))]);
      plan.faults.push({ trouble: 'errors', ordered: { match, status: chance.pick([500, 503]), times: chance.between(1, 2) } });
    },
  },
  'slow-reads': {
    share: 0.3,
    add(plan, chance) {
      plan.faults.push({ trouble: 'slow-reads', ordered: { match: READS, lag_ms: chance.between(500, 5_000), for_ms: 120_000 } });
    },
  },
  overtaken: {
    share: 0.08,
    add(plan, chance, kind) {
      const by = chance.pick(['staff', 'staff', 'consumer', 'support']);
      const match = command(commandsOf(kind)[0] ?? 'accept');
      plan.faults.push({ trouble: 'overtaken', ordered: { match, overtaken_by: by } });
    },
  },
  'no-effect': {
    share: 0.12,
    add(plan, chance, kind) {
      plan.faults.push({ trouble: 'no-effect', ordered: { match: command(chance.pick(commandsOf(kind))), no_effect: true } });
    },
  },
  'lost-answers': {
    share: 0.12,
    add(plan, chance, kind) {
      const drop = chance.pick(['after', 'after', 'before']);
      plan.faults.push({ trouble: 'lost-answers', ordered: { match: command(chance.pick(commandsOf(kind))), drop } });
    },
  },
  cancelled: {
    share: 0.08,
    add(plan, chance) {
      plan.cancel = {
        by: chance.pick(['consumer', 'consumer', 'support']),
        afterMs: chance.between(300, 12_000),
        lagMs: chance.between(1_000, 6_000),
      };
    },
  },
  'late-notifications': {
    share: 0.15,
    add(plan, chance) {
      // Later notifications overtake a late one.
      const status = chance.pick(['CREATED', 'PRODUCTION', 'READY', 'DELIVERED', 'CANCELED']);
      const ordered = { match: `notification ${status} :order`, delay_ms: chance.between(200, 5_000) };
      plan.faults.push({ trouble: 'late-notifications', ordered });
    },
  },
  'doubled-notifications': {
    share: 0.15,
    add(plan, chance) {
      const status = chance.pick(['CREATED', 'PRODUCTION', 'READY', 'CANCELED']);
      const duplicate = chance.pick([true, 'new id']);
      plan.faults.push({ trouble: 'doubled-notifications', ordered: { match: `notification ${status} :order`, duplicate } });
    },
  },
  'withheld-notifications': {
    share: 0.06,
    add(plan, chance) {
      // The first notification is never withheld: the service has no list of orders.
      const status = chance.pick(['PRODUCTION', 'READY', 'DELIVERED', 'CANCELED']);
      plan.faults.push({ trouble: 'withheld-notifications', ordered: { match: `notification ${status} :order`, drop: true } });
    },
  },
  'group-shapes': {
    share: 1,
    add(plan, chance, kind) {
      if (kind === 'group') plan.groupShape = chance.pick(GROUP_SHAPES);
    },
  },
  'late-pickup-eta': {
    share: 0.3,
    add(plan, chance) {
      plan.pickupEtaAfterMs = chance.between(1_000, 10_000);
    },
  },
};

/** An order's commands in sequence, without sent-to-pos, which leaves no trace. */
function commandsOf(kind: Kind): string[] {
  if (kind === 'preorder') return ['confirm-preorder', 'ready'];
  return kind === 'takeaway' || kind === 'self-delivery' ? ['accept', 'ready', 'delivered'] : ['accept', 'ready'];
}

/** `accept` includes the self-delivery accept. */
function command(name: string): string {
  return `PUT /orders/:order/${name === 'accept' ? '*accept' : name}`;
}

/** FNV-1a, so similar seeds and indexes give unrelated streams. */
function streamOf(seed: number, index: number, name: string): Chance {
  let hash = 0x811c9dc5;
  for (const char of `${seed}/${index}/${name}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return chanceOf(hash >>> 0);
}
