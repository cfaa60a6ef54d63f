/** A station's feed: cards of its venues and zones with the actions it may do, and nothing of the settings. Pure. */
import { type AppView, nothingShown, type OrderCard, permitsAction, type Right, type Station } from '../../../contract/contract.ts';
import type { Shown } from './projection.ts';

/** A topic stays hidden unless `stationView` lists it. */
const HIDDEN = Object.fromEntries(Object.keys(nothingShown()).map((topic) => [topic, () => null])) as unknown as Shown<'counter'>;

export function stationView({ rights, venues, zones }: Omit<Station, 'view' | 'rings'>): Shown<'counter'> {
  const isOwn = (venueId: string): boolean => venues === null || venues.includes(venueId);
  return {
    ...HIDDEN,
    app: stationApp,
    venues: (venue) => (isOwn(venue.id) ? venue : null),
    orders: (order) =>
      isOwn(order.venueId) && (zones === null || order.column === 'ended' || zones.includes(order.column))
        ? withRights(order, rights)
        : null,
    printers: (printer) => printer,
    notices: (notice) => ({ ...notice, dismissible: false }),
  };
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
    addresses: [],
    intake: view.intake.map((source) => ({ ...source, address: null })),
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
