/** The desktop app that can't start or keeps crashing: it explains that in a window. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postSigned } from '../../../lab/faults/attacks/watch/meanwhile.ts';
import { until, type Venue } from '../../e2e/venue/venue.ts';
import { type DesktopApp, driveDesktopApp, startProcess } from '../../fake-electron/drive.ts';
import { openVenueWithoutApp } from '../../fake-electron/venue-with-desktop.ts';
import { isAlive } from '../../setup/is-alive.ts';
import { closing } from '../../setup/parts.ts';

let venue: Venue;
let app: DesktopApp | null;
beforeEach(async () => {
  venue = closing(await openVenueWithoutApp());
  app = null;
});
afterEach(() => app?.kill());

const inData = (name: string) => join(venue.dataDir, name);
const receiverPort = () => JSON.parse(readFileSync(inData('settings.json'), 'utf8')).receiver.port as number;
const notification = (orderId = 'o1') =>
  JSON.stringify({ id: randomUUID(), type: 'order.notification', order: { id: orderId, venue_id: venue.venueId, status: 'CREATED' } });
const words = async () => (await app?.page().getByRole('alert').textContent()) ?? '';

test('without vault.key a window explains what to do, until the key is restored', async () => {
  renameSync(inData('vault.key'), inData('elsewhere.key'));
  app = await driveDesktopApp({ dataDir: venue.dataDir });
  await until('the words', async () => /vault\.key\) is missing.*Restore vault\.key/s.test(await words()));
  expect((await app.look()).windows[0]?.preferences).toEqual({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    javascript: false,
  });
  renameSync(inData('elsewhere.key'), inData('vault.key'));
  await until(
    'the counter',
    async () => (await app?.look())?.windows.some(({ url, destroyed }) => !destroyed && url.endsWith('index.html')),
    20_000,
  );
  const page = await app.pageAgain((url) => url.endsWith('/index.html'));
  await page.getByRole('region', { name: /^New: / }).waitFor();
  expect((await app.look()).windows.filter(({ destroyed }) => !destroyed)).toHaveLength(1);
}, 90_000);

test('closing the window about the missing vault.key quits the app', async () => {
  rmSync(inData('vault.key'));
  app = await driveDesktopApp({ dataDir: venue.dataDir });
  await app.act('closeWindow');
  expect(await app.ended).toBe(0);
}, 60_000);

test('after repeated crashes the app pauses, says so in a window, receives webhooks, and then restarts', async () => {
  app = await driveDesktopApp({ dataDir: venue.dataDir, args: ['--after-crashes=6'] });
  await until('the words', async () => (await words()).includes('Tillbridge stopped unexpectedly 6 times in a row.'));
  expect(await words()).toContain('Order webhooks are received and kept meanwhile');
  const order = await venue.place('takeaway');
  expect(await until('a notification', () => postSigned(receiverPort(), notification(order.order_id)).catch(() => 0))).toBe(200);
  const unsigned = await fetch(`http://127.0.0.1:${receiverPort()}/notifications`, { method: 'POST', body: notification() });
  expect(unsigned.status).toBe(401);
  expect(await venue.asked(order.order_id, 'get order v2')).toBe(0);
  // The pause lasts sixteen seconds; then this process ends so that another one starts.
  expect(await app.ended).toBe(1);
  app = await driveDesktopApp({ dataDir: venue.dataDir, args: ['--after-crashes=6-rested'] });
  await app
    .page()
    .getByRole('article', { name: `Order ${order.order_number}`, exact: true })
    .waitFor();
}, 120_000);

test('a crash after every start loses no acknowledged webhook', async () => {
  const trigger = inData('defect');
  const module = inData('defect.mjs');
  const pids = inData('pids');
  writeFileSync(
    module,
    `import { appendFileSync, existsSync } from 'node:fs';
     appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');
     setInterval(() => {
       if (existsSync(${JSON.stringify(trigger)}) && process.listenerCount('uncaughtException') > 0) throw new Error('a defect');
     }, 1200);`,
  );
  writeFileSync(trigger, '');
  const starts = () => readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  startProcess({ dataDir: venue.dataDir, imports: [pathToFileURL(module).href], env: { STAND_IN_RELAUNCHES: 'yes' } });
  const { order_id: id } = await venue.place('takeaway');
  try {
    const log = () => readFileSync(inData('log/tillbridge.log'), 'utf8');
    await until('the rest', () => log().includes('only notifications are taken in'), 90_000);
    expect(await until('a notification', () => postSigned(receiverPort(), notification(id)).catch(() => 0), 20_000)).toBe(200);
    rmSync(trigger);
    await until('the order to be read', async () => (await venue.asked(id, 'get order v2')) > 0, 60_000);
    // The log's line may be written only after the order is requested.
    await until('the log to say it', () => /"inARow":[3-9][^\n]*came back from a crash/.test(log()), 20_000);
    expect(starts().length).toBeGreaterThanOrEqual(5);
  } finally {
    rmSync(trigger, { force: true });
    // SIGTERM lets the app close its browser too.
    await until(
      'all to end',
      () => {
        const alive = starts().filter(isAlive);
        for (const pid of alive) process.kill(pid, 'SIGTERM');
        return alive.length === 0;
      },
      30_000,
    );
  }
}, 180_000);

test.skipIf(process.platform === 'win32')(
  'an app in an AppImage restarts the AppImage, as the binary inside it is gone by then',
  async () => {
    const image = inData('Tillbridge.AppImage');
    const started = inData('started');
    // The script reports whether the previous process still has memory: only one may hold the folder.
    const script = `#!/bin/sh
    sleep 0.1
    { printf '%s\\n' "$@"; grep '^VmSize:' "/proc/$(cat '${inData('electron')}/stand-in.pid')/status" 2>/dev/null; } > '${started}.part'
    mv '${started}.part' '${started}'`;
    writeFileSync(image, script, { mode: 0o755 });
    const env = { STAND_IN_RELAUNCHES: 'yes', STAND_IN_PACKAGED: 'yes', APPIMAGE: image, APPDIR: dirname(process.execPath) };
    const before = startProcess({ dataDir: venue.dataDir, args: ['--after-crashes=3'], env });
    expect(await new Promise((resolve) => before.once('exit', resolve))).toBe(1);
    await until('the start of the AppImage', () => existsSync(started), 20_000);
    const given = readFileSync(started, 'utf8').trim().split('\n');
    expect(given).toEqual(expect.arrayContaining(['--data-dir', venue.dataDir, '--after-crashes=3-rested']));
    expect(given.filter((word) => word.startsWith('VmSize:'))).toEqual([]);
  },
  60_000,
);
