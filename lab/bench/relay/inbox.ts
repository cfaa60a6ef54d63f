/** The app's inbox (real database, receiver and relay connection) that reports each commit. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSealPair } from '../../../contract/relay/sealed.ts';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { startRelayClient } from '../../../main/intake/relay/relay-client.ts';
import { startReceiver } from '../../../main/intake/webhook/receiver.ts';
import { openStore } from '../../../main/store/store.ts';
import { startTime } from '../../../main/time/start-time.ts';
import { intakeInto } from '../../../test/setup/intake.ts';

export interface Inbox extends AsyncDisposable {
  directPort: number;
  isConnected(): boolean;
  /** Resolves with performance.now() when this notification is on disk. */
  committed(id: string): Promise<number>;
}

/** `relay`: the relay's address, and a code that pairs an app of this venue. */
export async function openInbox(venueId: string, secret: string, relay: { address: string; code: string }): Promise<Inbox> {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-bench-inbox-'));
  const time = startTime();
  const store = openStore(dir, { time, backups: null });
  store.write(() => store.venues.connected(venueId, time.wall()));
  const waiting = new Map<string, (at: number) => void>();
  const came: string[] = [];
  store.onCommit(() => {
    const at = performance.now();
    for (const id of came.splice(0)) {
      waiting.get(id)?.(at);
      waiting.delete(id);
    }
  });
  const real = createIngestion(store);
  const ingestion: typeof real = {
    ...real,
    notification(body, isNewest) {
      came.push(JSON.parse(String(body)).id);
      real.notification(body, isNewest);
    },
  };
  const onDefect = (error: unknown): void => console.error(error);
  const gate = {
    ...intakeInto(dir, ingestion, time, onDefect),
    secrets: async () => [secret],
    deliverySecrets: async () => [],
    priceUnit: () => () => 1,
    onDefect,
  };
  const receiver = await startReceiver({ ...gate, host: '127.0.0.1', port: 0, path: '/notifications' });
  let address: string | null = null;
  const kept = new Map<string, string>();
  const link = startRelayClient({
    ...gate,
    time,
    store,
    random: Math.random,
    appVersion: 'bench',
    address: () => address,
    setAddress(next) {
      address = next;
    },
    maySetAddress: () => undefined,
    keys: {
      key: async (at) => kept.get(at) ?? null,
      code: async () => null,
      keepCode: async () => undefined,
      codeSpent: async () => undefined,
      forgetCode: async () => undefined,
      keepKey: async (at, key) => void kept.set(at, key),
      sealPair: async () => makeSealPair(),
      leave: async () => undefined,
    },
    managed: { report: () => ({ version: 0, refused: null }), joined: () => undefined, take: () => 'known', left: () => undefined },
    health: () => undefined,
    notices: { raise: () => undefined },
    onNews: () => undefined,
    onChange: () => undefined,
  });
  const problem = await link.join(relay.address, relay.code);
  if (problem) throw new Error(`The bench could not join the relay: ${problem.code}.`);
  return {
    directPort: receiver.port,
    isConnected: () => link.view()?.state === 'connected',
    committed: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    async [Symbol.asyncDispose]() {
      link[Symbol.dispose]();
      await receiver.close();
      store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export function notificationOf(venueId: string): { id: string; body: string } {
  const id = randomUUID();
  const order = { id: randomUUID(), venue_id: venueId, status: 'CREATED', resource_url: 'https://orders.example.test/orders/1' };
  return { id, body: JSON.stringify({ id, type: 'order.notification', order, created_at: '2026-11-22T12:00:00.000000Z' }) };
}
