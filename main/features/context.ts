/** The kernel given to every feature: environment, settings, time, database, service clients. */

import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { DesktopSettings, TabletView } from '../../contract/contract.ts';
import type { Text } from '../../contract/message.ts';
import type { VenueEvent } from '../intake/ingest.ts';
import type { Poller } from '../intake/reading/poller.ts';
import type { OrderReader } from '../intake/reading/read-order.ts';
import type { Intake, IntakeConfig } from '../intake/verify-and-store.ts';
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
import type { OpenParts } from '../time/opened.ts';
import type { Clocks } from '../time/service-clock.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/retrying-vault.ts';
import type { Feed } from '../view/feed.ts';
import type { Notices } from '../view/notices.ts';
import type { Warnings } from '../view/warnings.ts';

export interface AppEnvironment {
  dataDir: string;
  settings: SettingsKeeper;
  feed: Feed;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  mode: 'live' | 'training';
  host: 'desktop' | 'browser';
  /** Text about updates; absent if Tillbridge isn't installed. */
  updates?: ((desktop: DesktopSettings) => Text) | undefined;
  /** Paired tablets; absent in training. */
  tablets?: (() => readonly TabletView[]) | undefined;
  version: string;
  crashFolder: string;
}

/**
 * Events between modules, heard by current listeners only. `orders`, `app`, `printers`: their views changed. `reconnected`: the service
 * answered, after that many ms. `unestimated`: an order lacks a pickup estimate. `webhookSecret`: rejected signatures may be valid now.
 * `vault`: it was written. `wake`: the computer slept.
 */
export type AppEvents = EventEmitter<{
  orders: [];
  app: [];
  printers: [];
  defect: [error: unknown];
  reconnected: [voidMs: number];
  unestimated: [orderId: string];
  venueEvent: [event: VenueEvent];
  venueStatus: [reported: { venueId: string; status: VenueStatus; body: object; askedAt: number }];
  webhookSecret: [];
  vault: [];
  wake: [];
}>;

export interface CoreServices extends AppEnvironment {
  time: Clocks;
  currencyDigits: CurrencyDigits;
  /** Reports a bug; the rest keeps running. */
  onDefect: (error: unknown) => void;
  /** Like `onDefect`, without vault trouble, which is reported elsewhere. */
  onVaultDefect: (error: unknown) => void;
  /** Like `onDefect` with a text; without storage trouble, which is reported elsewhere. */
  logDefect: (error: unknown, text: string, about?: object) => void;
  /** Modules add each resource as soon as it's open. */
  opened: OpenParts;
  appEvents: AppEvents;
  /** Redraw the board, the app view or the printers. Never throw. */
  refresh: () => void;
  refreshApp: () => void;
  refreshPrinters: () => void;
}

export interface StateServices {
  store: Store;
  notices: Notices;
  warnings: Warnings;
}

export interface IntakeServices {
  vault: RetryingVault<VaultByEnvironment>;
  secrets: Secrets;
  receiver: Receiving;
  signatures: WatchedSignatures;
  /** The entrance for notifications of every source. */
  intake: IntakeConfig & Intake;
  modeOf: (venueId: string) => VenueMode;
  /** False if staff decide in an app of the service. */
  isDecidedHere: (venueId: string) => boolean;
}

export interface ServiceClients {
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

export interface DeadlineServices {
  venueWatch: VenueWatch;
  deadlineRules: (venueId: string) => DeadlineRules;
  deadlineFor: (row: OrderRow) => Deadline | null;
  /** ms until the service decides, by its clock; null if it doesn't. */
  leftMs: (row: OrderRow) => number | null;
}

export interface ReadingServices {
  reader: OrderReader;
  poller: Poller;
  /** Retries waiting work and reads every open order. */
  retryNow: () => void;
}

export type Context = CoreServices & StateServices & IntakeServices & ServiceClients & DeadlineServices & ReadingServices;

export type Kernel<Name extends keyof Context> = Pick<Context, Name>;
