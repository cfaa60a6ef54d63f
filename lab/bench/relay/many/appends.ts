/** Notifications a second that the engine on Postgres stores, compared with bare INSERTs and the embedded engine. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine } from '../../../../relay/engine/embedded.ts';
import type { Engine, ServiceRequest } from '../../../../relay/engine/engine.ts';
import { hashOf } from '../../../../relay/engine/news/rows.ts';
import { createBatches } from '../../../../relay/engine/postgres/batches.ts';
import { openPostgresDatabase, type PostgresDatabase } from '../../../../relay/engine/postgres/database.ts';
import { createPostgresEngine } from '../../../../relay/engine/postgres/postgres.ts';
import { createSpool } from '../../../../relay/engine/postgres/spool.ts';
import { createSpooledEngine } from '../../../../relay/engine/postgres/spooled.ts';
import { openDatabase } from '../../../../relay/store/database.ts';
import { systemTime as time } from '../../../../shared/time/system-time.ts';
import { inTurns } from '../../table/rounds.ts';
import { type Row, rowOf } from '../../table/row.ts';
import type { Cluster } from './cluster.ts';

const CALLERS = 64;
const VENUES = 50;
const BODY = Buffer.alloc(600, 'n');
const SIGNATURE = 'a'.repeat(64);

/** Any such store recognizes doubles and reads a venue in order. */
const INDEXES = 'CREATE UNIQUE INDEX ON bare (id); CREATE INDEX ON bare (venue_id, seq);';

const onDefect = (error: unknown): void => console.error(error);

export async function measureAppends(cluster: Cluster, roundMs: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-appends-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const embeddedDb = opened.use(openDatabase(join(folder, 'embedded.sqlite')));
  const spoolDb = opened.use(openDatabase(join(folder, 'spool.sqlite')));
  const postgres = opened.use(openPostgresDatabase(cluster.newDatabase('appends'), null, time));
  const bareDatabase = opened.use(openPostgresDatabase(cluster.newDatabase('bare'), null, time));
  const indexedDatabase = opened.use(openPostgresDatabase(cluster.newDatabase('indexed'), null, time));
  const embedded = opened.use(createEmbeddedEngine(embeddedDb, time, onDefect));
  const engine = opened.use(
    createSpooledEngine(createPostgresEngine(postgres, time, onDefect), createSpool(spoolDb, time), time, onDefect),
  );
  const bare = await bareInserts(bareDatabase);
  const indexed = await bareInserts(indexedDatabase, INDEXES);

  const sides = {
    postgres: () => perSecond(kept(engine), roundMs),
    embedded: () => perSecond(kept(embedded), roundMs),
    indexed: () => perSecond(indexed, roundMs),
    bare: () => perSecond(bare, roundMs),
  };
  for (const side of Object.values(sides)) await side();
  const taken = await inTurns(sides);
  const what = `notifications stored in Postgres with a synchronous standby, ${CALLERS} callers`;
  const row = { what, unit: '/s', better: 'more', here: taken.postgres, read_by: 'ratio' } as const;
  const beside = (side: Exclude<keyof typeof sides, 'postgres'>, what: string, aim: number | null): Row =>
    rowOf({ ...row, id: `relay-many-${CALLERS}-${side}`, beside: { what, rounds: taken[side] }, aim });
  return [
    beside('indexed', 'bare INSERTs of the same batches, found by ID and venue', 0.8),
    beside('bare', 'bare INSERTs, found by number alone', null),
    beside('embedded', 'the embedded engine', null),
  ];
}

function kept(engine: Engine) {
  return async (taken: ServiceRequest): Promise<void> => {
    const { kept } = await engine.append(taken);
    if (kept !== 'venue') throw new Error(`A notification was kept as ${kept}.`);
  };
}

async function bareInserts({ appending }: PostgresDatabase, indexes = ''): Promise<(taken: ServiceRequest) => Promise<void>> {
  await appending.query(
    `CREATE TABLE bare (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, venue_id text NOT NULL, id bytea NOT NULL, kind text NOT NULL,
       signature text, body bytea NOT NULL, taken_at bigint NOT NULL);
     ${indexes}`,
  );
  const batches = createBatches<ServiceRequest, void>(512, async (batch) => {
    await appending.query(
      `INSERT INTO bare (venue_id, id, kind, signature, body, taken_at)
       SELECT *, $6 FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::bytea[])`,
      [
        batch.map(({ venueId }) => venueId),
        batch.map(hashOf),
        batch.map(({ kind }) => kind),
        batch.map(({ signature }) => signature),
        batch.map(({ body }) => body),
        time.wall(),
      ],
    );
    return [];
  });
  return batches.add;
}

async function perSecond(store: (taken: ServiceRequest) => Promise<void>, forMs: number): Promise<number> {
  const began = performance.now();
  let stored = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (performance.now() - began < forMs) {
      await store(newNotification());
      stored += 1;
    }
  });
  await Promise.all(callers);
  return (stored / (performance.now() - began)) * 1_000;
}

function newNotification(): ServiceRequest {
  const venueId = `venue-${Math.floor(Math.random() * VENUES)}`;
  return { kind: 'order', venueId, notificationId: randomUUID(), references: [], signature: SIGNATURE, body: BODY };
}
