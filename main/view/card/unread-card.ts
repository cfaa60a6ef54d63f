/** Cards of orders known only from notifications, or too malformed for a usual card. */

import type { OrderCard } from '../../../contract/contract.ts';
import { joinSentences, message, type Text } from '../../../contract/message.ts';
import { claimedStage, placementTime, unreadNumber } from '../../orders/claim.ts';
import type { Deadline, DeadlineRules } from '../../orders/deadline.ts';
import type { StatusClaim } from '../../store/rows/claim-rows.ts';
import { COLUMN } from './card.ts';

/** How long a read may take before this card appears. */
export const UNREAD_AFTER_MS = 1_500;

const NONE = { state: 'none', text: message('order.notKnownYet') } as const;
const GOES_ON = message('order.reloads');
const NO_ACCESS = message('order.loadsAfterReconnect');
const HAS_ENDED = message('order.noLongerReloads');
const DIAGNOSTICS = message('order.retryInDiagnostics');

export interface UnreadContext extends DeadlineRules {
  venueName: string;
  flavour: 'device-free' | 'advanced';
  iso: (at: number) => string;
  /** The service doesn't know the order, so it needs no answer. */
  isUnknown: boolean;
  reading: 'goes-on' | 'no-access' | 'failed' | 'given-up';
}

const UNKNOWN = {
  revision: '',
  kind: 'other',
  kindLabel: message('orderType.unknown'),
  preorder: false,
  isStatusOfColumn: false,
  rejected: null,
  customer: null,
  phone: null,
  address: null,
  comment: null,
  allergies: null,
  items: [],
  itemCount: 0,
  participants: [],
  people: 0,
  bags: 0,
  isCut: false,
  unread: true,
  total: null,
  toPay: null,
  cashToCollect: null,
  noContact: false,
  pickupAt: null,
  preorderFor: null,
  pending: null,
  operated: [],
  actions: [],
  ticket: NONE,
  labels: NONE,
  till: NONE,
  courier: null,
  kitchen: null,
  checked: [],
} satisfies Partial<OrderCard>;

export function unreadCard(claim: StatusClaim, context: UnreadContext): OrderCard {
  const { orderId, venueId, status } = claim;
  const stage = claimedStage(status) ?? 'awaiting-acceptance';
  const column = COLUMN[stage];
  const isCancelled = stage === 'rejected';
  return {
    ...UNKNOWN,
    id: orderId,
    number: unreadNumber(orderId),
    venueId: venueId ?? '',
    venueName: context.venueName,
    column,
    status: status ?? '',
    statusLabel: isCancelled
      ? message('orderStatus.cancelledUnverified')
      : message(context.isUnknown ? 'service.orderUnknown' : 'order.detailsNotReadable'),
    placedAt: placedAt(claim, context.iso(claim.noticedAt)),
    deadline: unreadDeadline(claim, context),
    trouble: [
      {
        code: 'unread',
        text: claim.text ?? message('order.noDetailsYet'),
        hint: hintOf(context.reading),
      },
    ],
    // A delivered or unknown order needs no alarm. A cancelled one may be on the stove: its alarm ends by a tap, or if a read shows that it
    // wasn't accepted.
    alerting: claim.alerting && stage !== 'delivered' && (isCancelled || !context.isUnknown),
    cancelled: isCancelled ? 'claimed' : null,
    endedAt: column === 'ended' ? context.iso(claim.claimedAt) : null,
  };
}

/** Null if Tillbridge needn't answer. Approximate (`about`), because pre-orders have another limit and the type is unknown. */
export function unreadDeadline(
  claim: StatusClaim,
  {
    flavour,
    acceptWithinSeconds: totalSeconds,
    iso,
    isUnknown,
  }: Pick<UnreadContext, 'flavour' | 'acceptWithinSeconds' | 'iso' | 'isUnknown'>,
): Deadline | null {
  const column = COLUMN[claimedStage(claim.status) ?? 'awaiting-acceptance'];
  if (column !== 'new' || flavour !== 'device-free' || isUnknown) return null;
  const placed = Date.parse(placedAt(claim, iso(claim.noticedAt)));
  return { at: new Date(placed + totalSeconds * 1_000).toISOString(), of: 'accept', totalSeconds, about: true };
}

function placedAt({ createdAt }: StatusClaim, noticed: string): string {
  return new Date(placementTime(createdAt, Date.parse(noticed))).toISOString();
}

/** A card with little more than the ID; rings until it's tapped. `at`: first notice, ISO UTC. */
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
    ...UNKNOWN,
    id,
    number: unreadNumber(id),
    venueId,
    venueName,
    column: isOpen ? 'new' : 'ended',
    status: '',
    statusLabel: message('order.detailsNotReadable'),
    placedAt: at,
    deadline: null,
    trouble: [{ code: 'partly-unreadable', text: message('order.partlyUnreadable'), hint: message('order.checkMerchantApp') }],
    alerting,
    cancelled: null,
    endedAt: isOpen ? null : at,
  };
}

function hintOf(reading: UnreadContext['reading']): Text {
  if (reading === 'goes-on') return GOES_ON;
  if (reading === 'no-access') return NO_ACCESS;
  return reading === 'failed' ? joinSentences(HAS_ENDED, DIAGNOSTICS) : HAS_ENDED;
}
