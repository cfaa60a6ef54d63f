/**
 * Baselines of the receiver, as their own process: `each` syncs every request, `group` those of one event loop turn together, `bare` only
 * reads and answers.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const [kind = 'bare', dataDir = '.', secret = ''] = process.argv.slice(2);
type Keep = (body: Buffer, signature: string, answer: (status: number) => void) => void;
const keeps: Record<string, () => Keep> = { bare: () => (_body, _signature, answer) => answer(200), each: openEach, group: openGroup };
const keep = (keeps[kind] ?? openEach)();

function openDatabase(): { db: Database.Database; insert: (body: Buffer) => void; isSigned: (body: Buffer, signature: string) => boolean } {
  const db = new Database(join(dataDir, `${kind}.sqlite`));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE news (id TEXT PRIMARY KEY, venue_id TEXT NOT NULL, body BLOB NOT NULL)');
  const statement = db.prepare('INSERT OR IGNORE INTO news (id, venue_id, body) VALUES (?, ?, ?)');
  return {
    db,
    insert(body) {
      const { id, order } = JSON.parse(body.toString());
      statement.run(id, order.venue_id, body);
    },
    isSigned: (body, signature) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex')),
  };
}

function openEach(): Keep {
  const { insert, isSigned } = openDatabase();
  return (body, signature, answer) => {
    if (!isSigned(body, signature)) return answer(401);
    insert(body);
    answer(200);
  };
}

function openGroup(): Keep {
  const { db, insert, isSigned } = openDatabase();
  let waiting: { body: Buffer; answer: (status: number) => void }[] = [];
  const writeAll = db.transaction((group: typeof waiting) => {
    for (const { body } of group) insert(body);
  });
  function flush(): void {
    const group = waiting;
    waiting = [];
    writeAll.immediate(group);
    for (const { answer } of group) answer(200);
  }
  return (body, signature, answer) => {
    if (!isSigned(body, signature)) return answer(401);
    if (waiting.push({ body, answer }) === 1) setImmediate(flush);
  };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    keep(Buffer.concat(chunks), String(request.headers['service-signature']), (status) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end('ok');
    });
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ingest_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications` })),
);
