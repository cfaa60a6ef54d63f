/** What the kernel gives every feature: environment, settings, time, database, and the service. */

import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { DesktopSettings } from '../../contract/contract.ts';
import type { Text } from '../../contract/message.ts';
import type { GateKeys, Intake } from '../intake/gate.ts';
import type { VenueEvent } from '../intake/ingest.ts';
import type { Poller } from '../intake/reading/poller.ts';
import type { OrderReader } from '../intake/reading/read-order.ts';
import type { VenueWatch } from '../intake/watch-venues.ts';
import type { Receiving } from '../intake/webhook/keep-receiving.ts';
import type { WatchedSignatures } from '../intake/webhook/wrong-signatures.ts';
import type { VenueStatus } from '../menu/venue-status.ts';
import type { VenueMode } from '../orders/commands.ts';
import type { Deadline, DeadlineRules } from '../orders/deadline.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import type { Addresses } from '../service/addresses.ts';
import type { ContactKeeper } from '../service/contact.ts';
import type { DeliveryApi } from '../service/deliveries/delivery-api.ts';
import type { Http } from '../service/http.ts';
import type { MenuApi } from '../service/menu/menu-api.ts';
import type { VenueApi } from '../service/menu/venue-api.ts';
import type { OrderApi } from '../service/order-api.ts';
import type { Pace } from '../service/pace.ts';
import type { Credentials, TokenKeeper } from '../service/tokens.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import type { Opened } from '../time/opened.ts';
import type { Clocks } from '../time/service-clock.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/retrying-vault.ts';
import type { Feed } from '../view/feed.ts';
import type { Notices } from '../view/notices.ts';
import type { Warnings } from '../view/warnings.ts';

/** Where and as what the bridge runs. */
export interface Surroundings {
  dataDir: string;
  settings: SettingsKeeper;
  feed: Feed;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  mode: 'live' | 'training';
  /** Where the counter is shown. */
  host: 'desktop' | 'browser';
  /** How this installation gets new versions; absent where it is none. */
  updates?: ((desktop: DesktopSettings) => Text) | undefined;
  version: string;
  /** Where reports of crashes are kept. */
  crashFolder: string;
}

/**
 * What parts tell each other; who is there by then hears it. `orders`, `app`, `printers`: what the screen shows of them changed. `heardAgain`:
 * the service, after so many ms of silence. `unestimated`: an order was read that has no pickup estimate yet. `venueStatus`: the service said
 * how a venue stands. `venueEvent`: it told something of one. `webhookSecret`: what was signed with it and could not be believed can be now.
 * `vault`: someone has written to it. `wake`: the computer slept.
 */
export type News = EventEmitter<{
  orders: [];
  app: [];
  printers: [];
  defect: [error: unknown];
  heardAgain: [voidMs: number];
  unestimated: [orderId: string];
  venueEvent: [event: VenueEvent];
  venueStatus: [reported: { venueId: string; status: VenueStatus; body: object; askedAt: number }];
  webhookSecret: [];
  vault: [];
  wake: [];
}>;

export interface Basics extends Surroundings {
  time: Clocks;
  /** As the settings are now. */
  currencyDigits: CurrencyDigits;
  /** A defect in our own code; the rest goes on. */
  onDefect: (error: unknown) => void;
  /** The same of what is asked of the vault: why that cannot be read is told already. */
  onVaultDefect: (error: unknown) => void;
  /** The same with other words. Trouble with the storage is told elsewhere. */
  logDefect: (error: unknown, text: string, about?: object) => void;
  /** What is open: every part puts onto it what it opens, as soon as it is open. */
  opened: Opened;
  news: News;
  /** Draws the board, the app's own view or the printers anew, once there is a board. Never throws. */
  refresh: () => void;
  refreshApp: () => void;
  refreshPrinters: () => void;
}

export interface Keeping {
  store: Store;
  notices: Notices;
  warnings: Warnings;
}

export interface ReceivingSide {
  vault: RetryingVault<VaultByEnvironment>;
  secrets: Secrets;
  receiver: Receiving;
  signatures: WatchedSignatures;
  /** What every way in which news arrive goes through. */
  gate: GateKeys & Intake;
  modeOf: (venueId: string) => VenueMode;
  /** Whether staff decide here, and not in an app of the service's own. */
  isDecidedHere: (venueId: string) => boolean;
}

export interface AskingSide {
  http: Http;
  contact: ContactKeeper;
  credentials: () => Promise<Credentials | null>;
  tokens: TokenKeeper;
  pace: Pace;
  api: OrderApi;
  menuApi: MenuApi;
  venueApi: VenueApi;
  deliveryApi: DeliveryApi;
  addresses: Addresses;
}

export interface DeadlineSide {
  venueWatch: VenueWatch;
  deadlineRules: (venueId: string) => DeadlineRules;
  deadlineFor: (row: OrderRow) => Deadline | null;
  /** ms until the service decides by itself, on its clock; null where it does not. */
  leftMs: (row: OrderRow) => number | null;
}

export interface ReadingSide {
  reader: OrderReader;
  poller: Poller;
  /** Whatever waits is tried now, and every open order is read. */
  hurry: () => void;
}

export type Context = Basics & Keeping & ReceivingSide & AskingSide & DeadlineSide & ReadingSide;

/** What a part of a feature needs of it, by name. */
export type Kernel<Name extends keyof Context> = Pick<Context, Name>;
