/** Shared parts, created in a test or its `beforeEach` and closed after the test in reverse order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../main/store/store.ts';

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function testStore(folder: string, options?: Parameters<typeof openStore>[1]): Store {
  const store = openStore(folder, options);
  onTestFinished(() => store.close());
  return store;
}

/** An HTTP server on loopback. `origin`: its scheme, host and port. */
export async function testServer(answer: RequestListener): Promise<{ origin: string; port: number; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, server };
}
