/** A station's network: a TCP proxy that cuts connections, holds bytes or delays them. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `cut`: all connections are reset. `held`: bytes are delivered later. */
export type Weather = 'well' | 'cut' | 'held' | { delayMs: number };

export interface StationLine {
  port: number;
  set(weather: Weather): void;
  close(): Promise<void>;
}

export async function openStationLine(target: { host: string; port: number }): Promise<StationLine> {
  let weather: Weather = 'well';
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();

  function pass(from: Socket, to: Socket): void {
    const queue: { at: number; deliver: () => void }[] = [];
    let next: NodeJS.Timeout | undefined;

    function flush(): void {
      clearTimeout(next);
      if (weather === 'held') return;
      const now = performance.now();
      while (queue[0] && queue[0].at <= now) queue.shift()?.deliver();
      if (queue[0]) next = setTimeout(flush, queue[0].at - now);
    }

    function soon(deliver: () => void): void {
      const delay = typeof weather === 'object' ? weather.delayMs : 0;
      // In order.
      const at = Math.max(performance.now() + delay, queue.at(-1)?.at ?? 0);
      queue.push({ at, deliver });
      flush();
    }

    waiting.add(flush);
    from.on('data', (bytes) => soon(() => void (to.destroyed || to.write(bytes))));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      soon(() => {
        waiting.delete(flush);
        to.destroy();
      });
    });
  }

  const server = createServer({ noDelay: true }, (station) => {
    station.on('error', () => undefined);
    if (weather === 'cut') return void station.resetAndDestroy();
    const app = connect({ ...target, noDelay: true });
    sockets.add(station).add(app);
    pass(station, app);
    pass(app, station);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set(now) {
      weather = now;
      if (now === 'cut') for (const socket of sockets) socket.resetAndDestroy();
      for (const flush of [...waiting]) flush();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
