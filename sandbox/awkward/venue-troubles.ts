/** Troubles of menu and venue calls in awkward mode, independent of orders. */
import type { Chance } from '../chance.ts';
import type { Fault } from '../wire/faults.ts';

export const VENUE_TROUBLES = ['menu-errors', 'menu-busy', 'menu-lost-answers', 'menu-no-effect', 'menu-slow'] as const;
export type VenueTroubleName = (typeof VENUE_TROUBLES)[number];

type Befalling = Omit<Fault, 'id' | 'match' | 'times' | 'until'>;

export function venueInCall(subject: string): string | null {
  return CALLS.map((call) => call.exec(subject)?.[1]).find((id) => id !== undefined) ?? null;
}

const CALLS = [
  /^\w+ \/v1\/restaurants\/([^/]+)\/menu$/,
  /^\w+ \/v2\/venues\/([^/]+)\/menu$/,
  /^\w+ \/venues\/([^/]+)\/(?:items|items\/inventory|options\/values|status|online|opening-times|opening-hours|special-opening-times|delivery-provider|settings)$/,
];

/** `share`: of all calls. The first trouble drawn counts. */
export const DRAWN_FOR_VENUES: Record<VenueTroubleName, { share: number; fault(chance: Chance, isRead: boolean): Befalling }> = {
  'menu-errors': { share: 0.06, fault: (chance) => ({ status: chance.pick([500, 503]) }) },
  'menu-busy': {
    share: 0.05,
    fault: (chance) => ({ status: 429, retry_after: { seconds: chance.between(1, 60), form: chance.pick(['seconds', 'date', 'none']) } }),
  },
  'menu-lost-answers': { share: 0.06, fault: (chance) => ({ drop: chance.pick(['after', 'after', 'before']) }) },
  'menu-no-effect': { share: 0.05, fault: (chance, isRead) => (isRead ? { delay_ms: chance.between(200, 3_000) } : { no_effect: true }) },
  'menu-slow': { share: 0.1, fault: (chance) => ({ delay_ms: chance.between(200, 3_000) }) },
};
