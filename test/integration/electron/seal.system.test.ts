/** Secrets sealed by the system: without a keychain, the desktop app has the system encrypt the file's key. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp } from '../../../main/app/app.ts';
import { openSettings } from '../../e2e/venue/settings.ts';
import { until, type Venue } from '../../e2e/venue/venue.ts';
import { type DesktopApp, driveDesktopApp } from '../../fake-electron/drive.ts';
import { openVenueWithoutApp } from '../../fake-electron/venue-with-desktop.ts';
import { closing, testFolder } from '../../setup/parts.ts';
import { type KeyringSession, startKeyring } from '../vault/keyring-session.ts';
import { NO_KEYCHAIN } from '../vault/run-steps.ts';

let venue: Venue;
let folder: string;
let keystore: string;
let app: DesktopApp | null = null;
let keyring: KeyringSession | null = null;
beforeEach(async () => {
  folder = testFolder();
  keystore = join(folder, 'keystore');
  venue = closing(await openVenueWithoutApp());
});
afterEach(async () => {
  await app?.kill();
  app = null;
  await keyring?.end();
  keyring = null;
});

const file = (name: string) => join(venue.dataDir, name);
const place = () => JSON.parse(readFileSync(file('vault-place.json'), 'utf8')).place;

async function start(env: NodeJS.ProcessEnv = {}): Promise<DesktopApp> {
  await app?.kill();
  app = await driveDesktopApp({
    dataDir: venue.dataDir,
    vault: 'auto',
    env: { ...NO_KEYCHAIN, STAND_IN_KEYSTORE: keystore, ...env } as Record<string, string>,
  });
  return app;
}

async function takesAnOrder(): Promise<void> {
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  const card = app?.page().getByRole('article', { name: `Order ${number}`, exact: true });
  await card?.getByRole('button', { name: 'Accept', exact: true }).click();
  await until('the accept', async () => (await venue.atService(id)).history.some(({ event }) => event === 'accepted'), 20_000);
}

test("the vault is sealed, its key isn't in the data folder, and orders survive a restart", async () => {
  await start();
  await takesAnOrder();
  expect(place()).toBe('sealed');
  expect([existsSync(file('vault.enc')), existsSync(file('vault.key.sealed')), existsSync(file('vault.key'))]).toEqual([true, true, false]);
  await start();
  await takesAnOrder();
  if (app) await openSettings(app.page(), 'Computer and backups');
  await app?.page().getByText('The system keeps its key').waitFor();
}, 180_000);

test.each(['basic_text', 'known'])(
  "a system without real encryption (%s) isn't used for sealing",
  async (kind) => {
    await start({ STAND_IN_KEYSTORE_KIND: kind });
    await takesAnOrder();
    expect(place()).toBe('file');
    expect(existsSync(file('vault.key.sealed'))).toBe(false);
  },
  60_000,
);

test("if the system doesn't release the seal's key, that is reported, nothing is reset, and a later start works", async () => {
  await start();
  expect(place()).toBe('sealed');
  const before = readFileSync(file('vault.enc'));
  renameSync(keystore, `${keystore}.away`);
  await start({ STAND_IN_KEYSTORE: join(folder, 'another-keystore') });
  await app?.page().getByText("doesn't release the key to the encrypted secrets").first().waitFor();
  expect(readFileSync(file('vault.enc'))).toEqual(before);
  expect(readdirSync(venue.dataDir).filter((name) => name.includes('corrupt'))).toEqual([]);
  await app?.kill();
  renameSync(`${keystore}.away`, keystore);
  await start();
  await takesAnOrder();
}, 180_000);

test("after the system changed its key, the vault is sealed with the new one and the old one isn't needed", async () => {
  await start();
  await start({ STAND_IN_KEYSTORE_KIND: 'rotated' });
  await takesAnOrder();
  const [newest] = JSON.parse(readFileSync(keystore, 'utf8'));
  await app?.kill();
  writeFileSync(keystore, JSON.stringify([newest]));
  await start();
  await takesAnOrder();
}, 180_000);

test('once a keychain works, the key of the secrets moves from the seal to the keychain', async () => {
  await start();
  expect(place()).toBe('sealed');
  keyring = await startKeyring(join(folder, 'home'), 'unlocked');
  await start(keyring.env);
  expect(place()).toBe('keychain');
  expect(readdirSync(venue.dataDir).filter((name) => name.startsWith('vault.'))).toEqual(['vault.enc']);
  await takesAnOrder();
}, 180_000);

test("the browser host can't open the seal: it reports that and changes nothing", async () => {
  await start();
  await app?.kill();
  const before = readFileSync(file('vault-place.json'), 'utf8');
  const { DBUS_SESSION_BUS_ADDRESS: bus } = process.env;
  process.env.DBUS_SESSION_BUS_ADDRESS = NO_KEYCHAIN.DBUS_SESSION_BUS_ADDRESS;
  await expect(startApp({ dataDir: venue.dataDir, log: 'silent' })).rejects.toMatchObject({ code: 'sealed-by-desktop' });
  if (bus === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
  else process.env.DBUS_SESSION_BUS_ADDRESS = bus;
  expect(readFileSync(file('vault-place.json'), 'utf8')).toBe(before);
}, 120_000);
