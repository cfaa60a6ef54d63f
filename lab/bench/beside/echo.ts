/** Baseline from notification to page, as its own process: forwards every post to every WebSocket. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    const text = Buffer.concat(chunks).toString();
    for (const socket of sockets.clients) socket.send(text);
    response.end('ok');
  });
});
const sockets = new WebSocketServer({ server });
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ingest_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications` })),
);
