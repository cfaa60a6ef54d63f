/** Everything a venue can set, as one schema: it checks the settings file, the Settings screen and docs/settings.md alike. */
import * as v from 'valibot';
import { OwnAddress, ownIsSafe, readHost, ServiceAddress, WebAddress } from '../address.ts';
import { isFullPath, isReachableOnWindows } from '../full-path.ts';
import { mistake } from '../mistake.ts';
import { AlertSettings, ScreenSettings, WorkSettings } from './counter-settings.ts';
import { EndpointSettings } from './endpoints.ts';
import { KitchenSettings, Takes } from './kitchen-settings.ts';
import { MapSettings } from './map-settings.ts';
import { PaperTemplate } from './paper-template.ts';
import { RelaySettings } from './relay-settings.ts';
import { StaffSettings } from './staff-settings.ts';

/** More than any venue has. */
export const MOST_PRINTERS = 50;
/** Suggestions for the text of a rejection, for each of its kinds. */
export const MOST_REASONS = 50;

const Port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65535));
const Seconds = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const Text = v.pipe(v.string(), v.maxLength(500));
/** A secret as the service gave it out; some are long. */
const Secret = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000));

const FullPath = v.pipe(
  Name,
  v.check(isFullPath, mistake('enter-the-full-path')),
  v.check(isReachableOnWindows, mistake('path-has-name-that-windows-keeps')),
);

/** The place of pickup of the venueless endpoints (section 4.4). */
export const DeliveryPickup = v.strictObject({
  name: Name,
  address: Name,
  phone: Name,
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
});
export type DeliveryPickup = v.InferOutput<typeof DeliveryPickup>;

const OptionalText = v.optional(v.nullable(Name), null);

/** Whom customers of couriers ask (2.7, CustomerSupport). */
export const DeliverySupport = v.strictObject({ url: v.optional(v.nullable(WebAddress), null), email: OptionalText, phone: OptionalText });
export type DeliverySupport = v.InferOutput<typeof DeliverySupport>;

/** What they read on the telephone (2.7, SmsNotifications). */
export const DeliverySms = v.strictObject({ received: OptionalText, picked_up: OptionalText });
export type DeliverySms = v.InferOutput<typeof DeliverySms>;

const ServiceSettings = v.strictObject({
  environment: v.pipe(
    v.optional(v.picklist(['production', 'development']), 'production'),
    v.description("Which of the service's two environments the addresses belong to; shown on screen."),
  ),
  auth_url: v.pipe(v.optional(v.nullable(ServiceAddress), null), v.description('Address of the token service.')),
  order_base_url: v.pipe(v.optional(v.nullable(ServiceAddress), null), v.description('Address of the order API.')),
  delivery_base_url: v.pipe(v.optional(v.nullable(ServiceAddress), null), v.description('Address of the delivery API.')),
  client_id: v.pipe(v.optional(v.nullable(Name), null), v.description("The partner's client identifier.")),
  gateway_url: v.pipe(
    v.optional(v.nullable(ServiceAddress), null),
    v.description('Address of the developer gateway; in development only, for resetting a venue so that it can be onboarded again.'),
  ),
  refund_unit: v.pipe(
    v.optional(v.picklist(['minor', 'major']), 'minor'),
    v.description('Whether refunds and returned deposits are sent in minor units (cents) or major ones; ask the operator.'),
  ),
  merchant_id: v.pipe(
    v.optional(v.nullable(Name), null),
    v.description('The merchant id of the delivery API, for ordering couriers; its key goes to the vault.'),
  ),
  delivery_pickup: v.pipe(
    v.optional(v.nullable(DeliveryPickup), null),
    v.description(
      'Where couriers come to, `{"name", "address", "phone", "lat", "lon"}`: couriers are then ordered without a venue of the service. Ask the operator first.',
    ),
  ),
  delivery_support: v.pipe(
    v.optional(v.nullable(DeliverySupport), null),
    v.description('Support contact for customers of couriers, `{"url", "email", "phone"}`; sent with each delivery.'),
  ),
  delivery_sms: v.pipe(
    v.optional(v.nullable(DeliverySms), null),
    v.description(
      'Text messages to the customer once a courier is ordered and once it is on its way, `{"received", "picked_up"}`; the service\'s default where none is given.',
    ),
  ),
  delivery_radius_metres: v.pipe(
    v.optional(v.nullable(v.pipe(v.number(), v.minValue(100))), null),
    v.description(
      'How far from the venue couriers go at most, as agreed with the operator; together with its areas it tells which address is served.',
    ),
  ),
  currency_digits: v.pipe(
    v.optional(
      v.pipe(
        v.record(v.string(), v.number()),
        v.check(
          (digits) => Object.entries(digits).every(([code, count]) => /^[A-Z]{3}$/.test(code) && [0, 1, 2, 3, 4].includes(count)),
          mistake('digits-by-currency-code', { example: '{"HUF": 0}' }),
        ),
      ),
      {},
    ),
    v.description(
      'How many digits of an amount stand after its decimal point, by currency, such as `{"HUF": 0}`, where the service counts otherwise than ISO 4217. Set it when the first order shows amounts a hundred times too large or too small.',
    ),
  ),
  delivery_price_unit: v.pipe(
    v.optional(v.picklist(['minor', 'major']), 'minor'),
    v.description('Whether the delivery API counts prices in minor units (cents) or major ones; ask the operator.'),
  ),
  venue_path: v.pipe(
    v.optional(
      v.nullable(
        v.pipe(
          v.string(),
          v.maxLength(500),
          v.check(
            (text) => /^\/.*\{venue_id\}/.test(text),
            mistake('path-needs-venue-id', { part: '{venue_id}', example: '/venues/{venue_id}' }),
          ),
        ),
      ),
      null,
    ),
    v.description(
      'Path of the venue resource below the order API, with {venue_id}, where the operator tells another one than `endpoints.venue_status` has: it counts before that. Whether the venue is open, its opening times and how its last orders went is read there, and an order that never arrived is noticed.',
    ),
  ),
  endpoints: EndpointSettings,
});

const ReceiverSettings = v.strictObject({
  host: v.pipe(
    v.optional(v.pipe(Name, v.transform(readHost)), '127.0.0.1'),
    v.description('Network address the webhook receiver listens on.'),
  ),
  port: v.pipe(v.optional(Port, 8741), v.description('Port of the webhook receiver; 0 takes any free one.')),
  path: v.pipe(
    v.optional(v.pipe(Text, v.startsWith('/', mistake('enter-a-path'))), '/notifications'),
    v.description('Path the service posts its notifications to.'),
  ),
});

const CounterSettings = v.strictObject({
  port: v.pipe(
    v.optional(Port, 8740),
    v.description('Port of the counter page in the browser (loopback only); another free one is taken when it is in use.'),
  ),
  displays: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Whether tablets in the venue's own network may show the kitchen and customer displays, each paired with its own code."),
  ),
  displays_port: v.pipe(v.optional(Port, 8742), v.description('Port for those tablets.')),
});

const PollingSettings = v.strictObject({
  fastest_seconds: v.pipe(
    v.optional(Seconds(1, 600), 15),
    v.description('How often an open order that waits for the counter is read again.'),
  ),
  slowest_seconds: v.pipe(v.optional(Seconds(1, 3600), 30), v.description('How often any other open order is read again.')),
});

export const VenueKind = v.picklist(['restaurant', 'retail', 'full-assortment']);
export type VenueKind = v.InferOutput<typeof VenueKind>;

function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const Flavour = v.picklist(['device-free', 'advanced']);

export const VenueSettings = v.strictObject({
  name: v.pipe(v.optional(v.nullable(Name), null), v.description("What staff call this venue; the service's own name when not set.")),
  address: v.pipe(v.optional(v.nullable(v.pipe(Name, v.maxLength(200))), null), v.description("The venue's address, for its receipts.")),
  flavour: v.pipe(
    v.optional(Flavour, 'device-free'),
    v.description(
      '"device-free": staff accept and mark ready here. "advanced": staff do so in the merchant app, and Tillbridge prints and hands to the till.',
    ),
  ),
  reject_reasons: v.pipe(
    v.optional(
      v.record(v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']), v.pipe(v.array(Name), v.maxLength(MOST_REASONS))),
      {},
    ),
    v.description(
      'Suggestions for the text that the customer reads on a rejection, in the venue\'s language, by code: `{"GENERIC": ["..."]}`. Those that come with Tillbridge where none is given.',
    ),
  ),
  accept_within_seconds: v.pipe(
    v.optional(Seconds(30, 3600), 180),
    v.description('The service rejects an instant order that no one accepted within this time.'),
  ),
  unanswered_slip_seconds: v.pipe(
    v.optional(v.nullable(Seconds(10, 3600)), 120),
    v.description(
      'After so many seconds without an answer, a ticket tells the kitchen about the order, with the buzzer where there is one; null for never.',
    ),
  ),
  sells: v.pipe(
    v.optional(v.nullable(VenueKind), null),
    v.description(
      '"restaurant": what is sold out is hidden. "retail": it is marked as not in stock. "full-assortment": the same, with a menu that comes from an assortment file. Asked once at the counter while it is null.',
    ),
  ),
  time_zone: v.pipe(
    v.optional(v.nullable(v.pipe(Name, v.check(isZone, mistake('enter-a-time-zone')))), null),
    v.description("The zone that the venue's opening times are in, such as Europe/Helsinki; this computer's own where none is given."),
  ),
  confirm_within_seconds: v.pipe(
    v.optional(Seconds(60, 86400), 900),
    v.description('The service rejects a pre-order that no one confirmed within this time.'),
  ),
});

const PRINTED = ['kitchen-ticket', 'participant-label', 'receipt', 'courier-slip', 'preorder-slip'] as const;
const CODE_PAGES = ['ASCII', 'PC858_EURO', 'PC852_LATIN2', 'PC866_CYRILLIC2', 'WPC1252', 'WPC1250_LATIN2', 'WPC1251_CYRILLIC'] as const;

const PrinterFields = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]{1,40}$/, mistake('use-small-letters-digits-dashes')),
    v.description('Short fixed name of the printer; the print ledger uses it.'),
  ),
  name: v.pipe(Name, v.description('What staff call it.')),
  via: v.pipe(
    v.optional(v.picklist(['network', 'device', 'system']), 'network'),
    v.description('How it is reached: over the network, as a device file (USB or serial), or by its name in the operating system.'),
  ),
  host: v.pipe(v.optional(v.pipe(Text, v.transform(readHost)), ''), v.description('Network address of the printer, for "network".')),
  device: v.pipe(v.optional(Text, ''), v.description('Device file of the printer, such as /dev/usb/lp0, for "device".')),
  queue: v.pipe(v.optional(Text, ''), v.description('Name of the printer in the operating system, for "system".')),
  port: v.pipe(v.optional(Port, 9100), v.description('TCP port of the printer.')),
  snmp_community: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))), 'public'),
    v.description(
      'The community with which the status of a network printer is read by SNMP where it answers no other question; null where it is not to be asked. It travels in the clear: never one that may write.',
    ),
  ),
  snmp_port: v.pipe(v.optional(Port, 161), v.description('UDP port of its network status.')),
  columns: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(96)), 48),
    v.description('Characters in a line: 48 on 80 mm paper, 32 on 58 mm.'),
  ),
  dots: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(128), v.maxValue(1200)), 576),
    v.description('Dots in a line: 576 on 80 mm paper, 384 on 58 mm.'),
  ),
  family: v.pipe(v.optional(v.picklist(['epson', 'star']), 'epson'), v.description('Command language of the printer.')),
  documents: v.pipe(
    v.optional(v.array(v.picklist(PRINTED, PRINTED.map((name) => `"${name}"`).join(', '))), ['kitchen-ticket', 'participant-label']),
    v.description('Which documents it prints. Change and STOP tickets follow the kitchen ticket automatically.'),
  ),
  takes: v.pipe(
    v.optional(v.nullable(Takes), null),
    v.description(
      'What its kitchen tickets hold: everything (null), or `{"categories": ["Drinks"], "items": ["burger"], "rest": false}`: the items of these categories, those with these words in their name, and with `rest` those that no printer names. An item that no printer takes is on the first printer.',
    ),
  ),
  copies: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 1),
    v.description('How many of each kitchen ticket.'),
  ),
  print_on: v.pipe(
    v.optional(v.picklist(['accept', 'arrival', 'by-hand']), 'accept'),
    v.description('When its kitchen tickets print: when the order is accepted, when it arrives, or only manually.'),
  ),
  backup: v.pipe(
    v.optional(v.nullable(Text), null),
    v.description('The id of the printer that stands in when this one has been down for half a minute; its printouts say so.'),
  ),
  code_page: v.pipe(
    v.optional(v.picklist(CODE_PAGES, CODE_PAGES.map((name) => `"${name}"`).join(', ')), 'PC858_EURO'),
    v.description('The letters the printer has of its own; what they lack is drawn. With "ASCII" all but the plain ones is.'),
  ),
  cut: v.pipe(v.optional(v.picklist(['partial', 'full', 'none']), 'partial'), v.description('How the paper is cut.')),
  buzzer: v.pipe(v.optional(v.boolean(), false), v.description('Sounds its buzzer for kitchen tickets, change and STOP tickets.')),
  drawer: v.pipe(v.optional(v.boolean(), false), v.description('Opens the drawer with the receipt of a cash order.')),
});

/** What a printer must have to be reached at all. */
export const PrinterSettings = v.pipe(
  PrinterFields,
  v.forward(
    v.check(({ via, host }) => via !== 'network' || host.trim() !== '', mistake('enter-the-network-address')),
    ['host'],
  ),
  v.forward(
    v.check(({ via, device }) => via !== 'device' || device.trim() !== '', mistake('enter-the-device-file')),
    ['device'],
  ),
  v.forward(
    v.check(({ via, queue }) => via !== 'system' || queue.trim() !== '', mistake('enter-the-printers-system-name')),
    ['queue'],
  ),
);

export const PosSettings = v.variant('kind', [
  v.strictObject({
    kind: v.pipe(
      v.literal('ticket-only'),
      v.description('No till: the kitchen ticket counts as the hand-off, confirmed by its printer or only sent.'),
    ),
  }),
  v.strictObject({
    kind: v.pipe(v.literal('hot-folder'), v.description('One JSON file an order in a folder that the till watches.')),
    folder: v.pipe(
      FullPath,
      v.description(
        'The folder, with its full path. It is made once, when it is named; a folder that vanishes later, with its share, is reported and not made again.',
      ),
    ),
  }),
  v.pipe(
    v.strictObject({
      kind: v.pipe(v.literal('http'), v.description('One POST an order to an address of the till.')),
      url: v.pipe(OwnAddress, v.description("The till's address; any 2xx answer counts as taken.")),
      plain_http: v.pipe(
        v.optional(v.boolean(), false),
        v.description("The till is in the venue's own network and knows no https: orders travel to it unencrypted."),
      ),
    }),
    v.forward(
      ownIsSafe(
        ({ url }) => url,
        ({ plain_http }) => plain_http,
      ),
      ['url'],
    ),
  ),
]);

const PaperSettings = v.strictObject({
  ask_after_minutes: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1440)), 120),
    v.description('A printout that waited longer than this (the printer was off) asks before it prints.'),
  ),
  backup_after_seconds: v.pipe(
    v.optional(Seconds(1, 3600), 30),
    v.description('How long a printer is down before the one that stands in for it does its work.'),
  ),
  delivery_slip: v.pipe(
    v.optional(v.boolean(), true),
    v.description('The delivery ticket prints as soon as a courier is ordered at the courier desk.'),
  ),
});

export const DesktopSettings = v.strictObject({
  kiosk: v.pipe(
    v.optional(v.boolean(), false),
    v.description('The desktop app fills the screen, without a frame, and starts at login. Settings leaves it again.'),
  ),
  start_at_login: v.pipe(v.optional(v.boolean(), false), v.description('The desktop app starts when this user logs in to the computer.')),
  come_to_front: v.pipe(
    v.optional(v.boolean(), false),
    v.description('The window of the desktop app comes to the front for each new order; otherwise it only flashes.'),
  ),
  update_feed: v.pipe(
    v.optional(v.nullable(v.union([v.literal('none'), ServiceAddress])), null),
    v.description(
      'Address of a folder with the installers and their signed lists (`latest.yml` and the like), where the installed desktop app looks for new versions; without one it looks at the address that it was packed with. `none`: it looks nowhere.',
    ),
  ),
});
export type DesktopSettings = v.InferOutput<typeof DesktopSettings>;

/** A screen that shows nothing but the counter is there again after a power cut. */
export function startsAtLogin({ start_at_login, kiosk }: DesktopSettings): boolean {
  return start_at_login || kiosk;
}

const PrivacySettings = v.strictObject({
  keep_days: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), 30),
    v.description(
      'Days after its end at which the names, phones, addresses, comments and company data of an order are erased from the database and from its backups; items and amounts stay.',
    ),
  ),
});

const Folder = v.optional(v.nullable(FullPath), null);

export const BackupSettings = v.strictObject({
  folder: v.pipe(
    Folder,
    v.description(
      'A folder on another disk for a second copy of every backup of the database; it must be there. Whoever can read that disk can read the orders in it.',
    ),
  ),
});
export type BackupSettings = v.InferOutput<typeof BackupSettings>;

export const ReportSettings = v.strictObject({
  folder: v.pipe(
    Folder,
    v.description(
      "A folder in which a table of every month's orders is put as soon as the month is over, one file a venue, without names or addresses; it must be there.",
    ),
  ),
  tables: v.pipe(
    v.optional(v.picklist(['language', 'comma', 'semicolon']), 'language'),
    v.description(
      'How tables for spreadsheets are written, reports and menus alike: "comma" between cells and a decimal point, "semicolon" and a decimal comma, or as spreadsheets in the language of the screens expect it. Files that are opened here may be either.',
    ),
  ),
});
export type ReportSettings = v.InferOutput<typeof ReportSettings>;

export const StockSettings = v.strictObject({
  folder: v.pipe(
    Folder,
    v.description(
      'A folder in which a till puts files of counted stock, CSV or JSON (docs/menu-file.md); with several venues in a folder named after the id of each. What is taken is moved to `taken`, what has a mistake to `refused`, with what is wrong beside it.',
    ),
  ),
  http_port: v.pipe(
    v.optional(v.nullable(v.pipe(Port, v.minValue(1))), null),
    v.description(
      'Port on this computer (127.0.0.1 alone) at which a till gives counted stock by HTTP, with the key that was made for it (docs/menu-file.md); null where none does.',
    ),
  ),
});
export type StockSettings = v.InferOutput<typeof StockSettings>;

/** Raised with each change of the settings that an earlier Tillbridge would misread. */
export const SETTINGS_VERSION = 1;

export const Settings = v.strictObject({
  version: v.pipe(
    v.optional(v.literal(SETTINGS_VERSION, `${SETTINGS_VERSION}`), SETTINGS_VERSION),
    v.description('The version of these settings. Written by Tillbridge; a file without it is taken as one of this version.'),
  ),
  service: v.optional(ServiceSettings, {}),
  receiver: v.optional(ReceiverSettings, {}),
  relay: v.optional(RelaySettings, {}),
  counter: v.optional(CounterSettings, {}),
  polling: v.optional(PollingSettings, {}),
  paper: v.optional(PaperSettings, {}),
  template: v.optional(PaperTemplate, {}),
  privacy: v.optional(PrivacySettings, {}),
  backup: v.optional(BackupSettings, {}),
  reports: v.optional(ReportSettings, {}),
  stock: v.optional(StockSettings, {}),
  desktop: v.optional(DesktopSettings, {}),
  screen: v.optional(ScreenSettings, {}),
  work: v.optional(WorkSettings, {}),
  kitchen: v.optional(KitchenSettings, {}),
  map: v.optional(MapSettings, {}),
  staff: v.optional(StaffSettings, {}),
  alerts: v.optional(
    v.pipe(
      AlertSettings,
      v.forward(
        ownIsSafe(
          ({ webhook_url }) => webhook_url,
          ({ plain_http }) => plain_http,
        ),
        ['webhook_url'],
      ),
    ),
    {},
  ),
  venues: v.pipe(
    v.optional(v.record(v.string(), VenueSettings), {}),
    v.description('Settings by venue id; a venue that is not named has the defaults.'),
  ),
  printers: v.pipe(
    v.optional(
      v.pipe(
        v.array(PrinterSettings),
        v.maxLength(MOST_PRINTERS),
        v.check((list) => new Set(list.map((printer) => printer.id)).size === list.length, mistake('two-printers-have-same-id')),
      ),
      [],
    ),
    v.description('The printers of this venue.'),
  ),
  pos: v.pipe(v.optional(PosSettings, { kind: 'ticket-only' }), v.description('How an order reaches the till.')),
});
export type Settings = v.InferOutput<typeof Settings>;
export type PrinterSettings = v.InferOutput<typeof PrinterSettings>;
export type VenueSettings = v.InferOutput<typeof VenueSettings>;
export type PosSettings = v.InferOutput<typeof PosSettings>;
export type Flavour = v.InferOutput<typeof Flavour>;

/** What only a settings file may carry: each goes to the vault once and is never read from the file again. */
export const Secrets = v.strictObject({
  client_secret: v.pipe(v.optional(Secret), v.description("The partner's client secret.")),
  webhook_secrets: v.pipe(
    v.optional(v.pipe(v.array(v.pipe(Secret, v.minLength(16, mistake('secret-is-too-short')))), v.minLength(1), v.maxLength(2))),
    v.description('One or two secrets that sign order notifications: the one in use, and the next one while it is being changed.'),
  ),
  merchant_key: v.pipe(v.optional(Secret), v.description("The merchant's key of the delivery API.")),
  delivery_secrets: v.pipe(
    v.optional(v.pipe(v.array(v.pipe(Secret, v.minLength(16, mistake('secret-is-too-short')))), v.minLength(1))),
    v.description('Secrets that sign the steps of couriers, one for each address that was set up at the service manually.'),
  ),
  stock_key: v.pipe(
    v.optional(v.pipe(Secret, v.minLength(16, mistake('secret-is-too-short')))),
    v.description('The key with which a till gives counted stock by HTTP.'),
  ),
  relay_code: v.pipe(
    v.optional(Secret),
    v.description('The code that the operator of the relay gave for this counter; it works once, and is exchanged for a key.'),
  ),
  authorization_codes: v.pipe(
    v.optional(v.array(v.strictObject({ code: Secret, redirect_uri: Secret }))),
    v.description('Authorization codes to exchange once, each with the redirect_uri it was issued for.'),
  ),
});

/** A settings file as an installer writes it: the settings, and once the secrets. */
export const SettingsFile = v.pipe(
  v.strictObject({ ...Settings.entries, secrets: v.optional(Secrets, {}) }),
  v.forward(
    v.check(({ relay, secrets }) => secrets.relay_code === undefined || relay.url !== null, mistake('enter-an-address')),
    ['relay', 'url'],
  ),
);
export type SettingsFile = v.InferOutput<typeof SettingsFile>;
