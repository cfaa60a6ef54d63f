/** What a receiver is measured beside, as a process of its own: `each` syncs every request to the disk by itself, `bare` reads it and answers. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const [kind = 'bare', dataDir = '.', secret = ''] = process.argv.slice(2);
const keep = kind === 'each' ? openEach() : () => true;

/** The same check of the signature and the same durability as ours, one request a commit. */
function openEach(): (body: Buffer, signature: string) => boolean {
  const db = new Database(join(dataDir, 'each.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE news (id TEXT PRIMARY KEY, venue_id TEXT NOT NULL, body BLOB NOT NULL)');
  const insert = db.prepare('INSERT OR IGNORE INTO news (id, venue_id, body) VALUES (?, ?, ?)');
  return (body, signature) => {
    if (!timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))) return false;
    const { id, order } = JSON.parse(body.toString());
    insert.run(id, order.venue_id, body);
    return true;
  };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    const isKept = keep(Buffer.concat(chunks), String(request.headers['service-signature']));
    response.writeHead(isKept ? 200 : 401, { 'content-type': 'text/plain' }).end('ok');
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ingest_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications` })),
);
