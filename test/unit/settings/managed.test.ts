/** Settings that a chain may manage remotely, and those that only the venue may change. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { WorkSettings } from '../../../contract/settings/counter-settings.ts';
import { changedPlace, MANAGEABLE, MANAGEABLE_OF_VENUE, managedPlaces, withManaged } from '../../../contract/settings/managed.ts';
import { Settings, VenueSettings } from '../../../contract/settings/settings.ts';
import { UNMANAGED_PATHS, unmanagedReason } from '../../../contract/settings/unmanaged.ts';
import { type SchemaParts, unwrapped } from '../../../main/settings/schema-parts.ts';
import { notManageable, UNMANAGED_REASONS } from '../../../relay/operator/unmanaged-reasons.ts';

const usual = v.parse(Settings, { venues: { v1: { name: 'Harbour Kitchen' } }, alerts: { webhook_url: 'https://tell.example.test/' } });
const refusalOf = (given: unknown) => {
  const made = withManaged(usual, given);
  if (made.ok) return null;
  return [made.why, made.place, ...(made.why === 'bad-value' ? [english(made.mistake)] : [])];
};

test("values managed by the chain replace the venue's; all other settings stay", () => {
  const given = {
    work: { undo_seconds: 8 },
    alerts: { volume: 60 },
    kitchen: { stations: [{ id: 'grill', name: 'Grill' }] },
    venues: { v1: { time_zone: 'Europe/Helsinki' }, v2: { confirm_within_seconds: 600 } },
  };
  const made = withManaged(usual, given);
  expect(made).toMatchObject({
    ok: true,
    settings: {
      work: { ...usual.work, undo_seconds: 8 },
      alerts: { ...usual.alerts, volume: 60 },
      kitchen: { stations: [{ id: 'grill', name: 'Grill', takes: null, minutes: null }], dish_size: 26 },
      venues: { v1: { name: 'Harbour Kitchen', time_zone: 'Europe/Helsinki' }, v2: { name: null, confirm_within_seconds: 600 } },
      service: usual.service,
    },
  });
  expect(usual.work.undo_seconds).toBe(5);
  expect(managedPlaces(given)).toEqual([
    'work.undo_seconds',
    'alerts.volume',
    'kitchen.stations',
    'venues.v1.time_zone',
    'venues.v2.confirm_within_seconds',
  ]);
  expect(withManaged(usual, {})).toEqual({ ok: true, settings: usual });
});

test('a chain chooses the ring of the update feed, not its address', () => {
  const own = { ...usual, desktop: { ...usual.desktop, update_feed: 'https://update.example.test' } };
  expect(withManaged(own, { desktop: { update_ring: 'early' } })).toMatchObject({
    ok: true,
    settings: { desktop: { update_feed: 'https://update.example.test', update_ring: 'early' } },
  });
  expect(refusalOf({ desktop: { update_ring: 'https://update.example.test' } })?.slice(0, 2)).toEqual(['bad-value', 'desktop.update_ring']);
  expect(usual.desktop.update_ring).toBe('stable');
});

describe('a setting that a chain may not manage is refused by name', () => {
  test.each([
    [{ relay: { url: 'https://relay.example.test' } }, 'relay.url'],
    [{ service: { auth_url: 'https://auth.example.test' } }, 'service.auth_url'],
    [{ service: { client_id: 'somebody' } }, 'service.client_id'],
    [{ receiver: { host: '0.0.0.0' } }, 'receiver.host'],
    [{ counter: { port: 80 } }, 'counter.port'],
    [{ counter: { displays: true } }, 'counter.displays'],
    [{ alerts: { webhook_url: 'https://listen.example.test/' } }, 'alerts.webhook_url'],
    [{ alerts: { volume: 60, plain_http: true } }, 'alerts.plain_http'],
    [{ desktop: { update_feed: 'https://update.example.test/' } }, 'desktop.update_feed'],
    [{ backup: { folder: '/srv' } }, 'backup.folder'],
    [{ reports: { folder: '/srv' } }, 'reports.folder'],
    [{ stock: { http_port: 8000 } }, 'stock.http_port'],
    [{ staff: { people: [] } }, 'staff.people'],
    [{ staff: { on: false } }, 'staff.on'],
    [{ work: { auto_accept: null } }, 'work.auto_accept'],
    [{ venues: { v1: { flavour: 'advanced' } } }, 'venues.v1.flavour'],
    [{ printers: [] }, 'printers'],
    [{ pos: { kind: 'http', url: 'https://till.example.test/' } }, 'pos.kind'],
    [{ version: 1 }, 'version'],
    [{ venues: { '../v1': { name: 'x' } } }, 'venues.../v1'],
  ])('%j', (given, place) => {
    expect(refusalOf(given)).toEqual(['not-manageable', place]);
  });

  test.each([
    [{ secrets: { client_secret: 'x' } }, 'secrets'],
    [{ work: { undo_minutes: 1 } }, 'work.undo_minutes'],
    [{ venues: { v1: { token: 'x' } } }, 'venues.v1.token'],
    [{ later: { thing: 1 } }, 'later'],
    [JSON.parse('{"__proto__": {"a": 1}}'), '__proto__'],
    [JSON.parse('{"work": {"__proto__": {"undo_seconds": 1}}}'), 'work.__proto__'],
    [{ constructor: { name: 'x' } }, 'constructor'],
  ])("%j isn't a setting and is refused as unknown", (given, place) => {
    expect(refusalOf(given)).toEqual(['unknown-key', place]);
  });
});

test("an invalid value is reported with its setting, and nothing of the chain's settings is used", () => {
  expect(refusalOf({ work: { undo_seconds: 8, reminder_minutes: 1 } })).toEqual(['bad-value', 'work.reminder_minutes', 'Enter 5 or more.']);
  expect(refusalOf({ work: 5 })).toEqual(['not-manageable', 'work']);
  expect(refusalOf({ venues: { v1: { time_zone: 'Mars/Olympus' } } })?.slice(0, 2)).toEqual(['bad-value', 'venues.v1.time_zone']);
  expect(refusalOf({ kitchen: { stations: [{ id: 'all', name: 'x' }] } })?.slice(0, 2)).toEqual(['bad-value', 'kitchen.stations.0.id']);
  expect(refusalOf({ screen: { language: 'xx' } })?.slice(0, 2)).toEqual(['bad-value', 'screen.language']);
});

test("a venue's change of a managed setting is found by name, other changes aren't", () => {
  const given = { work: { undo_seconds: 5 }, venues: { v2: { time_zone: null } } };
  const next = (change: object) => v.parse(Settings, { ...usual, ...change });
  expect(changedPlace(usual, next({ work: { ...usual.work, reminder_minutes: 30 } }), given)).toBeNull();
  expect(changedPlace(usual, next({ work: { ...usual.work, undo_seconds: 3 } }), given)).toBe('work.undo_seconds');
  expect(changedPlace(usual, next({ venues: { ...usual.venues, v2: { time_zone: 'Europe/Athens' } } }), given)).toBe('venues.v2.time_zone');
  expect(changedPlace(usual, next({ venues: { ...usual.venues, v2: { name: 'Other' } } }), given)).toBeNull();
});

function namesIn(entries: Record<string, unknown>): string[] {
  return Object.entries(entries as Record<string, SchemaParts>).flatMap(([section, schema]) => {
    const parts = section === 'venues' ? VenueSettings : unwrapped(schema);
    const keys = parts.type === 'strict_object' ? Object.keys(parts.entries ?? {}) : [];
    return keys.length === 0 ? [section] : keys.map((key) => `${section}.${key}`);
  });
}
const managed = [
  ...Object.entries(MANAGEABLE).flatMap(([section, keys]) => keys.map((key) => `${section}.${key}`)),
  ...MANAGEABLE_OF_VENUE.map((key) => `venues.${key}`),
];

test('every setting is either manageable or unmanaged with a reason', () => {
  const listed = [...managed, ...UNMANAGED_PATHS.keys()].sort();
  expect(listed).toEqual(namesIn(Settings.entries).sort());
  expect(new Set(listed).size).toBe(listed.length);

  const work = v.optional(v.strictObject({ ...WorkSettings.entries, undo_by_voice: v.optional(v.boolean(), false) }), {});
  const later = namesIn({ ...Settings.entries, work, later: v.optional(v.nullable(v.string()), null) });
  expect(later.filter((name) => !listed.includes(name))).toEqual(['work.undo_by_voice', 'later']);
});

describe('an unmanaged setting is refused by name, with a reason', () => {
  test.each([...UNMANAGED_PATHS])('%s: %s', (name, why) => {
    const [section = '', key] = name.split('.');
    const now: unknown = usual[section as keyof Settings];
    const value = key === undefined || section === 'venues' ? now : { [key]: Object(now)[key] };
    const given = section === 'venues' ? { v1: { [String(key)]: null } } : value;
    const place = section === 'pos' ? 'pos.kind' : section === 'venues' ? `venues.v1.${key}` : name;
    expect(refusalOf({ work: { undo_seconds: 8 }, [section]: given })).toEqual(['not-manageable', place]);
    expect(unmanagedReason(place)).toBe(why);
    expect(notManageable(place)).toBe(`${place} can't be managed remotely: ${UNMANAGED_REASONS[why]}`);
  });

  test("manageable and unknown settings have no reason why they can't be managed", () => {
    for (const name of [
      ...managed,
      'venues.v1.sells',
      'secrets.client_secret',
      'later',
      '',
      'service',
      '__proto__.toString',
      'constructor',
    ])
      expect(unmanagedReason(name)).toBeNull();
  });
});

test('no manageable setting can hold an address, a path or a secret', () => {
  const listed = [...Object.values(MANAGEABLE).flat(), ...MANAGEABLE_OF_VENUE];
  expect(listed.filter((key) => /url|host|port|folder|path|key|secret|token|client|feed|device|id$/.test(key))).toEqual([]);
});
