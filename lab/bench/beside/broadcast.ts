/** Baseline from station to station, as its own process: sends every WebSocket as many bytes as a message says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) =>
  socket.on('message', (data) => {
    const text = 'x'.repeat(Number.parseInt(String(data), 10));
    for (const one of sockets.clients) one.send(text);
  }),
);
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ingest_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })),
);
