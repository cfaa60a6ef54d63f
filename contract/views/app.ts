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
  /** `ready` and `printing`: as it just reported. `unconfirmed`: it accepts printouts and reports nothing, so it's unknown whether they print. */
  state: 'unknown' | 'ready' | 'printing' | 'unconfirmed' | 'trouble';
  text: Text;
  waiting: number;
  /** Whether it was seen to print at its current address: it reported that, or a person confirmed a printout. */
  proved: boolean;
  /** When the printer last accepted a printout or a connection, or answered (ISO UTC). */
  lastContactAt: string | null;
}

export interface VenueView {
  id: string;
  name: string;
  /** For its receipts, as entered in Settings. */
  address?: string | null | undefined;
  flavour: Flavour;
  state: 'connected' | 'reconnect';
  text: Text;
  /** Whether the order API has answered at the current address: signing in verifies only the token service. */
  proved: boolean;
  /** Whole days until the refresh token expires if it were never used again. */
  tokenDaysLeft: number | null;
  /** Whether the service shows the venue as open; null if unknown. */
  open: boolean | null;
  /** Whether the service accepts this venue's orders automatically; null if unknown. */
  acceptedByService: boolean | null;
  /** Whether the venue sells now. Absent if unknown. */
  sale?: SaleView | undefined;
  /** The venue's own suggestions for a rejection's text, by code. */
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

/** A configured address of the service, and what answered there. */
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

/** Who manages settings remotely. */
export interface ManagedStateView {
  /** As they call themselves; null, with the version, until they have sent any. */
  by: string | null;
  version: number | null;
  /** Of the key that their settings are signed with, for two people to compare; null where none is known. */
  keyPrint: string | null;
  /** What no one changes here: `alerts.volume`, `venues.ID.time_zone`. */
  places: readonly string[];
  /** Why those that were sent last are not in use; null where they are. */
  refused: Text | null;
}

/** Parts of Settings that other screens lead to. */
export type SettingsPart = 'printers' | 'till' | 'venues' | 'webhook';

export interface AppView {
  /** What the venues here are called, for whoever stands in front of a screen; empty before one is connected. */
  venue: string;
  /** More than one is connected: each order says whose it is. */
  severalVenues: boolean;
  /** `setup`: nothing is connected. `live`: a venue is connected. `training`: the embedded sandbox. */
  mode: 'setup' | 'live' | 'training';
  environment: 'production' | 'development' | 'training';
  /** Service clock minus this machine's clock, ms. Add it to Date.now() before counting down. */
  clockOffsetMs: number;
  /** The zone of the counter's computer (IANA name): papers are printed in it, and every screen writes its times in it, wherever it stands. */
  timeZone: string;
  /** What brings orders here: the service as it is asked, the receiver, and the relay where one is set. */
  intake: readonly IntakeSource[];
  webhookSecret: WebhookSecretView;
  /** Those that are set, the order API first. */
  addresses: AddressView[];
  /** Null where no one does. */
  managed?: ManagedStateView | null | undefined;
  vault: {
    kind: 'keychain' | 'sealed' | 'file';
    text: Text;
  };
  /** Null where the printed ticket is the hand-off. `lastContactAt`: when the till last took an order. */
  till: {
    state: 'unknown' | 'ready' | 'trouble';
    text: Text;
    lastContactAt: string | null;
  } | null;
  /** Until when the alarm is quiet because someone asked for it (ISO UTC, the service's clock); null while it may ring. */
  soundPausedUntil: string | null;
  /** Whether a PIN protects the manager's part, and whether it is open now. `text`: why no one can be the manager now. */
  access: {
    protected: boolean;
    manager: boolean;
    text: Text | null;
  };
  /** Who may sign in here; null where the venue does not want to know who did what. */
  staff: StaffMember[] | null;
  /** Loudness of the alarm, percent. */
  volume: number;
  /** Minutes that every accept with the usual time gets on top, and until when; null outside rush mode. */
  rush: {
    extraMinutes: number;
    until: string;
  } | null;
  /** Orders are accepted by rules until then; null while staff answer each one. */
  autoAccept: {
    until: string;
    rules: AcceptRule[];
  } | null;
  /** Where this counter is shown. */
  host: 'desktop' | 'browser';
  /** Whether couriers can be ordered here: a merchant is set. */
  couriers: boolean;
  /** How the screens look and which language they speak. */
  screen: Omit<ScreenSettings, 'language'> & {
    language: Language;
  };
  kitchen: KitchenView;
  /** Where this page finds the logo of the customers' screen; null where there is none. */
  customerLogo: string | null;
  /** False until someone, or the first screen, has chosen a language. */
  languageIsChosen: boolean;
  /** Jobs that wait for a person: see diagnostics. */
  failedJobs: number;
  version: string;
  /** Whether the desktop app starts when this user logs in: as chosen, and always in kiosk mode; null in a browser. */
  startsAtLogin: boolean | null;
  /** How this installation gets new versions; null where it runs from its source. */
  updates: Text | null;
}
