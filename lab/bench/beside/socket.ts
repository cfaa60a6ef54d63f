/** Baseline from accept to printer, as its own process: writes every post to a new printer socket. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

const printerPort = Number(process.argv[2]);
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    response.end('ok');
    connect({ port: printerPort, host: '127.0.0.1', noDelay: true }).end(Buffer.concat(chunks));
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ingest_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications` })),
);
