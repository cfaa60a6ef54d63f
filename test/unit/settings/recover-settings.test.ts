/** Torn, emptied or removed settings are replaced by the last good copy, and staff are notified. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { VenueSettings } from '../../../contract/settings/settings.ts';
import { mountSmallDisk, whyNoBrokenDisk } from '../../../lab/faults/runs/break-disk.ts';
import { readProvisioningFile, takeSettings } from '../../../main/settings/provision.ts';
import { counterPort, openSettings } from '../../../main/settings/settings.ts';
import { openVenue } from '../../e2e/venue/venue.ts';
import { codesIn } from '../../setup/messages.ts';
import { closing, testFolder } from '../../setup/parts.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});

const file = () => join(dir, 'settings.json');
const asides = () => readdirSync(dir).filter((name) => name.startsWith('settings.json.damaged-'));
const port = (keeper: ReturnType<typeof openSettings>) => keeper.get().receiver.port;
function withPort(number: number): ReturnType<typeof openSettings> {
  const keeper = openSettings(dir);
  keeper.change((now) => ({ ...now, receiver: { ...now.receiver, port: number } }));
  return keeper;
}

test.each([
  ['torn', (text: string) => text.slice(0, 200)],
  ['empty', () => ''],
  ['full of zeros', (text: string) => '\0'.repeat(text.length)],
  ['of another program', () => '{ "theme": "dark" }'],
  ['edited badly', (text: string) => text.replace('"port": 9999', '"port": "nine"')],
])('a settings file that is %s is set aside and replaced by the last good copy', (_, harm) => {
  withPort(9999);
  writeFileSync(file(), harm(readFileSync(file(), 'utf8')));
  const keeper = openSettings(dir);
  expect(port(keeper)).toBe(9999);
  expect(keeper.recovery()).toMatchObject({ why: 'unusable', aside: asides()[0], copyAt: expect.any(Number) });
  expect(asides()).toHaveLength(1);
  const again = openSettings(dir);
  expect(again.recovery()).toMatchObject({ why: 'unusable' });
  again.markRead();
  expect(again.recovery()).toBeNull();
  expect(openSettings(dir).recovery()).toBeNull();
  expect(port(openSettings(dir))).toBe(9999);
});

test('a removed settings file is restored from the last good copy and reported', () => {
  withPort(9999);
  rmSync(file());
  const keeper = openSettings(dir);
  expect(port(keeper)).toBe(9999);
  expect(keeper.recovery()).toMatchObject({ why: 'missing', aside: null });
});

test("if the last good copy is torn too, the backups' copy is used; an installer's file read later still applies", () => {
  const provisioning = join(dir, 'venue.json');
  withPort(7777);
  mkdirSync(join(dir, 'backup'));
  writeFileSync(join(dir, 'backup', 'settings.json'), readFileSync(file()));
  writeFileSync(provisioning, JSON.stringify({ receiver: { port: 5555 } }));
  takeSettings(readProvisioningFile(provisioning), openSettings(dir), dir);
  for (const name of ['settings.json', 'settings.last-good.json']) writeFileSync(join(dir, name), '{"rec');
  const keeper = openSettings(dir);
  expect(port(keeper)).toBe(7777);
  takeSettings(readProvisioningFile(provisioning), keeper, dir);
  expect(port(keeper)).toBe(5555);
});

test("the last good copy has what staff changed after the installer's file, which isn't read again", () => {
  const provisioning = join(dir, 'venue.json');
  writeFileSync(provisioning, JSON.stringify({ receiver: { port: 5555 } }));
  takeSettings(readProvisioningFile(provisioning), openSettings(dir), dir);
  withPort(9999);
  writeFileSync(file(), '');
  const keeper = openSettings(dir);
  takeSettings(readProvisioningFile(provisioning), keeper, dir);
  expect(port(keeper)).toBe(9999);
});

test('an empty file without a copy gives default settings and a notice; a faulty file is refused', () => {
  writeFileSync(file(), '');
  expect(openSettings(dir).recovery()).toMatchObject({ why: 'unusable', copyAt: null });
  rmSync(dir, { recursive: true });
  mkdirSync(dir);
  writeFileSync(file(), '{ "receiver": 5 }');
  expect(() => openSettings(dir)).toThrow(/line 1: "receiver" is 5/);
  expect(asides()).toEqual([]);
});

test('the last good copy is written only from a readable file, with its comments', () => {
  writeFileSync(file(), '// by hand\n{ "receiver": { "port": 1234 } }');
  openSettings(dir);
  expect(readFileSync(join(dir, 'settings.last-good.json'), 'utf8')).toContain('// by hand');
  expect(readFileSync(file(), 'utf8')).toContain('// by hand');
  writeFileSync(file(), '// by hand\n{ "receiver": { "port":');
  expect(port(openSettings(dir))).toBe(1234);
  // Windows has no file modes; there the folder is protected.
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
});

test('on a nearly full disk, settings are written whole, or the change is refused and the old ones stay', ({ skip }) => {
  const why = whyNoBrokenDisk();
  if (why) skip(why);
  const disk = mountSmallDisk(2);
  const venueOf = (number: number) => v.parse(VenueSettings, { name: 'V'.repeat(20) + number });
  const venues = Object.fromEntries(Array.from({ length: 150 }, (_, number) => [`venue-${number}`, venueOf(number)]));
  let refused = 0;
  try {
    openSettings(disk.dir).change((now) => ({ ...now, receiver: { ...now.receiver, port: 1_000 } }));
    for (let pages = 0; pages < 30; pages += 1) {
      const keeper = openSettings(disk.dir);
      const held = port(keeper);
      const mend = disk.fill(pages * 4_096);
      let wanted = 1_000 + pages;
      try {
        keeper.change((now) => ({ ...now, venues: { ...now.venues, ...venues }, receiver: { ...now.receiver, port: wanted } }));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
        wanted = held;
        refused += 1;
      }
      mend();
      for (const name of ['settings.json', 'settings.last-good.json'])
        expect(() => JSON.parse(readFileSync(join(disk.dir, name), 'utf8')), `${name}, ${pages} pages free`).not.toThrow();
      expect(readdirSync(disk.dir).filter((name) => name.endsWith('.part'))).toEqual([]);
      const again = openSettings(disk.dir);
      expect([port(again), again.recovery()]).toEqual([wanted, null]);
    }
    expect(refused).toBeGreaterThan(2);
    expect(refused).toBeLessThan(28);
  } finally {
    disk.remove();
  }
});

test('reading only the port before the start changes no file, whatever the settings file contains', () => {
  for (const text of ['', '{', '{ "counter": { "port": 4321 } }']) {
    writeFileSync(file(), text);
    expect(counterPort(dir)).toBe(text.includes('4321') ? 4321 : 8740);
    expect(readdirSync(dir)).toEqual(['settings.json']);
  }
});

test('staff see the notice of recovered settings until they dismiss it', async () => {
  const venue = closing(await openVenue());
  await venue.stopApp();
  writeFileSync(join(venue.dataDir, 'settings.json'), '{ "printers": [');
  await venue.startApp();
  const output = () => Object.entries(venue.state().notices).flatMap(([id, { text }]) => (id === 'settings' ? [codesIn(text)] : []));
  expect(output()).toEqual([expect.arrayContaining(['settings.fileUnusable'])]);
  expect(Object.keys(venue.state().printers)).toEqual(['kitchen']);
  await venue.stopApp();
  await venue.startApp();
  expect(output()).toHaveLength(1);
  await venue.call('notice.dismiss', { id: 'settings' });
  await venue.stopApp();
  await venue.startApp();
  expect(output()).toEqual([]);
  expect(existsSync(join(venue.dataDir, 'settings.recovered.json'))).toBe(false);
});
