/** Baseline of a start, as its own process: opens the same database, listens, and serves a minimal page. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { WebSocketServer } from 'ws';

const [dataDir = '.', port = '0'] = process.argv.slice(2);
const db = new Database(join(dataDir, 'tillbridge.sqlite'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
const open = db.prepare('SELECT count(*) FROM orders WHERE open = 1').pluck();

const PAGE = `<!doctype html><title>Bare</title><script>
  new WebSocket(location.href.replace('http', 'ws')).onmessage = ({ data }) => {
    const made = document.createElement('section');
    made.textContent = 'New: ' + data;
    document.body.append(made);
  };
</script>`;
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
new WebSocketServer({ server }).on('connection', (socket) => socket.send(String(open.get())));
server.listen(Number(port), '127.0.0.1', () => console.log(`Counter: http://127.0.0.1:${port}/`));
