/** Files written by Windows editors and shells are decoded correctly. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readProvisioningFile } from '../../../main/settings/provision.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { readSettings } from '../../../relay/settings/settings-file.ts';
import { fileText, tableText } from '../../../shared/files/file-text.ts';
import { readIfThere } from '../../../shared/files/read-if-there.ts';
import { testFolder } from '../../setup/parts.ts';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const WAYS: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\u{feff}${text}`)],
  ['UTF-16 with a mark', (text) => utf16(`\u{feff}${text}`)],
  ['UTF-16, big end first, with a mark', (text) => utf16(`\u{feff}${text}`).swap16()],
  ['UTF-16 without a mark', utf16],
  ['UTF-16, big end first, without a mark', (text) => utf16(text).swap16()],
];

let dir: string;
beforeEach(() => {
  dir = testFolder();
});

describe.each(WAYS)('%s', (_, encoded) => {
  const SETTINGS = '{\n  // of the installer\n  "venues": { "v": { "name": "Καφενείο Żółw" } }\n}\n';
  const write = (name: string, text: string): string => {
    const file = join(dir, name);
    writeFileSync(file, encoded(text));
    return file;
  };

  it('is decoded', () => expect(fileText(encoded(SETTINGS))).toBe(SETTINGS));

  it("settings, installer's file and last good copy are read, and a mistake has its line", () => {
    expect(readProvisioningFile(write('venue.json', SETTINGS)).venues.v?.name).toBe('Καφενείο Żółw');
    expect(() => readProvisioningFile(write('wrong.json', '{\n "receivr": {}\n}'))).toThrow('line 2: "receivr" isn\'t a setting');
    const file = write('settings.json', SETTINGS);
    expect(openSettings(dir).get().venues.v?.name).toBe('Καφενείο Żółw');
    write('settings.last-good.json', SETTINGS);
    rmSync(file);
    expect(openSettings(dir).get().venues.v?.name).toBe('Καφενείο Żółw');
    expect(readFileSync(file, 'utf8')).toBe(SETTINGS);
  });

  it("a relay's settings and its operator's published settings are read", () => {
    expect(readSettings(write('relay.json', '{"listen": {"port": 9000}}'), true).listen.port).toBe(9000);
    expect(readIfThere(write('group.json', SETTINGS))).toBe(SETTINGS);
  });
});

it('a table saved without UTF-8 is read as Windows-1252 and reported', () => {
  expect(tableText(Buffer.from([0x4b, 0xe4, 0x73, 0x65]))).toEqual({ text: 'Käse', isGuessed: true });
  expect(tableText(Buffer.from([0x31, 0x32, 0x20, 0x80]))).toEqual({ text: '12 €', isGuessed: true });
  for (const [, encoded] of WAYS) expect(tableText(encoded('Käse; Żółw'))).toEqual({ text: 'Käse; Żółw', isGuessed: false });
});

it('empty or zeroed remains of a file after a power cut are read unchanged', () => {
  expect(fileText(Buffer.alloc(0))).toBe('');
  expect(fileText(Buffer.alloc(4))).toBe('\0\0\0\0');
});
