/** A relay on loopback in this process, and the service that posts to it. */
import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { type RelayAddresses, startRelay } from '../../../relay/relay.ts';
import { RelaySettings } from '../../../relay/settings/settings.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Time } from '../../../shared/time/time.ts';
import { inDatabase, testFolder } from '../../setup/parts.ts';

export const ORDER_SECRET = 'order-secret-of-at-least-128-bits';
export const DELIVERY_SECRET = 'delivery-secret-of-at-least-128-bits';
export const VENUE = '6b1f0c2d9e4a57318c2ad011';
export const OTHER_VENUE = '6b1f0c2d9e4a57318c2ad022';

export interface RunningRelay {
  addresses: RelayAddresses;
  dataDir: string;
  defects: unknown[];
  drain(): Promise<void>;
  stop(): Promise<void>;
  /** A new relay on the same folder and port. */
  again(): Promise<RunningRelay>;
}

export async function openRelay(
  options: {
    dataDir?: string;
    settings?: v.InferInput<typeof RelaySettings>;
    settingsFile?: string;
    time?: Time;
    /** Replaces the secret for orders. */
    orderSecrets?: string[];
  } = {},
): Promise<RunningRelay> {
  const dataDir = options.dataDir ?? testFolder();
  const defects: unknown[] = [];
  const settings = v.parse(RelaySettings, {
    webhook_secrets: { orders: [ORDER_SECRET], deliveries: [DELIVERY_SECRET] },
    ...options.settings,
    listen: { port: 0, ...options.settings?.listen },
  });
  if (options.orderSecrets) settings.webhook_secrets.orders = options.orderSecrets;
  const relay = await startRelay({
    dataDir,
    settings,
    ...(options.settingsFile === undefined ? {} : { settingsFile: options.settingsFile }),
    time: options.time ?? systemTime,
    onDefect: (error) => defects.push(error),
  });
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await relay[Symbol.asyncDispose]();
  };
  onTestFinished(stop);
  const port = Number(new URL(relay.addresses.ingest_url).port);
  return {
    addresses: relay.addresses,
    dataDir,
    defects,
    drain: relay.drain,
    stop,
    async again() {
      await stop();
      return openRelay({ ...options, dataDir, settings: { ...options.settings, listen: { ...options.settings?.listen, port } } });
    },
  };
}

/** Writes to these tables fail as on a full disk. Returns the function that ends that. */
export function fillDisk({ dataDir }: RunningRelay, ...tables: string[]): () => void {
  const exec = (sql: (table: string) => string) => inDatabase(join(dataDir, 'relay.sqlite'), (db) => db.exec(tables.map(sql).join(';')));
  exec((table) => `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  return () => void exec((table) => `DROP TRIGGER full_${table}`);
}

/** A notification as in section 6.1. */
export function orderNotification(venueId: string | null, id: string = randomUUID()): Buffer {
  return Buffer.from(
    JSON.stringify({
      id,
      type: 'order.notification',
      order: {
        id: randomUUID(),
        ...(venueId === null ? {} : { venue_id: venueId }),
        status: 'CREATED',
        resource_url: 'https://orders.example.test/',
      },
      created_at: '2026-11-22T12:00:00.000000Z',
    }),
  );
}

export function signed(body: Buffer, secret = ORDER_SECRET): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export async function postOrder(
  relay: { addresses: Pick<RelayAddresses, 'ingest_url'> },
  body: Buffer,
  signature: string | null = signed(body),
): Promise<number> {
  return post(relay.addresses.ingest_url, body, signature === null ? {} : { 'service-signature': signature });
}

/** An event as in section 6.2, in its JWT. `header`: another JWT header. */
export function deliveryEvent(event: unknown, secret = DELIVERY_SECRET, header: object = { alg: 'HS256', typ: 'JWT' }): Buffer {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part(header)}.${part(event)}`;
  return Buffer.from(JSON.stringify({ token: `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}` }));
}

export async function postDelivery(relay: RunningRelay, body: Buffer): Promise<number> {
  return post(`${relay.addresses.ingest_url}/deliveries`, body, {});
}

/** Posts on a new connection: one from before a restart is closed. */
function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject).end(body);
  });
}
