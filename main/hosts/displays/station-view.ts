/** A station's feed: cards of its venues and zones with the actions it may do, and nothing of the settings. Pure. */
import {
  type AppView,
  CAUSE,
  causeOf,
  type Notice,
  nothingShown,
  type OrderCard,
  permitsAction,
  type Right,
  type Station,
} from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
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
    notices: (notice) => (concerns(venues, notice) ? { ...notice, ...wordsHere(venues, notice), dismissible: false } : null),
  };
}

/** Causes of notices about one venue, whose ID comes last. */
const OF_A_VENUE = ['offline', 'piled-up', 'venue-event'];
/** Notices about orders of any venue. */
const OF_ORDERS = ['missing-order', 'missed', 'never-came'];
/** Notices that only the main screen can follow. */
const OF_THE_COUNTER = ['connect', 'courier'];

/** What staff must know to answer orders: of its venues, errors that stop all of them, and that orders ring nowhere. */
function concerns(venues: Station['venues'], { id, level }: Notice): boolean {
  const [kind = '', ...about] = causeOf(id).split('/');
  if (OF_A_VENUE.includes(kind)) return venues === null || venues.includes(about.at(-1) ?? '');
  if (OF_ORDERS.includes(kind)) return venues === null;
  return kind === CAUSE.unheard || (level === 'error' && !OF_THE_COUNTER.includes(kind));
}

/** A station has no settings, and one of some venues gets no names of others. */
function wordsHere(venues: Station['venues'], { id, text, hint }: Notice): Pick<Notice, 'text' | 'hint'> {
  if (id !== CAUSE.unheard) return { text, hint };
  return { text: venues === null ? text : message('station.venueUnheard'), hint: message('station.turnOnRinging') };
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
