/** Open alerts and unsent messages: saved, or in memory while the disk fails. */
import type Database from 'better-sqlite3';

export interface AlertRows {
  /** Whether this relay sends these alerts now; of several relays, one does. */
  isMine(): Promise<boolean>;
  open(): Promise<ReadonlyMap<string, string>>;
  /** Saves which alerts began and `ended` (keys), and the message about them, in one transaction. */
  keep(began: ReadonlyMap<string, string>, ended: readonly string[], message: string): Promise<void>;
  next(): Promise<Message | null>;
  sent(message: Message): Promise<void>;
}

export interface Message {
  /** Null if it's only in memory. */
  id: number | null;
  body: string;
}

const MOST_MESSAGES = 1_000;
const MOST_UNWRITTEN = 100;

export function createAlertRows(db: Database.Database, onDefect: (error: unknown) => void): AlertRows {
  const begin = db.prepare('INSERT OR REPLACE INTO open_alerts (key, alert) VALUES (?, ?)');
  const end = db.prepare('DELETE FROM open_alerts WHERE key = ?');
  const add = db.prepare('INSERT INTO alert_messages (body) VALUES (?)');
  const drop = db.prepare(`DELETE FROM alert_messages WHERE id <= (SELECT max(id) FROM alert_messages) - ${MOST_MESSAGES}`);
  const oldest = db.prepare<[number], { id: number; body: string }>('SELECT id, body FROM alert_messages WHERE id > ? ORDER BY id LIMIT 1');
  const remove = db.prepare('DELETE FROM alert_messages WHERE id <= ?');
  const write = db.transaction((began: ReadonlyMap<string, string>, ended: readonly string[], message: string) => {
    for (const [key, alert] of began) begin.run(key, alert);
    for (const key of ended) end.run(key);
    add.run(message);
    drop.run();
  }).immediate;

  const kept = db.prepare<[], { key: string; alert: string }>('SELECT key, alert FROM open_alerts ORDER BY rowid').all();
  const open = new Map(kept.map(({ key, alert }) => [key, alert]));
  const unwritten: string[] = [];
  let lastSent = 0;
  return {
    isMine: async () => true,
    open: async () => open,
    async keep(began, ended, message) {
      for (const [key, alert] of began) open.set(key, alert);
      for (const key of ended) open.delete(key);
      try {
        write(began, ended, message);
      } catch (error) {
        onDefect(error);
        unwritten.push(message);
        if (unwritten.length > MOST_UNWRITTEN) unwritten.shift();
      }
    },
    async next() {
      const row = oldest.get(lastSent);
      if (row) return row;
      const [body] = unwritten;
      return body === undefined ? null : { id: null, body };
    },
    async sent({ id }) {
      if (id === null) return void unwritten.shift();
      lastSent = id;
      try {
        remove.run(id);
      } catch (error) {
        // The row is deleted together with the next one.
        onDefect(error);
      }
    },
  };
}
