/**
 * Baseline of the app's memory, as its own process: bare Node with the same libraries that stores notifications, reads their orders with
 * undici and stores those.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { request } from 'undici';

const [dataDir = '.'] = process.argv.slice(2);
const db = new Database(join(dataDir, 'bare.sqlite'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
const insert = db.prepare('INSERT INTO kept (body) VALUES (?)');

const server = createServer((incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.once('end', async () => {
    const body = Buffer.concat(chunks);
    insert.run(body);
    response.end('ok');
    const { body: order } = await request(body.toString());
    insert.run(Buffer.from(JSON.stringify(JSON.parse(await order.text()))));
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ingest_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications` })),
);
