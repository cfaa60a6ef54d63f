import type { Language } from '../language.ts';
import type { Text } from '../message.ts';
import type { AcceptRule, ScreenSettings } from '../settings/counter-settings.ts';
import type { Flavour } from '../settings/settings.ts';
import type { IntakeSource, WebhookSecretView } from './intake.ts';
import type { KitchenView } from './kitchen.ts';
import type { SaleView } from './menu.ts';
import type { StaffMember } from './staff.ts';

export interface PrinterView {
  id: string;
  name: string;
  address: string;
  /** `unconfirmed`: it accepts printouts and reports nothing, so whether they print is unknown. */
  state: 'unknown' | 'ready' | 'printing' | 'unconfirmed' | 'trouble';
  text: Text;
  waiting: number;
  /** Whether it printed at its current address, by its own report or staff's. */
  verified: boolean;
  /** When it last accepted a printout or a connection, or answered (ISO UTC). */
  lastContactAt: string | null;
}

export interface VenueView {
  id: string;
  name: string;
  address?: string | null | undefined;
  flavour: Flavour;
  state: 'connected' | 'reconnect';
  text: Text;
  /** Whether the order API has answered at the current address: signing in verifies only the token service. */
  verified: boolean;
  /** Whole days until the refresh token expires if unused. */
  tokenDaysLeft: number | null;
  open: boolean | null;
  acceptedByService: boolean | null;
  sale?: SaleView | undefined;
  rejectReasons: Record<string, string[]>;
}

/** A notice that belongs to no order. */
export interface Notice {
  id: string;
  level: 'info' | 'warning' | 'error';
  text: Text;
  hint: Text | null;
  at: string;
  dismissible: boolean;
}

export interface AddressView {
  name: 'order' | 'delivery';
  address: string;
  /** `verified`: it answered like the service. `wrong`: something else answered. `unclear`: either. */
  state: 'unasked' | 'asking' | 'verified' | 'unclear' | 'wrong';
  text: Text;
  hint: Text | null;
  /** When it first answered like the service (ISO UTC); null if never. */
  verifiedAt: string | null;
}

export interface ManagedStateView {
  /** Who manages the settings. Null until managed settings were received, as is `version`. */
  by: string | null;
  version: number | null;
  /** Fingerprint of the signing key; null if unknown. */
  keyPrint: string | null;
  /** Settings locked here: `alerts.volume`, `venues.ID.time_zone`. */
  places: readonly string[];
  /** Why the latest version isn't in use; null if it is. */
  refused: Text | null;
}

export interface SupportRequestView {
  id: string;
  /** The relay's. */
  host: string;
  reason: string;
}

export type SettingsPart = 'printers' | 'till' | 'venues' | 'webhook' | 'screens';

export interface AppView {
  /** Names of all venues; empty before one is connected. */
  venue: string;
  severalVenues: boolean;
  mode: 'setup' | 'live' | 'training';
  environment: 'production' | 'development' | 'training';
  /** Service clock minus this machine's clock, ms. Add it to Date.now() before counting down. */
  clockOffsetMs: number;
  /** This computer's zone (IANA name), for printouts and all screens. */
  timeZone: string;
  intake: readonly IntakeSource[];
  webhookSecret: WebhookSecretView;
  /** The order API's address is the first. */
  addresses: AddressView[];
  managed?: ManagedStateView | null | undefined;
  supportRequest?: SupportRequestView | null | undefined;
  vault: {
    kind: 'keychain' | 'sealed' | 'file';
    text: Text;
  };
  /** Null if the printed ticket is the hand-off. `lastContactAt`: when the till took its last order. */
  till: {
    state: 'unknown' | 'ready' | 'trouble';
    text: Text;
    lastContactAt: string | null;
  } | null;
  /** ISO UTC by the service's clock; null if not paused. */
  soundPausedUntil: string | null;
  /** PIN protection of management. `text`: why unlocking is impossible now. */
  access: {
    protected: boolean;
    manager: boolean;
    text: Text | null;
  };
  /** Null if staff don't sign in. */
  staff: StaffMember[] | null;
  /** `counter.unattended`: the main screen is silent. */
  unattended: boolean;
  /** Alarm volume, percent. */
  volume: number;
  /** Minutes added to each accept with the usual time; null outside rush mode. */
  rush: {
    extraMinutes: number;
    until: string;
  } | null;
  autoAccept: {
    until: string;
    rules: AcceptRule[];
  } | null;
  host: 'desktop' | 'browser';
  /** Whether a merchant of the delivery API is set, so couriers can be ordered. */
  couriers: boolean;
  screen: Omit<ScreenSettings, 'language'> & {
    language: Language;
  };
  kitchen: KitchenView;
  customerLogo: string | null;
  /** False until staff or the first screen have chosen a language. */
  languageIsChosen: boolean;
  failedJobs: number;
  version: string;
  /** Whether the app starts at login: by choice, and always in kiosk mode. Null in a browser. */
  startsAtLogin: boolean | null;
  /** How this installation is updated; null if run from source. */
  updates: Text | null;
}
