/** A running app's data folder: its content and its lock. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { viewCounter } from '../../../lab/faults/attacks/watch/counter-screen.ts';
import { comeIn } from '../../../lab/faults/attacks/watch/page.ts';
import { openVenueProcess } from '../../../lab/faults/venue-process.ts';
import { startApp } from '../../../main/app/app.ts';
import { isOurs } from '../../../main/files/private-files.ts';
import { lockDataFolder } from '../../../main/store/file/lock.ts';
import { codesIn } from '../../setup/messages.ts';
import { testFolder } from '../../setup/parts.ts';
import { until, type Venue, WEBHOOK_SECRET } from '../venue/venue.ts';
import { testVenue } from '../venue/with-venue.ts';

const lockFile = (venue: Venue) => join(venue.dataDir, 'in-use.lock');

test('a deleted lock file of a running app is written again, and a second start is still refused', async () => {
  const venue = await testVenue();
  rmSync(lockFile(venue));
  await until('the lock', () => existsSync(lockFile(venue)));
  await until('a second start to be kept out', async () => {
    const second = await startApp({ dataDir: venue.dataDir, log: 'silent', vault: 'file' }).catch((error: Error) => error.message);
    if (typeof second !== 'string') await second.close();
    return typeof second === 'string' && second.includes('already running');
  });
  await venue.arrived();
});

test('if another start took the data folder, the first app stops, since two would print twice', async () => {
  const venue = await testVenue();
  rmSync(lockFile(venue));
  const other = lockDataFolder(venue.dataDir);
  onTestFinished(other.leave);
  await until('the message', () => codesIn(venue.state().notices).includes('dataFolder.replaced'));
  await until('it to stop', async () => (await venue.app().receiverUrl()) === null || (await fetchFails(await venue.app().receiverUrl())));
  expect(await venue.call('order.touch', { orderId: 'any' })).toMatchObject({ ok: false, problem: { code: 'in-use' } });
});

async function fetchFails(url: string | null): Promise<boolean> {
  return fetch(url ?? '').then(
    () => false,
    () => true,
  );
}

test('a start refused for its settings file writes nothing and unlocks the folder', async () => {
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'settings.json'), '{ "receiver": 5 }');
  await expect(startApp({ dataDir, log: 'silent', vault: 'file' })).rejects.toThrow(/"receiver" is 5/);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('in-use.lock'))).toEqual(['settings.json']);
  lockDataFolder(dataDir).leave();
});

test.each([
  ['empty', () => ''],
  ['zeros', (text: string) => '\0'.repeat(Math.max(65, text.length))],
  ['cut', (text: string) => text.slice(0, text.length / 2)],
])('if a power cut left the small files next to the database %s, the app starts and takes orders', async (_what, damage) => {
  const venue = await testVenue();
  await venue.stopApp();
  mkdirSync(join(venue.dataDir, 'crash'), { recursive: true });
  const names = [...SMALL_FILES, ...readdirSync(venue.dataDir).filter((name) => !NEEDED.test(name))];
  for (const name of names) {
    const file = join(venue.dataDir, name);
    if (existsSync(file) && !statSync(file).isFile()) continue;
    writeFileSync(file, damage(existsSync(file) ? readFileSync(file, 'latin1') : '{"some": "content"}'), 'latin1');
  }
  await venue.startApp();
  await until('the connection', () => Object.values(venue.state().venues).every(({ state }) => state === 'connected'));
  await venue.control('POST', '/webhooks', { url: await venue.app().receiverUrl(), secret: WEBHOOK_SECRET });
  await venue.arrived();
});
const SMALL_FILES = [
  'in-use.lock',
  'vault-place.json',
  'counter.address',
  'counter-sessions.json',
  'tablets.json',
  'managed-settings.json',
  'settings.recovered.json',
  'window.json',
  'launch.key',
  'open-counter.html',
  'crash/unreported',
];
/** Files left undamaged: database, secrets with key, settings copy, and the installer's file, which a person wrote. */
const NEEDED = /^(tillbridge\.sqlite|vault\.enc|vault\.key|settings\.last-good|venue\.json)/;

test("every file the app writes into its data folder is known as its own, so that others can't read it", async () => {
  const app = await openVenueProcess({ robot: false });
  onTestFinished(() => app.close());
  rmSync(join(app.venue.dataDir, 'venue.json'));
  await app.switchOn();
  const view = await viewCounter(app.counterUrl());
  await view.call('backup.make', {});
  await view.call('displays.allow', { on: true });
  await until('the displays', async () => {
    const way = await view.call('displays.pair', { view: 'kitchen', name: 'Kitchen' });
    if (way.ok) (await comeIn(way.value.url)).leave();
    return way.ok;
  });
  view.close();
  expect(readdirSync(app.venue.dataDir).filter((name) => !isOurs(name))).toEqual([]);
});
