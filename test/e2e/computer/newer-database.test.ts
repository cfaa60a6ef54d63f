/** A newer Tillbridge's database that this version can't read: notifications are saved in files until the newer one runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openVenueProcess } from '../../../lab/faults/venue-process.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { until } from '../venue/venue.ts';

test("while a newer database can't be read, notifications wait in files; their orders arrive with the right version", async () => {
  const port = await freePort();
  const app = await openVenueProcess({ robot: false, settings: { counter: { port } } });
  const inData = (name: string) => join(app.venue.dataDir, name);
  const db = () => new Database(inData('tillbridge.sqlite'));
  const folder = inData('notifications-waiting');
  const waiting = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => Buffer.from(JSON.parse(readFileSync(join(folder, name), 'utf8')).body, 'base64').toString())
      .join();
  const notified = async (id: string) =>
    (await app.venue.log()).some((entry) => entry.kind === 'notification' && entry.order_id === id && entry.outcome === '200');
  try {
    const newer = db();
    const version = newer.pragma('user_version', { simple: true });
    newer.pragma('user_version = 99');
    newer.exec('ALTER TABLE orders RENAME COLUMN stage TO phase');
    newer.close();

    void app.switchOn();
    await until('the page', async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
      return text.includes('newer Tillbridge (version 99') && text.includes('Order webhooks are received and kept meanwhile');
    });
    const id = await app.place('takeaway');
    await until('the notification to be taken in', () => notified(id));
    expect(waiting()).toContain(id);
    process.kill(app.pid(), 'SIGTERM');
    await app.ended();

    const fitting = db();
    expect(fitting.pragma('user_version', { simple: true })).toBe(99);
    expect(fitting.prepare('SELECT count(*) FROM notification WHERE order_id = ?').pluck().get(id)).toBe(0);
    fitting.exec('ALTER TABLE orders RENAME COLUMN phase TO stage');
    fitting.pragma(`user_version = ${version}`);
    fitting.close();
    await app.switchOn();
    await until('the order to be read', async () => (await app.venue.asked(id, 'get order v2')) > 0);
    expect(existsSync(folder)).toBe(false);
  } finally {
    await app.close();
  }
});
