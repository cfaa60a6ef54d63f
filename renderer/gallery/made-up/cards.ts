/** A card for each state of an order, with times relative to now. */
import { BLANK_CARD, type ItemView, message, type OrderCard } from '../../../contract/contract.ts';
import { at, euros } from './at.ts';

const NOT_YET = { state: 'none', text: message('cardTicket.printOnAccept') } as const;
const PRINTED = { state: 'confirmed', text: message('cardTicket.printed') } as const;
const LABELS = { state: 'none', text: message('card.notGroupOrder') } as const;
const TILL = { state: 'none', text: message('till.noneSetUp') } as const;

const dish = (count: number, name: string, over: Partial<ItemView> = {}): ItemView => ({
  name,
  count,
  options: [],
  total: euros(count * 1_140),
  participants: [],
  ...over,
});
const choice = (group: string, value: string) => ({ group, value, count: 1, allergies: null });

export const DISHES = {
  burger: dish(2, 'House burger', { options: [choice('Size', 'Large'), choice('Without', 'Onion')] }),
  lemonade: dish(1, 'Lemonade 0.4 l'),
  ramen: dish(1, 'Ramen with roasted pork and egg'),
  salad: dish(3, 'Green salad'),
  nuts: dish(1, 'Ice cream', {
    options: [{ group: 'Without', value: 'hazelnut', count: 1, allergies: { words: ['hazelnut'], ranges: [{ start: 0, end: 8 }] } }],
  }),
};
export const MANY_DISHES = ['Bread', 'Olives', 'Soup', 'Pasta', 'Pizza', 'Fish', 'Rice', 'Beans', 'Tart', 'Coffee', 'Tea'].map(
  (name, place) => dish((place % 3) + 1, name),
);

export const ALLERGY = {
  comment: 'Allergy: hazelnut. Ring twice, please.',
  allergies: { words: ['hazelnut'], ranges: [{ start: 9, end: 17 }] },
};

const actions = {
  accept: { name: 'accept', label: message('actions.accept'), extraMinutes: [0, 5, 10, 15, 20, 25], usualMinutes: 0 },
  reject: { name: 'reject', label: message('actions.reject') },
  confirm: { name: 'confirm', label: message('actions.confirm') },
  ready: { name: 'ready', label: message('actions.markReady') },
  delivered: { name: 'delivered', label: message('actions.markDelivered') },
} as const satisfies Record<string, OrderCard['actions'][number]>;

/** A delivery order to accept, with overrides. */
export function card(number: string, over: Partial<OrderCard> = {}): OrderCard {
  const items = over.items ?? [DISHES.burger, DISHES.lemonade];
  return {
    ...BLANK_CARD,
    id: `order-${number}`,
    number,
    venueId: 'venue',
    venueName: 'Harbour Kitchen',
    column: 'new',
    kind: 'delivery',
    kindLabel: message('orderType.delivery'),
    status: 'received',
    statusLabel: message('orderStatus.waitingForYou'),
    isStatusOfColumn: true,
    customer: 'Mia N',
    items,
    itemCount: items.reduce((sum, { count }) => sum + count, 0),
    people: over.participants?.length ?? 0,
    bags: over.participants?.length ?? 0,
    total: euros(3_160),
    toPay: euros(3_450),
    placedAt: at(-30),
    pickupAt: at(1_200),
    deadline: { at: at(150), of: 'accept', totalSeconds: 180 },
    actions: [actions.accept, actions.reject],
    ticket: NOT_YET,
    labels: LABELS,
    till: TILL,
    ...over,
  };
}

export const cooking = (number: string, over: Partial<OrderCard> = {}): OrderCard =>
  card(number, {
    column: 'preparing',
    status: 'production',
    statusLabel: message('orderStatus.preparing'),
    placedAt: at(-600),
    deadline: null,
    actions: [actions.ready],
    ticket: PRINTED,
    ...over,
  });

export const ready = (number: string, over: Partial<OrderCard> = {}): OrderCard =>
  cooking(number, {
    column: 'ready',
    status: 'ready',
    statusLabel: message('orderStatus.readyForCourier'),
    pickupAt: at(120),
    actions: [],
    ...over,
  });

export const scheduled = (number: string, over: Partial<OrderCard> = {}): OrderCard =>
  card(number, {
    column: 'scheduled',
    preorder: true,
    preorderFor: at(9_000),
    pickupAt: at(8_400),
    statusLabel: message('timeline.confirmed'),
    deadline: null,
    actions: [actions.reject],
    ...over,
  });

export const ended = (number: string, over: Partial<OrderCard> = {}): OrderCard =>
  cooking(number, {
    column: 'ended',
    status: 'delivered',
    statusLabel: message('orderStatus.delivered'),
    isStatusOfColumn: false,
    actions: [],
    endedAt: at(-400),
    ...over,
  });

const rejected = {
  status: 'rejected',
  rejected: 'missed' as const,
  statusLabel: message('orderStatus.missed'),
  statusShort: message('orderStatus.missedShort'),
};
const outOfPaper = {
  code: 'print-failed',
  text: message('printer.outOfPaper'),
  hint: message('printer.insertRoll'),
};

/** Every stage and kind, by its distinction. */
export const cards = (): Record<string, OrderCard> => ({
  'new, ringing': card('101', { alerting: true }),
  'new, last seconds': card('102', { deadline: { at: at(20), of: 'accept', totalSeconds: 180 } }),
  'new, time about right': card('103', { deadline: { at: at(100), of: 'accept', totalSeconds: 180, about: true } }),
  'new, its time is over': card('104', { deadline: { at: at(-5), of: 'accept', totalSeconds: 180 } }),
  'new, with a suggestion': card('105', {
    actions: [
      {
        ...actions.accept,
        usualMinutes: 10,
        suggested: { minutes: 10, text: message('coach.lateAtLoad', { load: 6, minutes: 8 }) },
      },
      actions.reject,
    ],
  }),
  'pickup, cash, allergy': card('106', {
    kind: 'takeaway',
    kindLabel: message('orderType.pickup'),
    cashToCollect: euros(3_450),
    items: [DISHES.burger, DISHES.nuts],
    ...ALLERGY,
  }),
  'many dishes, note, cut': card('107', { items: MANY_DISHES, comment: 'Without cutlery.', isCut: true }),
  'no name, no time, no contact': card('108', { customer: null, pickupAt: null, noContact: true }),
  'not readable yet': card('109', {
    unread: true,
    statusLabel: message('order.detailsNotReadable'),
    isStatusOfColumn: false,
    items: [],
    actions: [actions.accept],
  }),
  'pre-order to confirm': card('110', {
    preorder: true,
    preorderFor: at(9_000),
    deadline: { at: at(700), of: 'confirm', totalSeconds: 900 },
    actions: [actions.confirm, actions.reject],
  }),
  'on its way to the service': card('111', {
    actions: [],
    pending: { action: 'accept', text: message('actions.sending.accept'), since: at(-1), undoUntil: null },
  }),
  'being prepared, courier comes': cooking('112', { courier: { state: 'approaching', at: at(240) } }),
  late: cooking('113', { pickupAt: at(-300) }),
  'can be undone': cooking('114', {
    actions: [],
    pending: { action: 'ready', text: message('actions.sending.ready'), since: at(-1), undoUntil: at(8) },
  }),
  'in trouble': cooking('115', { ticket: { state: 'failed', text: outOfPaper.text }, trouble: [outOfPaper] }),
  'ticket not confirmed': cooking('116', { ticket: { state: 'sent', text: message('cardTicket.unconfirmed') } }),
  group: cooking('117', {
    participants: ['Anna', 'Ben', { guest: 3 }],
    items: [
      { ...DISHES.burger, participants: ['Anna'] },
      { ...DISHES.ramen, participants: ['Ben'] },
      { ...DISHES.salad, participants: [{ guest: 3 }] },
    ],
    checked: [0, 2],
  }),
  'own delivery': cooking('118', {
    kind: 'self-delivery',
    kindLabel: message('orderType.selfDelivery'),
    address: 'Market street 8',
    phone: '+358 40 1234567',
  }),
  ready: ready('119', { courier: { state: 'approaching', at: null } }),
  'ready, to be fetched': ready('120', { kind: 'takeaway', kindLabel: message('orderType.pickup'), actions: [actions.delivered] }),
  scheduled: scheduled('121'),
  delivered: ended('122'),
  'rejected a moment ago': ended('123', { ...rejected, endedAt: at(-40), alerting: true }),
});

/** By its key in `cards`. */
export function cardOf(what: string): OrderCard {
  const found = cards()[what];
  if (!found) throw new Error(`There is no card "${what}".`);
  return found;
}

/** Orders with a grill and a cold station. */
export function kitchenOrders(): OrderCard[] {
  const work = (
    over: { done?: string[]; since?: number; priority?: boolean; startAt?: string | null; recalled?: boolean } = {},
  ): NonNullable<OrderCard['kitchen']> => {
    const { done = [], since = -300, priority = false, startAt = null, recalled = false } = over;
    const ticket = (station: string, count: number) => ({
      station,
      key: `${station}-key`,
      count,
      left: done.includes(station) ? 0 : count,
      finishedAt: null,
      recalled: recalled && station === 'grill',
      startAt,
    });
    return {
      since: at(since),
      priority,
      lines: [
        { key: 'first', stations: ['grill'], doneAt: done.filter((one) => one === 'grill') },
        { key: 'second', stations: ['cold'], doneAt: done.filter((one) => one === 'cold') },
      ],
      tickets: [ticket('grill', 2), ticket('cold', 1)],
    };
  };
  const base = { kindLabel: message('orderType.delivery') };
  return [
    cooking('201', { ...base, kitchen: work() }),
    cooking('202', { ...base, ...ALLERGY, kitchen: work({ priority: true }), courier: { state: 'approaching', at: at(200) } }),
    cooking('203', { ...base, kitchen: work({ since: -1_500 }), pickupAt: at(-120) }),
    cooking('204', { ...base, kitchen: work({ done: ['grill'], since: -500 }), pickupAt: at(100) }),
    cooking('205', { ...base, kitchen: work({ done: ['grill', 'cold'] }) }),
    cooking('206', { ...base, kitchen: work({ startAt: at(400), since: -20 }) }),
    cooking('207', { ...base, kitchen: work({ done: ['cold'], recalled: true }), items: [DISHES.ramen, DISHES.salad] }),
    cooking('208', { kitchen: work(), trouble: [outOfPaper], participants: ['Anna', 'Ben'], checked: [1] }),
    cooking('209', { items: MANY_DISHES.slice(0, 6), isCut: true, kind: 'takeaway', kindLabel: message('orderType.pickup') }),
    ready('210', { kind: 'takeaway', kindLabel: message('orderType.pickup'), actions: [actions.delivered] }),
    ready('211'),
  ];
}

/** Takeaway numbers on the customer screen. */
export const fetched = (): OrderCard[] => [
  ...['31', '34', '35', '38'].map((number) => cooking(number, { kind: 'takeaway' })),
  ...['27', '29', '30'].map((number) => ready(number, { kind: 'takeaway' })),
];
