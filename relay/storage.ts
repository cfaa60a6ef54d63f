/** Where the relay keeps everything: in its own folder, or in a Postgres that relays share. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Time } from '../shared/time/time.ts';
import { createEmbeddedEngine } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import type { Agreed, PostgresDatabase } from './engine/postgres/database.ts';
import type { RelaySettings } from './settings/settings.ts';
import { CannotStart } from './settings/settings-file.ts';
import { type AlertRows, createAlertRows } from './store/alert-rows.ts';
import { createCounterRows } from './store/counter-rows.ts';
import type { openDatabase } from './store/database.ts';
import { createGroupSettings, type GroupSettings } from './store/group-settings.ts';
import { createRegistry, type Registry } from './store/registry.ts';
import { createSupportRequests, type SupportRequests } from './store/support-requests.ts';

export interface Storage {
  engine: Engine;
  registry: Registry;
  groupSettings: GroupSettings;
  support: SupportRequests;
  /** Alerts about this relay; without other relays, all. */
  alerts: AlertRows;
  /** What relays share; null for a relay alone. */
  shared: { postgres: PostgresDatabase; alerts: (relayName: string) => AlertRows } | null;
}

interface StorageOptions {
  db: ReturnType<typeof openDatabase>;
  /** Where a relay alone keeps support files. */
  supportFolder: string;
  settings: RelaySettings;
  /** Keys that must be the same at all relays. */
  keys: Agreed;
  time: Time;
  opened: AsyncDisposableStack;
  onDefect: (error: unknown) => void;
}

/** Throws CannotStart. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { db, settings, supportFolder, time, opened, onDefect } = options;
  if (settings.engine !== null) return openShared(options, settings.engine.postgres);
  const registry = opened.use(createRegistry(db, time, settings.keys_expire_after_days, onDefect));
  const support = createSupportRequests(db, supportFolder, time);
  const engine = opened.use(createEmbeddedEngine(db, time, onDefect));
  // After a crash, the registry may have a counter that the engine doesn't know as a reader.
  for (const { id, venueIds } of registry.counters()) await engine.setReader(id, venueIds);
  return { engine, registry, groupSettings: createGroupSettings(db), support, alerts: createAlertRows(db, onDefect), shared: null };
}

/** How long a start waits for the database, ms. It then goes on without. */
const START_MS = 2_000;

/** The modules are loaded only here, as most relays are alone. */
async function openShared(
  { db, settings, keys, time, opened, onDefect }: StorageOptions,
  address: NonNullable<RelaySettings['engine']>['postgres'],
): Promise<Storage> {
  demandReadable(address.ca_file);
  const { Disagreement } = await import('./engine/postgres/connection.ts');
  const { openPostgresDatabase } = await import('./engine/postgres/database.ts');
  const { createPostgresEngine } = await import('./engine/postgres/postgres.ts');
  const { createSpool } = await import('./engine/postgres/spool.ts');
  const { createSpooledEngine } = await import('./engine/postgres/spooled.ts');
  const { keepCopy } = await import('./store/shared/copy.ts');
  const { createSharedRegistry } = await import('./store/shared/shared-registry.ts');
  const { createSharedAlertRows } = await import('./store/shared/shared-alert-rows.ts');
  const { publishIn } = await import('./store/shared/shared-settings.ts');
  const { createSharedSupport } = await import('./store/shared/shared-support.ts');

  const postgres = opened.use(openPostgresDatabase(address, keys, time));
  const engine = opened.use(createSpooledEngine(createPostgresEngine(postgres, time, onDefect), createSpool(db, time), time, onDefect));
  const counters = createCounterRows(db);
  const revoked: ((id: string) => void)[] = [];
  const { keep, ...groupSettings } = createGroupSettings(
    db,
    publishIn((text, values) => copy.change(text, values), time),
  );
  const copy = opened.adopt(
    keepCopy({
      postgres,
      db,
      counters,
      keepSettings: keep,
      onRevoked: (id) => {
        for (const listener of revoked) listener(id);
      },
      time,
      onDefect,
    }),
    (kept) => kept.close(),
  );
  const late = Promise.withResolvers<void>();
  const noLimit = time.after(START_MS, late.resolve);
  const first = copy.renew();
  try {
    await Promise.race([first, late.promise]);
  } catch (error) {
    if (error instanceof Disagreement) throw new CannotStart(error.message);
    onDefect(error);
  } finally {
    noLimit();
  }
  first.catch(() => undefined);
  const registry = opened.use(
    createSharedRegistry({
      postgres,
      counters,
      copy,
      onRevoked: (listener) => void revoked.push(listener),
      time,
      keysExpireAfterDays: settings.keys_expire_after_days,
      onDefect,
    }),
  );
  const alerts = (relayName: string): AlertRows => createSharedAlertRows(postgres, relayName);
  const support = opened.use(createSharedSupport({ postgres, time, onDefect }));
  return { engine, registry, groupSettings, support, alerts: createAlertRows(db, onDefect), shared: { postgres, alerts } };
}

/** Throws CannotStart. */
function demandReadable(caFile: string | null): void {
  try {
    if (caFile !== null) readFileSync(caFile);
  } catch (error) {
    throw new CannotStart(`engine.postgres.ca_file cannot be read: ${(error as Error).message}.`);
  }
}

/** A fingerprint that doesn't reveal the key. */
export function printOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
