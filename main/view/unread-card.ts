/** The cards of orders that cannot be shown as others are: told of by notifications and not read yet, or of a shape that nothing can be made of. */

import type { OrderCard } from '../../contract/contract.ts';
import { inARow, message, type Text } from '../../contract/message.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import { asTime } from '../orders/reading/reading.ts';
import { claimedStage } from '../orders/told.ts';
import type { Told } from '../store/rows/told-rows.ts';
import { COLUMN } from './card.ts';

/** A reading that is quick needs no card of this kind. */
export const UNREAD_AFTER_MS = 1_500;

const NONE = { state: 'none', says: message('not-known-yet') } as const;
const GOES_ON = message('it-is-read-again-by-itself');
const NO_ACCESS = message('it-cannot-be-read-until-this');
const HAS_ENDED = message('it-is-no-longer-read-by');
const DIAGNOSTICS = message('see-diagnostics-to-try-again');

/** A notification is sent when its order is placed: a time that is further from its coming was not meant. */
const TOLD_WITHIN_MS = 24 * 3_600_000;

export interface UnreadContext extends DeadlineRules {
  venueName: string;
  flavour: 'device-free' | 'advanced';
  iso: (at: number) => string;
  /** What becomes of reading it: it goes on, waits for the venue to be connected again, has failed, or was given up by hand. */
  reading: 'goes-on' | 'no-access' | 'failed' | 'given-up';
}

/** Nothing of what an order holds. */
const EMPTY = {
  kind: 'other',
  kindLabel: message('kind-not-known-yet'),
  preorder: false,
  customer: null,
  phone: null,
  address: null,
  comment: null,
  items: [],
  itemCount: 0,
  participants: [],
  people: 0,
  isCut: false,
  total: null,
  toPay: null,
  cashToCollect: null,
  noContact: false,
  pickupAt: null,
  preorderFor: null,
  pending: null,
  actions: [],
  ticket: NONE,
  labels: NONE,
  till: NONE,
  courier: null,
  checked: [],
  stopped: false,
} satisfies Partial<OrderCard>;

export function unreadCard(told: Told, context: UnreadContext): OrderCard {
  const { orderId, venueId, status } = told;
  const stage = claimedStage(status) ?? 'awaiting-acceptance';
  const column = COLUMN[stage];
  const isCancelled = stage === 'rejected';
  const isAsked = column === 'new' && context.flavour === 'device-free';
  const placed = placedAt(told, context.iso(told.noticedAt));
  const { acceptWithinSeconds: totalSeconds } = context;
  const by = new Date(Date.parse(placed) + totalSeconds * 1_000).toISOString();
  return {
    ...EMPTY,
    id: orderId,
    number: `${orderId.slice(0, 4)}…`,
    venueId: venueId ?? '',
    venueName: context.venueName,
    column,
    status: status ?? '',
    statusLabel: isCancelled ? message('cancelled-according-to-notification') : message('details-not-readable-yet'),
    placedAt: placed,
    // Whether it is an instant order or one for later is not known either: its time is a guess, whatever is known of the venue.
    deadline: isAsked ? { at: by, of: 'accept', totalSeconds, about: true } : null,
    trouble: [
      {
        code: 'unread',
        says: told.says ?? message('service-has-not-given-its-details'),
        remedy: remedyOf(context.reading),
      },
    ],
    // A delivered order asks nothing any more. A cancelled one may be on the stove: a person ends its alarm.
    alerting: told.alerting && stage !== 'delivered',
    unread: true,
    endedAt: column === 'ended' ? context.iso(told.toldAt) : null,
  };
}

/** ISO UTC: as the notification says it, or when it came. What an earlier version stored may be any text. */
function placedAt({ createdAt }: Told, noticed: string): string {
  const told = Date.parse(asTime(createdAt) ?? '');
  return Math.abs(told - Date.parse(noticed)) <= TOLD_WITHIN_MS ? new Date(told).toISOString() : noticed;
}

/**
 * The card of an order that no card can be made of: it is there, by its id, and rings until somebody has touched it. `at`: when it was
 * heard of, ISO UTC. `isOpen`: false for one that has ended, as far as that is known.
 */
export function bareCard(order: {
  id: string;
  venueId: string;
  venueName: string;
  at: string;
  alerting: boolean;
  isOpen: boolean;
}): OrderCard {
  const { id, venueId, venueName, at, alerting, isOpen } = order;
  return {
    ...EMPTY,
    id,
    number: `${id.slice(0, 4)}…`,
    venueId,
    venueName,
    column: isOpen ? 'new' : 'ended',
    status: '',
    statusLabel: message('details-not-readable-yet'),
    placedAt: at,
    deadline: null,
    trouble: [
      { code: 'partly-unreadable', says: message('not-everything-in-this-order-can'), remedy: message('look-at-it-in-merchant-app') },
    ],
    alerting,
    unread: true,
    endedAt: isOpen ? null : at,
  };
}

function remedyOf(reading: UnreadContext['reading']): Text {
  if (reading === 'goes-on') return GOES_ON;
  if (reading === 'no-access') return NO_ACCESS;
  return reading === 'failed' ? inARow(HAS_ENDED, DIAGNOSTICS) : HAS_ENDED;
}
