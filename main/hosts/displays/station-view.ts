/** A station's feed: cards of its venues and zones with the actions it may do, and nothing of the settings. Pure. */
import {
  type AppView,
  causeOf,
  type Notice,
  nothingShown,
  type OrderCard,
  permitsAction,
  type Right,
  type Station,
} from '../../../contract/contract.ts';
import type { Shown } from './projection.ts';

/** A topic stays hidden unless `stationView` lists it. */
const HIDDEN = Object.fromEntries(Object.keys(nothingShown()).map((topic) => [topic, () => null])) as unknown as Shown<'counter'>;

export function stationView({ rights, venues, zones }: Omit<Station, 'view' | 'rings'>): Shown<'counter'> {
  const isOwn = (venueId: string): boolean => venues === null || venues.includes(venueId);
  return {
    ...HIDDEN,
    app: stationApp,
    venues: (venue) => (isOwn(venue.id) ? { ...venue, tokenDaysLeft: null } : null),
    orders: (order) =>
      isOwn(order.venueId) && (zones === null || order.column === 'ended' || zones.includes(order.column))
        ? withRights(order, rights)
        : null,
    printers: (printer) => ({ ...printer, address: '' }),
    notices: (notice) => (concerns(venues, notice) ? { ...notice, dismissible: false } : null),
  };
}

/** Causes of notices about one venue, whose ID comes last. */
const OF_A_VENUE = ['offline', 'piled-up', 'venue-event'];
/** Notices about orders of any venue. */
const OF_ORDERS = ['missing-order', 'missed'];
/** Notices that only the main screen can follow. */
const OF_THE_COUNTER = ['connect', 'courier'];

/** What staff must know to answer orders: of its venues, and errors that stop all of them. */
function concerns(venues: Station['venues'], { id, level }: Notice): boolean {
  const [kind = '', ...about] = causeOf(id).split('/');
  if (OF_A_VENUE.includes(kind)) return venues === null || venues.includes(about.at(-1) ?? '');
  if (OF_ORDERS.includes(kind)) return venues === null;
  return level === 'error' && !OF_THE_COUNTER.includes(kind);
}

function withRights(order: OrderCard, rights: readonly Right[]): OrderCard {
  const { pending } = order;
  return {
    ...order,
    actions: order.actions.filter(({ name }) => permitsAction(rights, name)),
    pending: pending && (permitsAction(rights, pending.action) ? pending : { ...pending, undoUntil: null }),
  };
}

/** Empty where only the main screen shows or changes it. */
function stationApp(view: AppView): AppView {
  return {
    ...view,
    venue: '',
    addresses: [],
    intake: view.intake.map((source) => ({ ...source, hint: null, address: null })),
    webhookSecret: { isSaved: null, verifiedAt: null, isChange: false, isRefused: false },
    vault: { kind: view.vault.kind, text: '' },
    access: { protected: true, manager: false, text: null },
    couriers: false,
    managed: null,
    supportRequest: null,
    failedJobs: 0,
    host: 'browser',
    startsAtLogin: null,
    updates: null,
    languageIsChosen: true,
  };
}
