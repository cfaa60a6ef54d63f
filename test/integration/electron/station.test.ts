/** The desktop app as a station: its link, and the certificates it accepts. */

import type { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { folderKind, stationFile } from '../../../main/app/folder-kind.ts';
import { restoreFromBackup } from '../../../main/app/restore-backup.ts';
import { counterAway, reasonOf } from '../../../main/app/trouble.ts';
import { makeAuthority, makeServerCertificate } from '../../../main/hosts/displays/authority/certificates.ts';
import { readOptions } from '../../../main/hosts/electron/options.ts';
import { isOfCounter, readAuthority } from '../../../main/hosts/electron/station/counter-certificate.ts';
import { keepStation, readStation } from '../../../main/hosts/electron/station/kept-station.ts';
import { troublePage } from '../../../main/hosts/trouble-page.ts';
import { backupFolder } from '../../../main/store/backups/files-put-aside.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const NOW = Date.UTC(2026, 10, 20);
const HOST = '127.0.0.1';
const CODE = '0123-4567-89ab-cdef';
const venue = makeAuthority(NOW);
const stranger = makeAuthority(NOW);
const printOf = (certificate: X509Certificate): string => certificate.fingerprint256.replaceAll(':', '').toLowerCase();

/** A TLS server with this certificate; its origin, and what it was sent. */
async function counter({ cert, key }: { cert: Buffer; key: Buffer }) {
  let heard = '';
  const server = createServer({ cert, key }, (socket) => socket.on('data', (bytes) => (heard += bytes)).on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => void server.close());
  return { origin: `https://${HOST}:${(server.address() as AddressInfo).port}`, heard: () => heard };
}

test('a station reads the authority with the fingerprint of its link, and sends nothing before', async () => {
  const { origin, heard } = await counter(makeServerCertificate(venue, [HOST], NOW));
  expect(printOf(await readAuthority(origin, printOf(venue.certificate)))).toBe(printOf(venue.certificate));
  await expect(readAuthority(origin, printOf(stranger.certificate))).rejects.toThrow('another computer');
  expect(heard()).toBe('');
});

test("a station accepts only a certificate that the venue's authority signed for that address", () => {
  const shown = (authority: typeof venue, address: string): string => makeServerCertificate(authority, [address], NOW).cert.toString();
  expect(isOfCounter(shown(venue, HOST), HOST, venue.certificate)).toBe(true);
  expect(isOfCounter(shown(venue, '192.168.1.9'), HOST, venue.certificate)).toBe(false);
  expect(isOfCounter(shown(stranger, HOST), HOST, venue.certificate)).toBe(false);
  expect(isOfCounter('', HOST, venue.certificate)).toBe(false);
});

test('--station takes the whole link of Settings, and refuses a part of it', () => {
  const link = `https://192.168.1.5:8743/?authority=${printOf(venue.certificate)}#${CODE}`;
  expect(readOptions(['--station', link]).station).toEqual({
    origin: 'https://192.168.1.5:8743',
    authority: printOf(venue.certificate),
    code: CODE.replaceAll('-', ''),
  });
  expect(readOptions(['--no-station']).station).toBe('leave');
  expect(readOptions([]).station).toBeNull();
  for (const part of [link.replace('https', 'http'), link.split('#')[0], link.replace('authority', 'other'), CODE])
    expect(() => readOptions(['--station', part ?? ''])).toThrow(/link/);
});

const ORIGIN = 'https://192.168.1.5:8743';
function stationFolder(): string {
  const folder = testFolder();
  keepStation(folder, { origin: ORIGIN, authority: venue.certificate });
  return folder;
}

test.each(['settings.json', 'settings.last-good.json', 'tillbridge.sqlite', 'backup/'])(
  "a folder with %s is a counter's, whatever else is in it",
  (name) => {
    expect(folderKind(testFolder())).toBe('new');
    const folder = stationFolder();
    expect(folderKind(folder)).toBe('station');
    if (name.endsWith('/')) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), '');
    expect(folderKind(folder)).toBe('counter');
  },
);

test('a restored backup ends a station', async () => {
  const time = testTime(NOW);
  const from = testFolder();
  const store = testStore(from, { time });
  await store.backups.make();
  await store.backups.stop();
  store.close();
  const [backup = ''] = readdirSync(backupFolder(from)).filter((name) => name.endsWith('.sqlite'));
  const folder = stationFolder();
  expect(() => restoreFromBackup(folder, 'newest', NOW)).toThrow('no backup');
  expect(folderKind(folder)).toBe('station');
  restoreFromBackup(folder, join(backupFolder(from), backup), NOW);
  expect(folderKind(folder)).toBe('counter');
  expect(existsSync(stationFile(folder))).toBe(false);
});

test('a station keeps its counter, and says what to do about a damaged file', () => {
  const folder = stationFolder();
  const { origin, authority } = readStation(folder);
  expect([origin, printOf(authority)]).toEqual([ORIGIN, printOf(venue.certificate)]);
  const kept = { origin: ORIGIN, authority: venue.certificate.toString() };
  for (const damaged of ['', '\0\0', '{}', { ...kept, authority: 'none' }, { ...kept, origin: 'http://192.168.1.5' }]) {
    writeFileSync(stationFile(folder), typeof damaged === 'string' ? damaged : JSON.stringify(damaged));
    let reason: ReturnType<typeof reasonOf> = null;
    try {
      readStation(folder);
    } catch (error) {
      reason = reasonOf(error);
    }
    expect(reason).toEqual({
      text: { code: 'station.fileDamaged', values: { file: stationFile(folder) } },
      hint: { code: 'station.useNewLink' },
    });
  }
});

test('the page about a counter that is away has its own title, in every language', () => {
  const titles = LANGUAGES.map((language) => {
    const page = troublePage(counterAway(language));
    expect(page).toContain(`<html lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}">`);
    return /<h1>(.*)<\/h1>/.exec(page)?.[1];
  });
  expect(titles[0]).toBe('No contact with the main computer');
  expect(new Set(titles).size).toBe(LANGUAGES.length);
});
