/** The card of an order that notifications told of and that could not be read yet: what is known of it, and that it waits. */
import type { OrderCard } from '../../preload/contract.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import { claimedStage } from '../orders/told.ts';
import type { Told } from '../store/told-rows.ts';
import { COLUMN } from './card.ts';

/** A reading that is quick needs no card of this kind. */
export const UNREAD_AFTER_MS = 1_500;

const NONE = { state: 'none', says: 'Not known yet.' } as const;
const GOES_ON = 'It is read again by itself. Until then look after this order in the merchant app.';
const NO_ACCESS = 'It cannot be read until this venue is connected again. Until then look after this order in the merchant app.';
const HAS_ENDED = 'It is no longer read by itself. Look after this order in the merchant app.';
const DIAGNOSTICS = 'See Diagnostics to try again.';

export interface UnreadContext extends DeadlineRules {
  venueName: string;
  flavour: 'device-free' | 'advanced';
  iso: (at: number) => string;
  /** What becomes of reading it: it goes on, waits for the venue to be connected again, has failed, or was given up by hand. */
  reading: 'goes-on' | 'no-access' | 'failed' | 'given-up';
}

export function unreadCard(told: Told, context: UnreadContext): OrderCard {
  const { orderId, venueId, status, createdAt } = told;
  const stage = claimedStage(status) ?? 'awaiting-acceptance';
  const column = COLUMN[stage];
  const isCancelled = stage === 'rejected';
  const isAsked = column === 'new' && context.flavour === 'device-free';
  const noticed = context.iso(told.noticedAt);
  const placed = createdAt !== null && Number.isFinite(Date.parse(createdAt)) ? new Date(Date.parse(createdAt)).toISOString() : noticed;
  const { acceptWithinSeconds: totalSeconds } = context;
  const by = new Date(Date.parse(placed) + totalSeconds * 1_000).toISOString();
  return {
    id: orderId,
    number: `${orderId.slice(0, 4)}…`,
    venueId: venueId ?? '',
    venueName: context.venueName,
    column,
    kind: 'other',
    kindLabel: 'Kind not known yet',
    preorder: false,
    status: status ?? '',
    statusLabel: isCancelled ? 'Cancelled according to the notification' : 'Details not readable yet',
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
    placedAt: placed,
    pickupAt: null,
    preorderFor: null,
    // Whether it is an instant order or one for later is not known either: its time is a guess, whatever is known of the venue.
    deadline: isAsked ? { at: by, of: 'accept', totalSeconds, about: true } : null,
    pending: null,
    trouble: [
      {
        code: 'unread',
        says: told.says ?? 'The service has not given its details yet.',
        remedy: remedyOf(context.reading),
      },
    ],
    actions: [],
    ticket: NONE,
    labels: NONE,
    till: NONE,
    courier: null,
    checked: [],
    stopped: false,
    // A delivered order asks nothing any more. A cancelled one may be on the stove: a person ends its alarm.
    alerting: told.alerting && stage !== 'delivered',
    unread: true,
    endedAt: column === 'ended' ? context.iso(told.toldAt) : null,
  };
}

function remedyOf(reading: UnreadContext['reading']): string {
  if (reading === 'goes-on') return GOES_ON;
  if (reading === 'no-access') return NO_ACCESS;
  return reading === 'failed' ? `${HAS_ENDED} ${DIAGNOSTICS}` : HAS_ENDED;
}
