import type { Awkward } from '../awkward/awkward.ts';
import type { Clock } from '../clock.ts';
import type { Deliveries } from '../delivery/deliveries.ts';
import type { Merchants } from '../delivery/merchants.ts';
import type { MenuBook } from '../menu/menu-book.ts';
import type { Selling } from '../menu/selling.ts';
import type { Notifier } from '../notifications.ts';
import type { Documents } from '../orders/documents.ts';
import type { Feature } from '../orders/order-api.ts';
import type { OrderBook } from '../orders/order-book.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { Client } from '../tokens/token-service.ts';
import type { Variants } from '../variants.ts';
import type { Venues } from '../venue/venues.ts';
import type { VenueEndpoints } from '../venue-api/endpoints.ts';
import type { VenueAlerts } from '../venue-api/venue-alerts.ts';
import type { Faults } from '../wire/faults.ts';
import type { Journal } from '../wire/journal.ts';

export interface ControlParts {
  /** New venues belong to the first partner. */
  clients: [Client, ...Client[]];
  clock: Clock;
  venues: Venues;
  tokens: TokenBook;
  orders: OrderBook;
  merchants: Merchants;
  deliveries: Deliveries;
  notifier: Notifier;
  faults: Faults;
  awkward: Awkward;
  journal: Journal;
  documents: Documents;
  enabled: Set<Feature>;
  menus: MenuBook;
  selling: Selling;
  alerts: VenueAlerts;
  variants: Variants;
  venueService: VenueEndpoints;
  origin: () => string;
}
