/** Shared parts, created in a test or its `beforeEach` and closed after the test in reverse order. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../main/store/store.ts';
import type { VirtualPrinter } from '../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../sandbox/printer/virtual-printer.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';

/** Registers what closes a part: in a test, or in a program that uses these parts. */
export type Ended = (close: () => void | Promise<void>) => void;

export function testFolder(ended: Ended = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-'));
  // Retries, as Windows doesn't delete folders with open files.
  ended(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }));
  return folder;
}

/** A folder for all tests of a file; called at its top level. */
export const fileFolder = (): string => testFolder(afterAll);

export function testStore(folder: string, options?: Parameters<typeof openStore>[1]): Store {
  const store = openStore(folder, options);
  onTestFinished(() => store.close());
  return store;
}

/** An HTTP server on loopback. `origin`: its scheme, host and port. */
export async function testServer(
  answer: RequestListener,
  tls?: { key: string; cert: string },
): Promise<{ origin: string; port: number; server: Server }> {
  const server = (tls ? createSecureServer(tls, answer) : createServer(answer)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http${tls ? 's' : ''}://127.0.0.1:${port}`, port, server };
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

/** A TCP server on loopback. Returns its port. */
export async function testTcpServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export async function testPrinter(options: Partial<Parameters<typeof startVirtualPrinter>[0]> = {}): Promise<VirtualPrinter> {
  const printer = await startVirtualPrinter({ port: 0, ...options });
  onTestFinished(() => printer.close());
  return printer;
}

export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}
