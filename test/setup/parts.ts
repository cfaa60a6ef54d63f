/** Shared parts, created in a test or its `beforeEach` and closed after the test in reverse order. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../main/store/store.ts';

export function testFolder(ended: typeof onTestFinished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-'));
  // Windows keeps folders with open files.
  ended(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }));
  return folder;
}

/** For all tests of a file: called at its top level. */
export const fileFolder = (): string => testFolder(afterAll);

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

export function closing<T extends { close(): unknown }>(opened: T): T {
  onTestFinished(async () => void (await opened.close()));
  return opened;
}

export function inDatabase<T>(file: string, work: (db: Database.Database) => T, options?: Database.Options): T {
  const db = new Database(file, options);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

export function onDefect(error: unknown): never {
  throw error;
}
