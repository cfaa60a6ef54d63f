/** Settings that can't be managed remotely, with reasons. A setting missing here and in managed.ts doesn't compile. */
import type { MANAGEABLE, MANAGEABLE_OF_VENUE } from './managed.ts';
import type { UnmanagedReason } from './section.ts';
import { sectionsKept } from './sections.ts';
import type { Settings, VenueSettings } from './settings.ts';

/** Sections listed as a whole, as they're lists or variants. */
type Whole = 'version' | 'printers' | 'pos';
type Section = Exclude<keyof Settings, Whole | 'venues'>;
type Managed<S extends Section> = S extends keyof typeof MANAGEABLE ? (typeof MANAGEABLE)[S][number] : never;
type Rest<S extends Section> = Exclude<keyof Settings[S], Managed<S>>;
type AllOthers = Record<Whole, UnmanagedReason> & {
  [S in Section as Rest<S> extends never ? never : S]: Record<Rest<S>, UnmanagedReason>;
} & {
  venues: Record<Exclude<keyof VenueSettings, (typeof MANAGEABLE_OF_VENUE)[number]>, UnmanagedReason>;
};

const UNMANAGED = {
  version: 'format',
  service: {
    environment: 'of-address',
    auth_url: 'sends',
    order_base_url: 'sends',
    delivery_base_url: 'sends',
    gateway_url: 'sends',
    client_id: 'access',
    merchant_id: 'access',
    venue_path: 'calls',
    endpoints: 'calls',
    refund_unit: 'money',
    currency_digits: 'money',
    delivery_price_unit: 'money',
    delivery_pickup: 'couriers',
    delivery_support: 'customers',
    delivery_sms: 'customers',
  },
  receiver: { host: 'opens', port: 'opens', path: 'opens' },
  relay: { url: 'sends' },
  counter: { port: 'opens', displays: 'opens', displays_port: 'opens', stations_port: 'opens', unattended: 'accepting' },
  backup: { folder: 'computer' },
  reports: { folder: 'computer', tables: 'computer' },
  stock: { folder: 'computer', http_port: 'opens' },
  desktop: { update_feed: 'installs' },
  work: { rush: 'shift', auto_accept: 'shift', pause_rule: 'shift' },
  ...sectionsKept,
  alerts: { webhook_url: 'sends', plain_http: 'of-address' },
  venues: { flavour: 'accepting' },
  printers: 'computer',
  pos: 'sends',
} as const satisfies AllOthers;

/** The reason for each setting: `service.auth_url`, `venues.flavour` for any venue, `printers` with all settings in it. */
export const UNMANAGED_PATHS: ReadonlyMap<string, UnmanagedReason> = new Map(
  Object.entries<UnmanagedReason | Record<string, UnmanagedReason>>(UNMANAGED).flatMap(([section, why]): [string, UnmanagedReason][] =>
    typeof why === 'string' ? [[section, why]] : Object.entries(why).map(([key, reason]) => [`${section}.${key}`, reason]),
  ),
);

/** `place`: name in docs/settings.md, with the ID for a venue. Null if not listed. */
export function unmanagedReason(place: string): UnmanagedReason | null {
  const [section = '', ...rest] = place.split('.');
  const key = section === 'venues' ? rest.at(-1) : rest[0];
  return UNMANAGED_PATHS.get(section) ?? UNMANAGED_PATHS.get(`${section}.${key}`) ?? null;
}
