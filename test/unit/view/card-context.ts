/** What a card is drawn in, where a test has nothing to say about it: a venue that decides here, with a ticket printer and nothing else. */
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { CardContext } from '../../../main/view/card/card.ts';

/** `now`: epoch ms. */
export function cardContext(now: number, over: Partial<CardContext> = {}): CardContext {
  return {
    acceptWithinSeconds: 180,
    confirmWithinSeconds: 900,
    acceptIsAbout: false,
    venueName: 'Venue',
    currencyDigits: isoDigits,
    flavour: 'device-free',
    jobs: [],
    hasTicketPrinter: true,
    ticketsByHand: false,
    hasTill: false,
    now,
    monotonic: now,
    rushMinutes: 0,
    waitsForAllergy: false,
    suggested: null,
    beside: { courier: null, checked: [] },
    kitchen: () => null,
    wasAnswered: () => false,
    wasCancelClaimed: () => false,
    isOut: () => false,
    blockedBy: ({ error }) => error,
    claim: null,
    iso: (at) => new Date(at).toISOString(),
    ...over,
  };
}
