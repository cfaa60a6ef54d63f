/** A plain delivery's card without an open action, plus a test's changes. */
import { BLANK_CARD, type OrderCard } from '../../../../contract/contract.ts';

export function card(over: Partial<OrderCard> = {}): OrderCard {
  return {
    ...BLANK_CARD,
    id: 'order-1',
    number: '417',
    venueId: 'venue-1',
    venueName: 'Trattoria',
    column: 'new',
    kind: 'delivery',
    kindLabel: 'Home delivery',
    status: 'received',
    statusLabel: 'Waiting for you',
    people: over.participants?.length ?? 0,
    bags: over.participants?.length ?? 0,
    placedAt: '2026-11-20T18:00:00Z',
    ...over,
  };
}
