/** A device at a printer's address that floods its connection and prints nothing. */
import { createServer, type Socket } from 'node:net';

export type HostileDevice = Awaited<ReturnType<typeof startHostileDevice>>;

/** `flood`: the data that the device sends endlessly. */
export async function startHostileDevice(flood: () => Buffer) {
  let looks = 0;
  let poured = 0;
  const sockets = new Set<Socket>();
  const papers = createServer((socket) => {
    looks += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    const pour = (): void => {
      if (!socket.writable) return;
      const goesOn = socket.write(flood());
      poured = Math.max(poured, socket.bytesWritten - socket.writableLength);
      if (goesOn) setImmediate(pour);
    };
    socket.on('drain', pour);
    pour();
  });
  await new Promise<void>((resolve) => papers.listen(0, '127.0.0.1', resolve));
  const address = papers.address();
  return {
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    /** Accepted connections: how often the app polled it. */
    looks: () => looks,
    /** Most bytes that one connection accepted. */
    poured: () => poured,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => papers.close(resolve));
    },
  };
}
