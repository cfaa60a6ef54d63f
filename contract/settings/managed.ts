/** Settings that a chain may manage; unmanaged.ts lists the others with reasons. */
import * as v from 'valibot';
import type { Message } from '../message.ts';
import { mistakeIn } from '../mistake.ts';
import { isUsableId } from '../order-id.ts';
import { sectionsManaged } from './sections.ts';
import { Settings, VenueSettings } from './settings.ts';

type Listed = { [S in Exclude<keyof Settings, 'version' | 'venues' | 'printers' | 'pos'>]?: readonly (keyof Settings[S])[] };

export const MANAGEABLE = {
  service: ['delivery_radius_metres'],
  polling: ['fastest_seconds', 'slowest_seconds'],
  paper: ['ask_after_minutes', 'backup_after_seconds', 'delivery_slip'],
  template: ['language', 'code', 'logo', 'kitchen-ticket', 'participant-label', 'receipt', 'courier-slip'],
  privacy: ['keep_days'],
  desktop: ['kiosk', 'start_at_login', 'come_to_front', 'update_ring'],
  screen: ['language', 'theme', 'size', 'density', 'scanner_pause_ms', 'scanner_prefix', 'scanner_end'],
  work: ['undo_seconds', 'reminder_minutes'],
  ...sectionsManaged,
  alerts: ['volume', 'webhook_after_seconds'],
} as const satisfies Listed;

export const MANAGEABLE_OF_VENUE = [
  'name',
  'address',
  'reject_reasons',
  'accept_within_seconds',
  'confirm_within_seconds',
  'unanswered_slip_seconds',
  'sells',
  'time_zone',
] as const satisfies readonly (keyof VenueSettings)[];

/** `unknown-key`: not a setting of this version. `not-manageable`: set only on this computer. `bad-value`: has a mistake. */
export type NotManaged = { ok: false; place: string } & (
  | { why: 'unknown-key' | 'not-manageable' }
  | { why: 'bad-value'; mistake: Message }
);

/** One given setting: `work.undo_seconds`, or `venues.ID.time_zone`. */
interface Place {
  name: string;
  section: string;
  venueId: string | null;
  key: string;
  value: unknown;
}

/** Settings with the document's values applied; refused entirely if one is invalid. Pure. */
export function withManaged(now: Settings, given: unknown): { ok: true; settings: Settings } | NotManaged {
  const placed = placesIn(given);
  if (!Array.isArray(placed)) return placed;
  for (const place of placed) {
    const why = whyNot(place);
    if (why !== null) return { ok: false, why, place: place.name };
  }
  const next = structuredClone(now) as unknown as Record<string, Record<string, unknown>>;
  for (const { section, venueId, key, value } of placed) {
    const own = next[section] ?? {};
    next[section] = venueId === null ? { ...own, [key]: value } : { ...own, [venueId]: { ...(ownOf(own, venueId) ?? {}), [key]: value } };
  }
  const read = v.safeParse(Settings, next);
  if (read.success) return { ok: true, settings: read.output };
  const [issue] = read.issues;
  return { ok: false, why: 'bad-value', place: v.getDotPath(issue) ?? 'settings', mistake: mistakeIn(issue) };
}

export function managedPlaces(given: unknown): string[] {
  const placed = placesIn(given);
  return Array.isArray(placed) ? placed.map(({ name }) => name) : [];
}

export function changedPlace(before: Settings, after: Settings, given: unknown): string | null {
  const placed = placesIn(given);
  if (!Array.isArray(placed)) return null;
  const differs = (place: Place): boolean => JSON.stringify(valueAt(before, place)) !== JSON.stringify(valueAt(after, place));
  return placed.find(differs)?.name ?? null;
}

/** If a part has the wrong structure, the result names that part. */
function placesIn(given: unknown): Place[] | NotManaged {
  const placed: Place[] = [];
  for (const [section, values] of Object.entries(asObject(given) ?? {})) {
    const of = asObject(values);
    if (!of || !Object.hasOwn(Settings.entries, section))
      return { ok: false, why: Object.hasOwn(Settings.entries, section) ? 'not-manageable' : 'unknown-key', place: section };
    for (const [key, value] of Object.entries(of)) {
      const name = `${section}.${key}`;
      if (section !== 'venues') placed.push({ name, section, venueId: null, key, value });
      else {
        const ofVenue = asObject(value);
        if (!ofVenue || key === '__proto__' || !isUsableId(key)) return { ok: false, why: 'not-manageable', place: name };
        for (const [part, one] of Object.entries(ofVenue))
          placed.push({ name: `${name}.${part}`, section, venueId: key, key: part, value: one });
      }
    }
  }
  return placed;
}

function whyNot({ section, venueId, key }: Place): 'unknown-key' | 'not-manageable' | null {
  const listed: readonly string[] =
    venueId === null ? (Object.hasOwn(MANAGEABLE, section) ? MANAGEABLE[section as keyof typeof MANAGEABLE] : []) : MANAGEABLE_OF_VENUE;
  if (listed.includes(key)) return null;
  return isSetting(section, venueId, key) ? 'not-manageable' : 'unknown-key';
}

function isSetting(section: string, venueId: string | null, key: string): boolean {
  if (venueId !== null) return Object.hasOwn(VenueSettings.entries, key);
  const defaults = asObject(v.parse(Settings, {})[section as keyof Settings]);
  // In a section that is a list or a variant, nothing can be managed.
  return defaults === null || section === 'pos' || Object.hasOwn(defaults, key);
}

function valueAt(settings: Settings, { section, venueId, key }: Place): unknown {
  const own = asObject(settings[section as keyof Settings]) ?? {};
  return venueId === null ? own[key] : (ownOf(own, venueId) ?? v.parse(VenueSettings, {}))[key as keyof VenueSettings];
}

function ownOf(record: Record<string, unknown>, name: string): Record<string, unknown> | null {
  return Object.hasOwn(record, name) ? asObject(record[name]) : null;
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
