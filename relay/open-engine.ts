/** The engine that the settings name, and who may listen: one relay's own affair, or that of several. */
import { createEmbeddedEngine } from './engine/embedded.ts';
import { type Engine, EngineAway } from './engine/engine.ts';
import { shareWaitingKeys, type WaitingKeys } from './seal/waiting-keys.ts';
import type { RelaySettings } from './settings/settings.ts';
import type { openDatabase } from './store/database.ts';
import { createGroupSettings, type GroupSettings } from './store/group-settings.ts';
import { createRegistry, type Registry } from './store/registry.ts';
import { createSharedRegistry } from './store/shared-registry.ts';
import type { SharedState } from './store/shared-state.ts';
import type { Time } from './time.ts';

/** At the start; the relay takes news without its engine as well. */
const OPENED_WITHIN_MS = 5_000;

export interface OpenedEngine {
  engine: Engine;
  registry: Registry;
  groupSettings: GroupSettings;
  /** Null for a relay that is alone. */
  shared: SharedState | null;
}

interface EngineOptions {
  db: ReturnType<typeof openDatabase>;
  settings: RelaySettings;
  time: Time;
  /** What several relays tell each other; null where they have one file. */
  waiting: WaitingKeys | null;
  /** A counter whose key was taken away here or at another relay. */
  onRevoked: (id: string) => void;
  onDefect: (error: unknown) => void;
}

/** The database is closed by whoever opened it, after the engine. */
export async function openEngine(options: EngineOptions): Promise<OpenedEngine> {
  const { db, settings, time, onDefect } = options;
  const local = createRegistry(db, time, settings.keys_expire_after_days);
  if (settings.engine === 'embedded') {
    const engine = createEmbeddedEngine(db, time, onDefect);
    // A crash may have come between a key and its place among the readers.
    for (const { id, venueIds } of local.counters()) await engine.setReader(id, venueIds);
    return { engine, registry: local, groupSettings: createGroupSettings(db, null, onDefect), shared: null };
  }
  const retentionMs = settings.retention_hours * 3_600_000;
  // A relay that is alone needs none of it in its memory.
  const { createNatsEngine } = await import('./engine/nats/nats.ts');
  const { engine, shared, opened } = createNatsEngine({ db, settings: settings.engine.nats, retentionMs, time, onDefect });
  const watch = {
    joined: ({ id, venueIds }: { id: string; venueIds: string[] }) => void engine.setReader(id, venueIds).catch(onDefect),
    revoked(id: string) {
      engine.removeReader(id).catch(onDefect);
      options.onRevoked(id);
    },
  };
  const registry = createSharedRegistry(local, shared, time, watch, onDefect);
  const groupSettings = createGroupSettings(db, shared, onDefect);
  for (const { id, venueIds } of local.counters()) await engine.setReader(id, venueIds);
  const share = options.waiting && shareWaitingKeys(options.waiting, shared);
  await opened(OPENED_WITHIN_MS);
  await share?.().catch((error: unknown) => {
    if (!(error instanceof EngineAway)) throw error;
  });
  return { engine, registry, groupSettings, shared };
}
