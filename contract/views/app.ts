/** The state of the app, its venues and printers, and notices, as screens show them. */
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
  /**
   * `ready` and `printing`: as just reported. `unconfirmed`: it accepts printouts and reports nothing, so whether they print is unknown.
   */
  state: 'unknown' | 'ready' | 'printing' | 'unconfirmed' | 'trouble';
  text: Text;
  waiting: number;
  /** Whether it verifiably printed at its current address: it reported that, or staff confirmed a printout. */
  proved: boolean;
  /** Last accepted printout or connection, or last answer (ISO UTC). */
  lastContactAt: string | null;
}

export interface VenueView {
  id: string;
  name: string;
  /** For receipts, as entered in Settings. */
  address?: string | null | undefined;
  flavour: Flavour;
  state: 'connected' | 'reconnect';
  text: Text;
  /** Whether the order API has answered at the current address: signing in verifies only the token service. */
  proved: boolean;
  /** Whole days until the refresh token expires if unused. */
  tokenDaysLeft: number | null;
  /** Whether the service shows the venue as open; null if unknown. */
  open: boolean | null;
  /** Whether the service accepts this venue's orders automatically; null if unknown. */
  acceptedByService: boolean | null;
  /** Absent if unknown. */
  sale?: SaleView | undefined;
  /** The venue's own texts for rejections, by code. */
  rejectReasons: Record<string, string[]>;
}

/** A notice that belongs to no order; stays until dismissed or solved. */
export interface Notice {
  id: string;
  level: 'info' | 'warning' | 'error';
  text: Text;
  hint: Text | null;
  at: string;
  dismissible: boolean;
}

/** A configured address of the service, and its last probe. */
export interface AddressView {
  name: 'order' | 'delivery';
  address: string;
  /** `proved`: it answered like the service. `wrong`: something else answered. `unclear`: neither is certain. */
  state: 'unasked' | 'asking' | 'proved' | 'unclear' | 'wrong';
  text: Text;
  hint: Text | null;
  /** When it first answered like the service (ISO UTC); null if never. */
  provedAt: string | null;
}

/** Remote management of settings. */
export interface ManagedStateView {
  /** The managing organization's name; null, as is the version, until settings were received. */
  by: string | null;
  version: number | null;
  /** Fingerprint of the signing key, for two people to compare; null if unknown. */
  keyPrint: string | null;
  /** Settings that can't be changed here: `alerts.volume`, `venues.ID.time_zone`. */
  places: readonly string[];
  /** Why the latest version isn't in use; null if it is. */
  refused: Text | null;
}

/** Parts of Settings that other screens lead to. */
export type SettingsPart = 'printers' | 'till' | 'venues' | 'webhook';

export interface AppView {
  /** The venues' names, shown on screens; empty before one is connected. */
  venue: string;
  /** Several are connected, so each order shows its venue. */
  severalVenues: boolean;
  /** `setup`: nothing is connected. `live`: a venue is connected. `training`: the embedded sandbox. */
  mode: 'setup' | 'live' | 'training';
  environment: 'production' | 'development' | 'training';
  /** Service clock minus this machine's clock, ms. Add it to Date.now() before counting down. */
  clockOffsetMs: number;
  /** This computer's zone (IANA name), for printouts and all screens, wherever they are. */
  timeZone: string;
  /** Sources of orders: polling, the receiver, and the relay if configured. */
  intake: readonly IntakeSource[];
  webhookSecret: WebhookSecretView;
  /** The configured ones, the order API first. */
  addresses: AddressView[];
  /** Null if not managed. */
  managed?: ManagedStateView | null | undefined;
  vault: {
    kind: 'keychain' | 'sealed' | 'file';
    text: Text;
  };
  /** Null if the printed ticket is the hand-off. `lastContactAt`: when the till last took an order. */
  till: {
    state: 'unknown' | 'ready' | 'trouble';
    text: Text;
    lastContactAt: string | null;
  } | null;
  /** End of the alarm's pause (ISO UTC, the service's clock); null if not paused. */
  soundPausedUntil: string | null;
  /** Whether a PIN protects management, and whether it's unlocked. `text`: why it can't be unlocked now. */
  access: {
    protected: boolean;
    manager: boolean;
    text: Text | null;
  };
  /** Who may sign in here; null if staff don't sign in. */
  staff: StaffMember[] | null;
  /** Alarm volume, percent. */
  volume: number;
  /** Minutes added to every accept with the usual time, and until when; null outside rush mode. */
  rush: {
    extraMinutes: number;
    until: string;
  } | null;
  /** Orders are accepted by rules until then; null if off. */
  autoAccept: {
    until: string;
    rules: AcceptRule[];
  } | null;
  host: 'desktop' | 'browser';
  /** Whether couriers can be ordered: a merchant is set. */
  couriers: boolean;
  screen: Omit<ScreenSettings, 'language'> & {
    language: Language;
  };
  kitchen: KitchenView;
  /** URL of the customer display's logo; null for none. */
  customerLogo: string | null;
  /** False until a person or the first screen has chosen a language. */
  languageIsChosen: boolean;
  /** Jobs that need a person; see Diagnostics. */
  failedJobs: number;
  version: string;
  /** Whether the desktop app starts at login: as chosen, and always in kiosk mode; null in a browser. */
  startsAtLogin: boolean | null;
  /** How this installation is updated; null if run from source. */
  updates: Text | null;
}
