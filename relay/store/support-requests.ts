/** Requests for support files, one per counter, and the files, for a week. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { makePrivateFolder, writePrivately } from '../../shared/files/private-files.ts';
import type { Time } from '../../shared/time/time.ts';

export const SUPPORT_KEPT_MS = 7 * 24 * 3_600_000;

export interface SupportRequestRow {
  id: string;
  reason: string;
  state: 'asked' | 'refused' | 'sent';
  /** Epoch ms. */
  askedAt: number;
  answeredAt: number | null;
}

export interface SupportRequests {
  /** Null while one is open; an answered one is replaced. */
  ask(counterId: string, reason: string): Promise<SupportRequestRow | null>;
  of(counterId: string): Promise<SupportRequestRow | null>;
  /** `file`: gzip; null refuses. False if it isn't open; repeatable. */
  answer(counterId: string, id: string, file: Buffer | null): Promise<boolean>;
  file(counterId: string): Promise<Buffer | null>;
  withdraw(counterId: string): Promise<boolean>;
  deleteOld(): Promise<void>;
  onChange(listener: (counterId: string) => void): void;
}

interface Row {
  counter_id: string;
  id: string;
  reason: string;
  state: SupportRequestRow['state'];
  asked_at: number;
  answered_at: number | null;
}

export function createSupportRequests(db: Database.Database, folder: string, time: Pick<Time, 'wall'>): SupportRequests {
  const sql = {
    of: db.prepare<[string], Row>('SELECT * FROM support_requests WHERE counter_id = ?'),
    all: db.prepare<[], Row>('SELECT * FROM support_requests'),
    keep: db.prepare('INSERT OR REPLACE INTO support_requests (counter_id, id, reason, state, asked_at) VALUES (?, ?, ?, ?, ?)'),
    answer: db.prepare('UPDATE support_requests SET state = ?, answered_at = ? WHERE counter_id = ?'),
    delete: db.prepare('DELETE FROM support_requests WHERE counter_id = ?'),
  };
  const listeners: ((counterId: string) => void)[] = [];
  const fileOf = (id: string): string => join(folder, `${id}.json.gz`);
  const isOld = ({ asked_at, answered_at }: Row): boolean => time.wall() - (answered_at ?? asked_at) >= SUPPORT_KEPT_MS;

  function rowOf(counterId: string): Row | null {
    const row = sql.of.get(counterId);
    return row && !isOld(row) ? row : null;
  }

  function changed(counterId: string): void {
    for (const listener of listeners) listener(counterId);
  }

  /** The file first: without a row it would stay. */
  function remove({ counter_id, id }: Row): void {
    rmSync(fileOf(id), { force: true });
    sql.delete.run(counter_id);
    changed(counter_id);
  }

  return {
    async ask(counterId, reason) {
      const before = sql.of.get(counterId);
      if (before && !isOld(before) && before.state === 'asked') return null;
      if (before) rmSync(fileOf(before.id), { force: true });
      const made = { id: randomUUID(), reason, state: 'asked' as const, askedAt: time.wall(), answeredAt: null };
      sql.keep.run(counterId, made.id, reason, made.state, made.askedAt);
      changed(counterId);
      return made;
    },
    async of(counterId) {
      const row = rowOf(counterId);
      return row && { id: row.id, reason: row.reason, state: row.state, askedAt: row.asked_at, answeredAt: row.answered_at };
    },
    async answer(counterId, id, file) {
      const row = rowOf(counterId);
      const state = file === null ? 'refused' : 'sent';
      if (row?.id !== id || (row.state !== 'asked' && row.state !== state)) return false;
      if (row.state === state) return true;
      if (file !== null) {
        makePrivateFolder(folder);
        writePrivately(fileOf(id), file);
      }
      sql.answer.run(state, time.wall(), counterId);
      return true;
    },
    async file(counterId) {
      const row = rowOf(counterId);
      return row?.state === 'sent' && existsSync(fileOf(row.id)) ? readFileSync(fileOf(row.id)) : null;
    },
    async withdraw(counterId) {
      const row = sql.of.get(counterId);
      if (row) remove(row);
      return row !== undefined;
    },
    async deleteOld() {
      for (const row of sql.all.all()) if (isOld(row)) remove(row);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
