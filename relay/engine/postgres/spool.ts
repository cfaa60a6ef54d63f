/** Notifications that Postgres didn't take in time: on this relay's own disk until it does. */
import type Database from 'better-sqlite3';
import { createGroupCommit } from '../../../shared/group-commit.ts';
import type { Time } from '../../../shared/time/time.ts';
import { type Backlog, type Engine, NOTHING_WAITING, type ServiceRequest, type StoredNews } from '../engine.ts';
import { createWriteProbe } from '../write-probe.ts';

export interface Spool {
  /** Resolves once the notification is on disk, else rejects. `givenTo`: its venue for `early`. */
  add(taken: ServiceRequest, givenTo: string | null): Promise<void>;
  early: Engine['early'];
  /** Oldest first. */
  oldest(most: number): { id: number; taken: ServiceRequest }[];
  /** Removes all up to this ID. */
  remove(id: number): void;
  backlog(): Backlog;
  /** Whether the disk takes this many bytes. */
  canWrite(bytes: number): boolean;
}

interface Row {
  id: number;
  kind: ServiceRequest['kind'];
  venue_id: string | null;
  notification_id: string;
  refs: string;
  signature: string | null;
  body: Buffer;
}

export function createSpool(db: Database.Database, time: Time): Spool {
  const sql = {
    add: db.prepare(
      'INSERT INTO spool (kind, venue_id, notification_id, refs, signature, body, taken_at, given_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    early: db.prepare<[string, number, number], StoredNews>(
      'SELECT id AS seq, kind, signature, body, taken_at AS takenAt FROM spool WHERE given_to = ? AND id > ? ORDER BY id LIMIT ?',
    ),
    oldest: db.prepare<[number], Row>('SELECT * FROM spool ORDER BY id LIMIT ?'),
    remove: db.prepare('DELETE FROM spool WHERE id <= ?'),
    backlog: db.prepare<[], Backlog>('SELECT count(*) AS waiting, min(taken_at) AS oldestAt FROM spool'),
  };
  const commits = createGroupCommit<ServiceRequest & { givenTo: string | null }, Database.RunResult>((group) =>
    db
      .transaction(() =>
        group.map(({ kind, venueId, notificationId, references, signature, body, givenTo }) =>
          sql.add.run(kind, venueId, notificationId, JSON.stringify(references), signature, body, time.wall(), givenTo),
        ),
      )
      .immediate(),
  );
  return {
    add: async (taken, givenTo) => void (await commits.write({ ...taken, givenTo })),
    early: (venueId, after, most) => sql.early.all(venueId, after, most),
    oldest: (most) => sql.oldest.all(most).map((row) => ({ id: row.id, taken: requestOf(row) })),
    remove: (id) => void sql.remove.run(id),
    backlog: () => sql.backlog.get() ?? NOTHING_WAITING,
    canWrite: createWriteProbe(db),
  };
}

function requestOf({ kind, venue_id, notification_id, refs, signature, body }: Row): ServiceRequest {
  return { kind, venueId: venue_id, notificationId: notification_id, references: JSON.parse(refs) as string[], signature, body };
}
