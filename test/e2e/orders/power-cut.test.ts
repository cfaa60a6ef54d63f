/** A sudden power cut: the app in its own process, killed with SIGKILL during work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Robot, startRobot } from '../../../main/demo/robot.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { t } from '../../setup/messages.ts';
import { until, WEBHOOK_SECRET } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

const START = fileURLToPath(new URL('../../../main/start/start.ts', import.meta.url));

let app: ChildProcess | null = null;
let robot: Robot | null = null;

withVenue();
// Only its data folder and settings file are used from here on.
beforeEach(() => venue.stopApp());
afterEach(() => {
  robot?.stop();
  app?.kill('SIGKILL');
});

async function switchOn(): Promise<void> {
  const child = spawn(process.execPath, [START, '--data-dir', venue.dataDir, '--host', 'browser', '--no-open', '--vault', 'file'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  app = child;
  const addresses: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(Counter|Receiver): +(\S+)/.exec(line) ?? [];
    if (name && value) addresses[name] = value;
    if (addresses.Counter && addresses.Receiver) break;
  }
  await venue.control('POST', '/webhooks', { url: addresses.Receiver, secret: WEBHOOK_SECRET });
  robot = await startRobot(addresses.Counter ?? '', () => false);
}

async function switchOff(): Promise<void> {
  const child = app;
  if (!child) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

const tickets = (number: string) => venue.printer.papers().filter((paper) => paper.cut && bears(paper, number));

test('a ticket being printed at a power cut is printed again, marked POSSIBLE COPY', async () => {
  venue.printer.set({ slow: 200 });
  await switchOn();
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await until('paper coming out', () => venue.printer.papers().length > 0);
  await switchOff();
  venue.printer.set({ slow: null });
  await switchOn();
  const copy = await until('the copy', () => tickets(number).find((paper) => paper.text.includes('POSSIBLE COPY')));
  expect(copy.text).toContain(t('printout.mayBePrinted'));
  await until('the end', async () => (await venue.atService(id)).state === 'delivered');
  // The printer may still print its buffer; then there are two tickets, and the second is marked.
  const marked = tickets(number).map((paper) => paper.text.includes('POSSIBLE COPY'));
  expect(marked.filter((is) => is)).toHaveLength(1);
  expect(marked.length).toBeLessThanOrEqual(2);
});

test('an order whose notification was answered survives a power cut before it was read', async () => {
  await switchOn();
  await venue.control('POST', '/faults', { match: '* /v2/orders/*', delay_ms: 400, times: 5 });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await until('the answer to the notification', async () =>
    (await venue.log()).some((entry) => entry.kind === 'notification' && entry.order_id === id && entry.outcome === '200'),
  );
  await switchOff();
  await switchOn();
  await until('the end', async () => (await venue.atService(id)).state === 'delivered');
  await until('the ticket', () => tickets(number).length === 1);
});
