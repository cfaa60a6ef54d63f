/** One card for each state that an order can be in, with times seen from now. */
import type { OrderCard } from '../../contract/contract.ts';

const STEP = { state: 'none', says: 'The ticket prints when the order is accepted.' } as const;
const DONE = { state: 'confirmed', says: 'Ticket printed.' } as const;

export function cardsOfGallery(now: number): { what: string; order: OrderCard }[] {
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
  const usual: OrderCard = {
    id: 'gallery-new',
    number: '101',
    venueId: 'venue',
    venueName: 'Harbour Kitchen',
    column: 'new',
    kind: 'delivery',
    kindLabel: 'Delivery',
    preorder: false,
    status: 'received',
    statusLabel: 'Waiting for you',
    customer: 'Mia N',
    phone: null,
    address: null,
    comment: null,
    items: [
      { name: 'House burger', count: 2, options: [{ group: 'Size', value: 'Large', count: 1 }], total: null, participants: [] },
      { name: 'Lemonade 0.4 l', count: 1, options: [], total: null, participants: [] },
    ],
    itemCount: 3,
    participants: [],
    people: 0,
    isCut: false,
    total: { amount: 3_160, currency: 'EUR', text: '31.60 EUR' },
    toPay: { amount: 3_450, currency: 'EUR', text: '34.50 EUR' },
    cashToCollect: null,
    noContact: false,
    placedAt: at(-30),
    pickupAt: at(1_200),
    preorderFor: null,
    deadline: { at: at(150), of: 'accept', totalSeconds: 180 },
    pending: null,
    trouble: [],
    actions: [
      { name: 'accept', label: 'Accept', extraMinutes: [0, 5, 10, 15, 20, 25], usualMinutes: 0 },
      { name: 'reject', label: 'Reject' },
    ],
    ticket: STEP,
    labels: STEP,
    till: STEP,
    alerting: false,
    endedAt: null,
    courier: null,
    checked: [],
    stopped: false,
    unread: false,
  };
  const card = (what: string, change: Partial<OrderCard>) => ({ what, order: { ...usual, id: `gallery-${what}`, ...change } });
  const cooking: Partial<OrderCard> = {
    column: 'preparing',
    statusLabel: 'Being prepared',
    deadline: null,
    actions: [{ name: 'ready', label: 'Ready' }],
    ticket: DONE,
    till: DONE,
  };
  return [
    card('new, ringing', { alerting: true }),
    card('new, last seconds', { deadline: { at: at(20), of: 'accept', totalSeconds: 180 } }),
    card('new, with a suggestion', {
      actions: [
        {
          name: 'accept',
          label: 'Accept',
          extraMinutes: [0, 5, 10],
          usualMinutes: 0,
          suggested: { minutes: 10, says: 'With 6 or more orders being prepared, one in four was 8 min late or more.' },
        },
      ],
    }),
    card('takeaway, cash, note', { kind: 'takeaway', kindLabel: 'Takeaway', comment: 'Allergy: hazelnut.', cashToCollect: usual.toPay }),
    card('on its way to the service', { actions: [], pending: { action: 'accept', says: 'Accepting…', since: at(-1), undoUntil: null } }),
    card('can be undone', {
      ...cooking,
      actions: [],
      pending: { action: 'ready', says: 'Marking ready…', since: at(-1), undoUntil: at(8) },
    }),
    card('being prepared', { ...cooking, courier: { state: 'approaching', at: at(240) } }),
    card('late', { ...cooking, pickupAt: at(-300) }),
    card('in trouble', {
      ...cooking,
      ticket: { state: 'failed', says: 'The printer is out of paper.' },
      trouble: [{ code: 'print-failed', says: 'The printer is out of paper.', remedy: 'See Diagnostics to try again.' }],
    }),
    card('group', { ...cooking, participants: ['Anna', 'Ben', 'Mia'], people: 3, checked: [0, 2] }),
    card('ready', { ...cooking, column: 'ready', statusLabel: 'Ready for the courier', actions: [] }),
    card('scheduled', {
      column: 'scheduled',
      preorder: true,
      preorderFor: at(9_000),
      statusLabel: 'Confirmed',
      deadline: null,
      actions: [{ name: 'reject', label: 'Reject' }],
    }),
  ];
}
