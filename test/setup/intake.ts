/** Takes in notifications and readings in tests, into a real database or files. */
import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createIngestion, type Ingestion } from '../../main/intake/ingest.ts';
import { applyReading } from '../../main/intake/reading/apply-reading.ts';
import { createUnstoredNotifications, type UnstoredCounts } from '../../main/intake/unstored-notifications.ts';
import type { Intake } from '../../main/intake/verify-and-store.ts';
import { type Receiver, startReceiver } from '../../main/intake/webhook/receiver.ts';
import type { Order } from '../../main/orders/order.ts';
import type { Store } from '../../main/store/store.ts';
import type { Time } from '../../shared/time/time.ts';
import { type Body, orderOf } from '../fixtures/orders.ts';
import { onDefect as unexpected } from './parts.ts';

/** For readings that cause nothing else. */
export const NO_FOLLOWERS = { orderEffects: [], isDecidedHere: () => true };

export function readInto(store: Store, now: () => number, body: Body): Order {
  const order = orderOf(body);
  applyReading({ store, now, ...NO_FOLLOWERS }, order, body);
  return order;
}

export function notifyOf(store: Store, id: string, order: object, more: object = {}): void {
  createIngestion(store).notification(Buffer.from(JSON.stringify({ id, type: 'order.notification', order, ...more })));
}

export function intakeInto(
  dataDir: string,
  ingestion: Ingestion,
  time: Time,
  onDefect: (error: unknown) => void,
  onChange: (counts: UnstoredCounts) => void = () => undefined,
): Intake {
  return {
    ingestion,
    time,
    unstored: createUnstoredNotifications({ dataDir, ingestion, priceUnit: () => () => 1, time, onChange, onDefect }),
  };
}

type ReceiverOptions = Parameters<typeof startReceiver>[0];

export async function receiverInto(
  dataDir: string,
  ingestion: Ingestion,
  time: Time,
  { onDefect = unexpected, ...over }: Partial<ReceiverOptions> & Pick<ReceiverOptions, 'secrets'>,
): Promise<Receiver> {
  const at = { host: '127.0.0.1', port: 0, path: '/notifications', deliverySecrets: async () => [], priceUnit: () => () => 1 };
  const receiver = await startReceiver({ ...intakeInto(dataDir, ingestion, time, onDefect), ...at, onDefect, ...over });
  onTestFinished(() => receiver.close());
  return receiver;
}

export const signed = (body: string, secret: string) => ({
  'SERVICE-SIGNATURE': createHmac('sha256', secret).update(body).digest('hex'),
});

export async function postTo({ port }: Receiver, body: string, headers: Record<string, string>, path = '/notifications'): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
  await response.text();
  return response.status;
}
