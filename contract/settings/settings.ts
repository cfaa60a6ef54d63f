/** The schema of the settings file, the Settings screen and docs/settings.md. */
import * as v from 'valibot';
import { isFullPath, isReachableOnWindows } from '../../shared/files/full-path.ts';
import { OwnAddress, ownIsSafe, readHost, ServiceAddress, WebAddress } from '../address.ts';
import { mistake } from '../mistake.ts';
import { CHOSEN_DOCUMENTS } from '../printed-documents.ts';
import { AlertSettings, ScreenSettings, WorkSettings } from './counter-settings.ts';
import { EndpointSettings } from './endpoints.ts';
import { ItemSelection } from './kitchen-settings.ts';
import { PaperTemplate } from './paper-template.ts';
import { RelaySettings } from './relay-settings.ts';
import { sectionSchemas } from './sections.ts';

export const MOST_PRINTERS = 50;
export const MOST_REASONS = 50;

const Port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65535));
const Seconds = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const Text = v.pipe(v.string(), v.maxLength(500));
const Secret = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000));

const FullPath = v.pipe(
  Name,
  v.check(isFullPath, mistake('field.enterFolderPath')),
  v.check(isReachableOnWindows, mistake('field.windowsReservedName')),
);

/** Pickup place for couriers ordered without a venue of the service (section 4.4). */
export const DeliveryPickup = v.strictObject({
  name: Name,
  address: Name,
  phone: Name,
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
});
export type DeliveryPickup = v.InferOutput<typeof DeliveryPickup>;

const OptionalText = v.optional(v.nullable(Name), null);

/** Support contact for customers of couriers (2.7, CustomerSupport). */
export const DeliverySupport = v.strictObject({ url: v.optional(v.nullable(WebAddress), null), email: OptionalText, phone: OptionalText });
export type DeliverySupport = v.InferOutput<typeof DeliverySupport>;

/** Text messages to customers (2.7, SmsNotifications). */
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
    v.description('Address of the developer gateway; development only, to reset a venue and onboard it again.'),
  ),
  refund_unit: v.pipe(
    v.optional(v.picklist(['minor', 'major']), 'minor'),
    v.description('Whether refunds and returned deposits are sent in minor units (cents) or major ones; ask the operator.'),
  ),
  merchant_id: v.pipe(
    v.optional(v.nullable(Name), null),
    v.description('Merchant ID of the delivery API, for ordering couriers; its key goes to the vault.'),
  ),
  delivery_pickup: v.pipe(
    v.optional(v.nullable(DeliveryPickup), null),
    v.description(
      'Pickup place for couriers ordered without a venue of the service, `{"name", "address", "phone", "lat", "lon"}`. Ask the operator first.',
    ),
  ),
  delivery_support: v.pipe(
    v.optional(v.nullable(DeliverySupport), null),
    v.description('Support contact for customers of couriers, `{"url", "email", "phone"}`; sent with each delivery.'),
  ),
  delivery_sms: v.pipe(
    v.optional(v.nullable(DeliverySms), null),
    v.description(
      'Text messages to the customer when a courier is ordered and on its way, `{"received", "picked_up"}`; by default the service\'s.',
    ),
  ),
  delivery_radius_metres: v.pipe(
    v.optional(v.nullable(v.pipe(v.number(), v.minValue(100))), null),
    v.description('Maximum distance from the venue, as agreed with the operator; with its areas it decides which addresses are served.'),
  ),
  currency_digits: v.pipe(
    v.optional(
      v.pipe(
        v.record(v.string(), v.number()),
        v.check(
          (digits) => Object.entries(digits).every(([code, count]) => /^[A-Z]{3}$/.test(code) && [0, 1, 2, 3, 4].includes(count)),
          mistake('settings.currencyDigits', { example: '{"HUF": 0}' }),
        ),
      ),
      {},
    ),
    v.description(
      'Decimal digits by currency, such as `{"HUF": 0}`, if the service differs from ISO 4217. Set it if the first order\'s amounts are a hundred times too large or too small.',
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
            mistake('field.pathNeedsVenueId', { part: '{venue_id}', example: '/venues/{venue_id}' }),
          ),
        ),
      ),
      null,
    ),
    v.description(
      "Path of the venue resource below the order API, with {venue_id}, if the operator's differs from `endpoints.venue_status`. Read there: whether the venue is open, its opening hours and recent orders, and so orders that never arrived.",
    ),
  ),
  endpoints: EndpointSettings,
});

const ReceiverSettings = v.strictObject({
  host: v.pipe(
    v.optional(v.pipe(Name, v.transform(readHost)), '127.0.0.1'),
    v.description('Network address the webhook receiver listens on.'),
  ),
  port: v.pipe(v.optional(Port, 8741), v.description('Port of the webhook receiver; 0 for any free one.')),
  path: v.pipe(
    v.optional(v.pipe(Text, v.startsWith('/', mistake('field.enterUrlPath'))), '/notifications'),
    v.description('Path the service posts its notifications to.'),
  ),
});

export const CounterSettings = v.strictObject({
  port: v.pipe(v.optional(Port, 8740), v.description("Port of the page in the browser (loopback only); if it's in use, another free one.")),
  displays: v.pipe(
    v.optional(v.boolean(), false),
    v.description(
      "Whether paired screens in the venue's own network are served: stations that answer orders, kitchen and customer displays.",
    ),
  ),
  displays_port: v.pipe(v.optional(Port, 8742), v.description('Port for those tablets.')),
  stations_port: v.pipe(v.optional(Port, 8743), v.description('Port for those tablets over https.')),
  unattended: v.pipe(
    v.optional(v.boolean(), false),
    v.description(
      'No one works at this computer: its main screen makes no sound and the desktop app announces nothing. The opening check and a warning then require that a station that rings is connected.',
    ),
  ),
});
export type CounterSettings = v.InferOutput<typeof CounterSettings>;

const PollingSettings = v.strictObject({
  fastest_seconds: v.pipe(v.optional(Seconds(1, 600), 15), v.description('How often an open order waiting for staff is read again.')),
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
  name: v.pipe(v.optional(v.nullable(Name), null), v.description("Staff's name for this venue; by default the service's.")),
  address: v.pipe(v.optional(v.nullable(v.pipe(Name, v.maxLength(200))), null), v.description("The venue's address, for its receipts.")),
  flavour: v.pipe(
    v.optional(Flavour, 'device-free'),
    v.description(
      '"device-free": staff accept and mark ready here. "advanced": staff do so in the merchant app; Tillbridge prints and hands orders to the till.',
    ),
  ),
  reject_reasons: v.pipe(
    v.optional(
      v.record(v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']), v.pipe(v.array(Name), v.maxLength(MOST_REASONS))),
      {},
    ),
    v.description(
      'Suggested texts for customers on a rejection, in the venue\'s language, by code: `{"GENERIC": ["..."]}`. Built-in ones by default.',
    ),
  ),
  accept_within_seconds: v.pipe(
    v.optional(Seconds(30, 3600), 180),
    v.description('The service rejects an instant order that no one accepted within this time.'),
  ),
  unanswered_slip_seconds: v.pipe(
    v.optional(v.nullable(Seconds(10, 3600)), 120),
    v.description('Seconds without an answer until a kitchen ticket prints, with the buzzer if there is one; null for never.'),
  ),
  sells: v.pipe(
    v.optional(v.nullable(VenueKind), null),
    v.description(
      '"restaurant": sold-out items are hidden. "retail": they\'re marked as out of stock. "full-assortment": the same, with the menu from an assortment file. Null asks staff once.',
    ),
  ),
  time_zone: v.pipe(
    v.optional(v.nullable(v.pipe(Name, v.check(isZone, mistake('field.enterTimeZone')))), null),
    v.description("Time zone of the venue's opening hours, such as Europe/Helsinki; by default this computer's."),
  ),
  confirm_within_seconds: v.pipe(
    v.optional(Seconds(60, 86400), 900),
    v.description('The service rejects a pre-order that no one confirmed within this time.'),
  ),
});

const CODE_PAGES = ['ASCII', 'PC858_EURO', 'PC852_LATIN2', 'PC866_CYRILLIC2', 'WPC1252', 'WPC1250_LATIN2', 'WPC1251_CYRILLIC'] as const;

const PrinterFields = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]{1,40}$/, mistake('field.idCharacters')),
    v.description('Short fixed name of the printer; the print ledger uses it.'),
  ),
  name: v.pipe(Name, v.description('What staff call it.')),
  via: v.pipe(
    v.optional(v.picklist(['network', 'device', 'system']), 'network'),
    v.description("How it's connected: network, device file (USB or serial), or its name in the operating system."),
  ),
  host: v.pipe(v.optional(v.pipe(Text, v.transform(readHost)), ''), v.description('Network address of the printer, for "network".')),
  device: v.pipe(v.optional(Text, ''), v.description('Device file of the printer, such as /dev/usb/lp0, for "device".')),
  queue: v.pipe(v.optional(Text, ''), v.description('Name of the printer in the operating system, for "system".')),
  port: v.pipe(v.optional(Port, 9100), v.description('TCP port of the printer.')),
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
    v.optional(v.array(v.picklist(CHOSEN_DOCUMENTS, CHOSEN_DOCUMENTS.map((name) => `"${name}"`).join(', '))), [
      'kitchen-ticket',
      'participant-label',
    ]),
    v.description('Which documents it prints. Change and STOP tickets follow the kitchen ticket automatically.'),
  ),
  takes: v.pipe(
    v.optional(v.nullable(ItemSelection), null),
    v.description(
      'Items on its kitchen tickets: all (null), or `{"categories": ["Drinks"], "items": ["burger"], "rest": false}`: these categories, these words in names, and with `rest` items no printer names. An item no printer takes goes to the first.',
    ),
  ),
  copies: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 1),
    v.description('Copies of each kitchen ticket.'),
  ),
  print_on: v.pipe(
    v.optional(v.picklist(['accept', 'arrival', 'by-hand']), 'accept'),
    v.description('When its kitchen tickets print: when the order is accepted, when it arrives, or only manually.'),
  ),
  backup: v.pipe(
    v.optional(v.nullable(Text), null),
    v.description('ID of the printer that takes over when this one is down; its printouts say so.'),
  ),
  code_page: v.pipe(
    v.optional(v.picklist(CODE_PAGES, CODE_PAGES.map((name) => `"${name}"`).join(', ')), 'PC858_EURO'),
    v.description('The printer\'s built-in characters; others are drawn. "ASCII" draws all but plain letters.'),
  ),
  cut: v.pipe(v.optional(v.picklist(['partial', 'full', 'none']), 'partial'), v.description('How the paper is cut.')),
  buzzer: v.pipe(v.optional(v.boolean(), false), v.description('Sounds its buzzer for kitchen tickets, change and STOP tickets.')),
  drawer: v.pipe(v.optional(v.boolean(), false), v.description('Opens the drawer with the receipt of a cash order.')),
});

export const PrinterSettings = v.pipe(
  PrinterFields,
  v.forward(
    v.check(({ via, host }) => via !== 'network' || host.trim() !== '', mistake('field.enterPrinterAddress')),
    ['host'],
  ),
  v.forward(
    v.check(({ via, device }) => via !== 'device' || device.trim() !== '', mistake('field.enterDeviceFile')),
    ['device'],
  ),
  v.forward(
    v.check(({ via, queue }) => via !== 'system' || queue.trim() !== '', mistake('field.enterPrinterName')),
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
    kind: v.pipe(v.literal('hot-folder'), v.description('One JSON file per order in a folder the till watches.')),
    folder: v.pipe(
      FullPath,
      v.description("Full path of the folder. It's created once, when named; if it vanishes later, with its share, that is reported."),
    ),
  }),
  v.pipe(
    v.strictObject({
      kind: v.pipe(v.literal('http'), v.description("One POST per order to the till's address.")),
      url: v.pipe(OwnAddress, v.description("The till's address; any 2xx answer counts as accepted.")),
      plain_http: v.pipe(
        v.optional(v.boolean(), false),
        v.description("The till is in the venue's own network without https: orders travel unencrypted."),
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
  backup_after_seconds: v.pipe(v.optional(Seconds(1, 3600), 30), v.description('How long a printer is down before its backup takes over.')),
  delivery_slip: v.pipe(
    v.optional(v.boolean(), true),
    v.description('Prints the delivery ticket when a courier is ordered at the courier desk.'),
  ),
});

export const DesktopSettings = v.strictObject({
  kiosk: v.pipe(
    v.optional(v.boolean(), false),
    v.description('The desktop app fills the screen and launches at login. Turn it off in Settings.'),
  ),
  start_at_login: v.pipe(v.optional(v.boolean(), false), v.description('The desktop app launches when this user logs in.')),
  come_to_front: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Brings the desktop window to the front for each new order; otherwise it flashes.'),
  ),
  update_feed: v.pipe(
    v.optional(v.nullable(v.union([v.literal('none'), ServiceAddress])), null),
    v.description(
      'Address of a folder with installers and signed lists (`latest.yml` and the like) for updates of the installed app; by default the address it was packaged with. `none` turns updates off.',
    ),
  ),
  update_ring: v.pipe(
    v.optional(v.picklist(['stable', 'early']), 'stable'),
    v.description('Which versions of the feed are installed: "early" takes `early.yml` and the like where the feed has them.'),
  ),
});
export type DesktopSettings = v.InferOutput<typeof DesktopSettings>;

/** A kiosk always starts at login, as it must be back after a power cut. */
export function startsAtLogin({ start_at_login, kiosk }: DesktopSettings): boolean {
  return start_at_login || kiosk;
}

const PrivacySettings = v.strictObject({
  keep_days: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), 30),
    v.description(
      "Days after an order's end until names, phone numbers, addresses, comments and company data are erased from the database and backups are deleted; items and amounts stay.",
    ),
  ),
});

const Folder = v.optional(v.nullable(FullPath), null);

export const BackupSettings = v.strictObject({
  folder: v.pipe(
    Folder,
    v.description('An existing folder on another disk for a second copy of every backup. Whoever can read that disk can read the orders.'),
  ),
});
export type BackupSettings = v.InferOutput<typeof BackupSettings>;

export const ReportSettings = v.strictObject({
  folder: v.pipe(
    Folder,
    v.description("An existing folder for a table of each month's orders, one file per venue, without names or addresses."),
  ),
  tables: v.pipe(
    v.optional(v.picklist(['language', 'comma', 'semicolon']), 'language'),
    v.description(
      'How reports and menus are exported: "comma" with a decimal point, "semicolon" with a decimal comma, or by default as the screen language\'s spreadsheets expect. Both can be imported.',
    ),
  ),
});
export type ReportSettings = v.InferOutput<typeof ReportSettings>;

export const StockSettings = v.strictObject({
  folder: v.pipe(
    Folder,
    v.description(
      "A folder for a till's files of counted stock, CSV or JSON (docs/menu-file.md); with several venues, in subfolders named with their IDs. Accepted files move to `taken`, others to `refused` with the reason.",
    ),
  ),
  http_port: v.pipe(
    v.optional(v.nullable(v.pipe(Port, v.minValue(1))), null),
    v.description(
      "Port on this computer (127.0.0.1 only) for a till's counted stock over HTTP, with a key (docs/menu-file.md); null for none.",
    ),
  ),
});
export type StockSettings = v.InferOutput<typeof StockSettings>;

/** Raised when an earlier version would misread the settings. */
export const SETTINGS_VERSION = 1;

export const Settings = v.strictObject({
  version: v.pipe(
    v.optional(v.literal(SETTINGS_VERSION, `${SETTINGS_VERSION}`), SETTINGS_VERSION),
    v.description('The version of these settings. Written by Tillbridge; a file without it counts as this version.'),
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
  ...sectionSchemas,
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
    v.description('Settings by venue ID; other venues have the defaults.'),
  ),
  printers: v.pipe(
    v.optional(
      v.pipe(
        v.array(PrinterSettings),
        v.maxLength(MOST_PRINTERS),
        v.check((list) => new Set(list.map((printer) => printer.id)).size === list.length, mistake('field.duplicatePrinterId')),
      ),
      [],
    ),
    v.description("The venue's printers."),
  ),
  pos: v.pipe(v.optional(PosSettings, { kind: 'ticket-only' }), v.description('How an order reaches the till.')),
});
export type Settings = v.InferOutput<typeof Settings>;
export type PrinterSettings = v.InferOutput<typeof PrinterSettings>;
export type VenueSettings = v.InferOutput<typeof VenueSettings>;
export type PosSettings = v.InferOutput<typeof PosSettings>;
export type Flavour = v.InferOutput<typeof Flavour>;

/** Secrets in a settings file: moved to the vault once, and never read from the file again. */
export const Secrets = v.strictObject({
  client_secret: v.pipe(v.optional(Secret), v.description("The partner's client secret.")),
  webhook_secrets: v.pipe(
    v.optional(v.pipe(v.array(v.pipe(Secret, v.minLength(16, mistake('field.secretTooShort')))), v.minLength(1), v.maxLength(2))),
    v.description('One or two secrets that sign order notifications: the current one, and the next during a change.'),
  ),
  merchant_key: v.pipe(v.optional(Secret), v.description("The merchant's key of the delivery API.")),
  delivery_secrets: v.pipe(
    v.optional(v.pipe(v.array(v.pipe(Secret, v.minLength(16, mistake('field.secretTooShort')))), v.minLength(1))),
    v.description('Secrets that sign courier updates, one per address set up manually at the service.'),
  ),
  stock_key: v.pipe(
    v.optional(v.pipe(Secret, v.minLength(16, mistake('field.secretTooShort')))),
    v.description("The key for a till's counted stock over HTTP."),
  ),
  relay_code: v.pipe(v.optional(Secret), v.description("The relay operator's code for this computer; used once, and exchanged for a key.")),
  authorization_codes: v.pipe(
    v.optional(v.array(v.strictObject({ code: Secret, redirect_uri: Secret }))),
    v.description('Authorization codes to exchange once, each with its redirect_uri.'),
  ),
});

export const SettingsFile = v.pipe(
  v.strictObject({ ...Settings.entries, secrets: v.optional(Secrets, {}) }),
  v.forward(
    v.check(({ relay, secrets }) => secrets.relay_code === undefined || relay.url !== null, mistake('field.enterAddress')),
    ['relay', 'url'],
  ),
);
export type SettingsFile = v.InferOutput<typeof SettingsFile>;
