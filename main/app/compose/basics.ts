/** What every part of the bridge is built with: where it runs, the settings, the time, the log, and how it is closed again. */

import type { EventEmitter } from 'node:events';
import type { DesktopSettings } from '../../../contract/contract.ts';
import type { Text } from '../../../contract/message.ts';
import type { VenueEvent } from '../../intake/take-in.ts';
import type { VenueStatus } from '../../menu/venue-status.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { FolderLock } from '../../store/file/lock.ts';
import type { Loss } from '../../store/file/same-file.ts';
import type { Clocks } from '../../time/time.ts';
import type { VaultByEnvironment } from '../../vault/by-environment.ts';
import type { Feed } from '../../view/feed.ts';
import type { Log } from '../log.ts';
import type { Opened } from '../opened.ts';

export interface CompositionOptions {
  dataDir: string;
  settings: SettingsKeeper;
  /** Opens the vault, once the data folder is known to be ours; orders are received meanwhile, and wait for it. */
  openVault: () => Promise<VaultByEnvironment>;
  feed: Feed;
  log: Log;
  mode: 'live' | 'training';
  /** Where the counter is shown. */
  host: 'desktop' | 'browser';
  /** How this installation gets new versions; absent where it is none. */
  updates?: ((desktop: DesktopSettings) => Text) | undefined;
  version: string;
  /** As it passes on this computer, where not given. */
  time?: Clocks;
  /** Takes the manager's PIN away, as whoever may start the app can. */
  resetPin?: boolean;
  /** The lock of the data folder, where somebody holds it for longer than this bridge lives. */
  lock?: FolderLock;
  /** There was a bridge on this folder a moment ago, in this process. */
  reopened?: boolean;
  /** Told once, when the database was taken away or damaged: nothing can be kept from then on. */
  onLoss?: (loss: Loss | 'damaged') => void;
}

/**
 * What parts tell each other; who is there by then hears it. `orders`, `app`, `printers`: what the screen shows of them changed. `heardAgain`:
 * the service, after so many ms of silence. `unestimated`: an order was read that has no pickup estimate yet. `venueStatus`: the service said
 * how a venue stands. `venueEvent`: it told something of one.
 */
export type News = EventEmitter<{
  orders: [];
  app: [];
  printers: [];
  defect: [error: unknown];
  heardAgain: [voidMs: number];
  unestimated: [orderId: string];
  venueEvent: [event: VenueEvent];
  venueStatus: [told: { venueId: string; status: VenueStatus; body: object; askedAt: number }];
}>;

export interface Basics {
  options: CompositionOptions;
  settings: SettingsKeeper;
  log: Log;
  time: Clocks;
  /** As the settings are now. */
  currencyDigits: CurrencyDigits;
  /** A defect in our own code; the rest goes on. */
  onDefect: (error: unknown) => void;
  /** The same with other words. Trouble with the storage is told elsewhere. */
  logDefect: (error: unknown, says: string, about?: object) => void;
  /** What is open: every part puts onto it what it opens, as soon as it is open. */
  opened: Opened;
  news: News;
  /** Draws the board, the app's own view or the printers anew, once there is a board. Never throws. */
  refresh: () => void;
  refreshApp: () => void;
  refreshPrinters: () => void;
}
