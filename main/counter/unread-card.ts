/** The card of an order that notifications told of and that could not be read yet: what is known of it, and that it waits. */
import type { OrderCard } from '../../preload/contract.ts';
import type { DeadlineRules } from '../orders/deadline.ts';
import { claimedStage } from '../orders/told.ts';
import type { Told } from '../store/told-rows.ts';
import { COLUMN } from './card.ts';

/** A reading that is quick needs no card of this kind. */
export const UNREAD_AFTER_MS = 1_500;

const NONE = { state: 'none', says: 'Not known yet.' } as const;

export function unreadCard(told: Told, context: DeadlineRules & { venueName: string; iso: (at: number) => string }): OrderCard {
  const { orderId, venueId, status, createdAt } = told;
  const column = COLUMN[claimedStage(status) ?? 'awaiting-acceptance'];
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
    statusLabel: 'Details not readable yet',
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
    deadline: column === 'new' ? { at: by, of: 'accept', totalSeconds, about: context.acceptIsAbout } : null,
    pending: null,
    trouble: [
      {
        code: 'unread',
        says: told.says ?? 'The service has not given its details yet.',
        remedy: 'It is read again by itself. Until then look after this order in the merchant app.',
      },
    ],
    actions: [],
    ticket: NONE,
    labels: NONE,
    till: NONE,
    courier: null,
    checked: [],
    stopped: false,
    alerting: told.alerting && column !== 'ended',
    unread: true,
    endedAt: column === 'ended' ? noticed : null,
  };
}
