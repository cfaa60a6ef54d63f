import { ASSUMED } from '../assumptions.ts';
import { newId } from '../ids.ts';
import { type Fields, Refusal } from '../wire/exchange.ts';
import { changeState, newState, type VenueState } from './venue-state.ts';

export interface Venue {
  id: string;
  name: string;
  currency: string;
  /** Seconds until an undecided order is rejected; 0: never. */
  acceptWithinSeconds: number;
  /** Whether the venue resource reports `acceptWithinSeconds` (public sources only). */
  tellsAcceptTime: boolean;
  confirmWithinSeconds: number;
  preparationMinutes: number;
  /** Seconds from ready to pickup, and from pickup to delivery; null: the control API decides when. */
  courierAfterSeconds: number | null;
  isOpen: boolean;
  /** 2.6, acceptance_by_service: the service accepts each order. */
  autoAccepts: boolean;
  /** 2.6, using_courier_arrival_notification: the venue is notified of a near courier. */
  announcesCourier: boolean;
  announcesRejection: boolean;
  /** 4.2, rule 5: who invoices. The service does it on delivery. */
  invoicedBy: 'partner' | 'service';
  state: VenueState;
}

export interface Venues {
  open(wishes: Fields): Venue;
  get(id: string): Venue | undefined;
  all(): Venue[];
}

export function createVenues(): Venues {
  const venues = new Map<string, Venue>();
  return {
    open(wishes) {
      const venue: Venue = {
        id: text(wishes, 'venue_id') ?? newId(),
        name: text(wishes, 'name') ?? 'Harbour Kitchen',
        currency: text(wishes, 'currency') ?? 'EUR',
        acceptWithinSeconds: number(wishes, 'accept_within_seconds') ?? ASSUMED.acceptWithinSeconds,
        confirmWithinSeconds: number(wishes, 'confirm_within_seconds') ?? ASSUMED.confirmWithinSeconds,
        preparationMinutes: number(wishes, 'preparation_minutes') ?? ASSUMED.preparationMinutes,
        courierAfterSeconds: number(wishes, 'courier_after_seconds') ?? null,
        isOpen: wishes.is_open !== false,
        autoAccepts: wishes.auto_accepts === true,
        announcesCourier: wishes.announces_courier !== false,
        announcesRejection: wishes.announces_rejection !== false,
        tellsAcceptTime: wishes.tells_accept_time === true,
        invoicedBy: wishes.invoiced_by === 'service' ? 'service' : ASSUMED.invoicedBy,
        state: newState(),
      };
      changeState(venue.state, wishes);
      venues.set(venue.id, venue);
      return venue;
    },
    get: (id) => venues.get(id),
    all: () => [...venues.values()],
  };
}

function text(wishes: Fields, key: string): string | undefined {
  const value = wishes[key];
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new Refusal(400, { reason: `"${key}" must be a text.` });
}

function number(wishes: Fields, key: string): number | undefined {
  const value = wishes[key];
  if (value === undefined || (typeof value === 'number' && value >= 0)) return value;
  throw new Refusal(400, { reason: `"${key}" must be a number, 0 or more.` });
}
