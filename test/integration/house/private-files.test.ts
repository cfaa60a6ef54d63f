/** Tillbridge's files are private to its user; files meant for others stay readable. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { message } from '../../../contract/message.ts';
import { takeDataFolder } from '../../../main/app/data-folder.ts';
import { closeDataFolder, closeToOthers } from '../../../main/files/private-files.ts';
import {
  closeDataFolderOnWindows,
  closeFolderOnWindows,
  isClosedTo,
  isSharedPlace,
  rightsCalls,
  userSidOf,
} from '../../../main/files/windows-rights.ts';
import { writeWhole } from '../../../main/vault/durable-file.ts';
import { writePrivately } from '../../../shared/files/private-files.ts';
import { testFolder } from '../../setup/parts.ts';

let place: string;
let dataDir: string;
beforeEach(() => {
  place = testFolder();
  dataDir = join(place, 'data');
  mkdirSync(dataDir);
});

const posixTest = test.skipIf(process.platform === 'win32');
function put(path: string, mode: number): void {
  writeFileSync(path, '{}');
  chmodSync(path, mode);
}
const rights = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('readable by others is closed to them with everything in it, at any depth', () => {
    mkdirSync(join(dataDir, 'electron', 'Cache', 'deep'), { recursive: true });
    const files = [['tillbridge.sqlite'], ['electron', 'Cookies'], ['electron', 'Cache', 'deep', 'data_0'], ['backup.txt']];
    for (const path of files) put(join(dataDir, ...path), 0o664);
    for (const folder of ['', 'electron', 'electron/Cache', 'electron/Cache/deep']) chmodSync(join(dataDir, folder), 0o777);
    expect(closeDataFolder(dataDir)).toEqual([]);
    for (const path of files) expect(rights(...path)).toBe('600');
    for (const folder of ['', 'electron', 'electron/Cache', 'electron/Cache/deep']) expect(rights(folder)).toBe('700');
  });

  test('is closed if it has only folders and files of Tillbridge, such as waiting notifications or a training venue', () => {
    for (const name of ['notifications-waiting', 'backup', 'log', 'crash', 'electron', 'training', 'ways-in']) {
      mkdirSync(join(dataDir, name));
      put(join(dataDir, 'venue.json'), 0o644);
      chmodSync(dataDir, 0o755);
      expect(closeDataFolder(dataDir), name).toEqual([]);
      expect([rights(''), rights('venue.json')], name).toEqual(['700', '600']);
    }
  });

  test('is closed without changing the rights of what links in it point to', () => {
    const elsewhere = join(place, 'for-everybody.txt');
    put(elsewhere, 0o644);
    symlinkSync(elsewhere, join(dataDir, 'link'));
    symlinkSync(place, join(dataDir, 'folder-link'));
    closeDataFolder(dataDir);
    expect((statSync(elsewhere).mode & 0o777).toString(8)).toBe('644');
  });

  test("that is also the user's home folder isn't closed and is reported; Tillbridge's files in it are closed", () => {
    const home = homedir();
    const before = statSync(home).mode;
    vi.stubEnv('HOME', dataDir);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['holiday.jpg', 'tillbridge.sqlite']) put(join(dataDir, name), 0o644);
    chmodSync(dataDir, 0o755);
    expect(closeDataFolder(dataDir)).toMatchObject([{ text: message('dataFolder.otherFiles', { dataDir }) }]);
    expect([rights(''), rights('holiday.jpg'), rights('tillbridge.sqlite')]).toEqual(['755', '644', '600']);
    expect(statSync(home).mode).toBe(before);
  });

  test("with other programs' files stays open and is reported; only Tillbridge's files in it are closed", () => {
    mkdirSync(join(dataDir, 'till-orders'));
    mkdirSync(join(dataDir, 'backup'));
    put(join(dataDir, 'settings.json'), 0o644);
    for (const name of ['', 'till-orders', 'backup']) chmodSync(join(dataDir, name), 0o755);
    expect(closeDataFolder(dataDir)).toMatchObject([{ text: message('dataFolder.otherFiles', { dataDir }) }]);
    expect([rights(''), rights('till-orders'), rights('backup'), rights('settings.json')]).toEqual(['755', '755', '700', '600']);
  });

  test('in a world-writable folder is reported, unless that has the sticky bit like /tmp', () => {
    expect(closeDataFolder(dataDir)).toEqual([]);
    chmodSync(place, 0o777);
    expect(closeDataFolder(dataDir)).toMatchObject([{ text: message('dataFolder.unsafeParent', { dataDir, open: place }) }]);
    chmodSync(place, 0o1777);
    expect(closeDataFolder(dataDir)).toEqual([]);
  });

  test("that belongs to another user, or is inside another user's folder, is reported", ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can make a folder of another user');
    chownSync(dataDir, 65_534, 65_534);
    expect(closeDataFolder(dataDir)).toMatchObject([{ text: message('dataFolder.otherOwner', { dataDir }) }]);
    chownSync(dataDir, 0, 0);
    chownSync(place, 65_534, 65_534);
    expect(closeDataFolder(dataDir)).toMatchObject([{ text: message('dataFolder.unsafeParent', { dataDir, open: place }) }]);
  });

  test('with a hard-linked file closes it under both names', () => {
    const file = join(dataDir, 'tillbridge.sqlite');
    put(file, 0o644);
    linkSync(file, join(place, 'second-name'));
    closeDataFolder(dataDir);
    expect((statSync(join(place, 'second-name')).mode & 0o777).toString(8)).toBe('600');
  });
});

posixTest.each([
  ['a file of the vault', writeWhole],
  ['settings and similar files', writePrivately],
])("writing %s doesn't follow a link that has the temporary file's name", async (_what, write) => {
  const elsewhere = join(place, 'elsewhere');
  writeFileSync(elsewhere, 'what stands there');
  chmodSync(elsewhere, 0o640);
  symlinkSync(elsewhere, join(dataDir, 'kept.part'));
  await write(join(dataDir, 'kept'), 'the new text');
  expect(readFileSync(join(dataDir, 'kept'), 'utf8')).toBe('the new text');
  expect([readFileSync(elsewhere, 'utf8'), (statSync(elsewhere).mode & 0o777).toString(8)]).toEqual(['what stands there', '640']);
  expect(rights('kept')).toBe('600');
});

posixTest("the till's files get the umask of the app's starter, also after the app restarted", () => {
  const script = join(place, 'hand-over.mjs');
  const source = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  writeFileSync(
    script,
    `import { spawnSync } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       import { closeToOthers, makeFolderForOthers } from '${source('main/files/private-files.ts')}';
       import { writeToHotFolder } from '${source('main/till/hot-folder.ts')}';
       import { systemTime } from '${source('shared/time/system-time.ts')}';
       closeToOthers();
       const folder = process.argv[2];
       await makeFolderForOthers(folder + '/till/orders');
       await writeToHotFolder(systemTime, folder + '/till/orders', { format: 'tillbridge-order-1', order_number: '1', order_id: process.argv[3] });
       writeFileSync(folder + '/own', '');
       if (process.argv[3] === 'first') spawnSync(process.execPath, [process.argv[1], folder, 'second'], { stdio: 'inherit' });`,
  );
  const run = spawnSync('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, script, dataDir, 'first'], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  for (const name of ['1-first.json', '1-second.json']) expect(rights('till', 'orders', name)).toBe('644');
  expect([rights('till'), rights('till', 'orders'), rights('own')]).toEqual(['755', '755', '600']);
  expect(existsSync(join(dataDir, 'till', 'orders', '.1-first.json.part'))).toBe(false);
});

posixTest("the process's own umask returns once the last app has stopped or failed to start", async () => {
  const found = [process.umask(), process.env.TILLBRIDGE_UMASK];
  const now = () => [process.umask(), process.env.TILLBRIDGE_UMASK];
  const entry = closeToOthers();
  const closed = [0o077, found[0]?.toString(8)];
  const app = await takeDataFolder(dataDir);
  await expect(takeDataFolder(dataDir)).rejects.toThrow();
  entry();
  entry();
  expect(now()).toEqual(closed);
  app.leave();
  expect(now()).toEqual(found);
  await expect(takeDataFolder(join(dataDir, 'in-use.lock', 'file', 'x\0'))).rejects.toThrow();
  expect(now()).toEqual(found);
});

describe('on Windows', () => {
  const SID = 'S-1-5-21-1004336348-1177238915-682003330-1001';

  test('the data folder gives rights to its user, the system and administrators only, and inherits none', () => {
    const folder = 'C:\\Users\\Anna & Co\\AppData\\Roaming\\Tillbridge';
    const [own, others, owner, inside] = rightsCalls(folder, SID).map(({ args }) => args);
    expect(own).toEqual([
      folder,
      '/inheritance:r',
      '/grant:r',
      `*${SID}:(OI)(CI)F`,
      '*S-1-5-18:(OI)(CI)F',
      '*S-1-5-32-544:(OI)(CI)F',
      '/q',
    ]);
    expect(others).toEqual(expect.arrayContaining([folder, '/remove:g', '*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545']));
    expect(owner).toEqual([folder, '/setowner', `*${SID}`, '/q']);
    expect(inside).toEqual([`${folder}\\*`, '/reset', '/t', '/l', '/q']);
  });

  test.each([
    ['C:\\', true],
    ['d:\\', true],
    ['C:\\Users', true],
    ['C:\\Users\\Anna', true],
    ['c:\\users\\ANNA\\', true],
    ['\\\\?\\C:\\Users\\Anna', true],
    ['\\\\server\\share', true],
    ['\\\\server\\share\\', true],
    ['C:\\ProgramData', true],
    ['C:\\Program Files', true],
    ['C:\\Windows', true],
    ['C:\\Windows\\System32', true],
    ['C:\\Users\\Anna\\AppData\\Local', true],
    ['C:\\Users\\Anna\\AppData\\Local\\Temp', true],
    ['C:\\Users\\Anna\\AppData\\Local\\Tillbridge', false],
    ['C:\\Users\\Anna2', false],
    ['C:\\Windows2', false],
    ['D:\\Tillbridge', false],
    ['\\\\server\\share\\Tillbridge', false],
  ])("%s is a folder that others use too, so it isn't closed: %s", (folder, isShared) => {
    const local = 'C:\\Users\\Anna\\AppData\\Local';
    const env = { SystemRoot: 'C:\\Windows', ProgramData: 'C:\\ProgramData', ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: local };
    expect(isSharedPlace(folder, env, 'C:\\Users\\Anna', `${local}\\Temp`)).toBe(isShared);
  });

  test('the user is identified by the SID of whoami, in any language and with any name', () => {
    expect(userSidOf(`"shop\\anna","${SID}"\r\n`)).toBe(SID);
    expect(userSidOf(`"büro\\käthe, ""die erste""","${SID}"\r\n`)).toBe(SID);
    expect(userSidOf('ERROR: Access is denied.')).toBeNull();
    expect(userSidOf('"shop\\anna","S-1-5-21 & calc.exe"')).toBeNull();
  });

  test.each([
    ['as Tillbridge closes it', `D:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;FA;;;${SID})`, true],
    ['that also refuses a group', `O:BAG:BAD:PAI(D;OICI;FA;;;BU)(A;OICI;FA;;;${SID})S:AI`, true],
    ['that inherits rights', `D:AI(A;OICI;FA;;;BA)(A;OICI;FA;;;${SID})`, false],
    ['for everyone', `D:PAI(A;OICI;FA;;;${SID})(A;OICI;FR;;;WD)`, false],
    ['for another user', `D:PAI(A;OICI;FA;;;${SID})(A;;FR;;;${SID}2)`, false],
    ['of a disk that keeps no rights', 'D:NO_ACCESS_CONTROL', false],
    ["whose rights couldn't be read", '', false],
  ])('whether a folder %s counts as closed, by the rights that Windows reports', (_, sddl, closed) => {
    expect(isClosedTo(SID, `usb\r\n${sddl}\r\n`)).toBe(closed);
  });

  /** Fakes of Windows' programs that record their arguments. `saves`: the rights they report. */
  function standIns(icaclsEnds: number, saves = ''): string {
    const root = join(place, 'Windows');
    mkdirSync(join(root, 'System32'), { recursive: true });
    const log = join(place, 'calls');
    const program = (name: string, script: string) => writeFileSync(join(root, 'System32', name), `#!/bin/sh\n${script}`, { mode: 0o755 });
    program('whoami.exe', `echo '"shop\\anna","${SID}"'`);
    writeFileSync(join(place, 'rights'), saves, 'utf16le');
    program('icacls.exe', `printf '%s\\n' "$@" >> ${log}; case "$2" in /save) cp ${join(place, 'rights')} "$3";; esac; exit ${icaclsEnds}`);
    vi.stubEnv('SystemRoot', root);
    onTestFinished(() => void vi.unstubAllEnvs());
    return log;
  }

  const callsFor = (path: string, kind?: 'file') => rightsCalls(path, SID, kind).flatMap(({ args }) => args);

  posixTest("in a folder with other files only Tillbridge's are closed, and that is reported", async () => {
    mkdirSync(join(dataDir, 'Documents'));
    mkdirSync(join(dataDir, 'log'));
    writeFileSync(join(dataDir, 'tillbridge.sqlite'), 'x');
    const log = standIns(0);
    expect(await closeDataFolderOnWindows(dataDir)).toMatchObject([{ text: { code: 'dataFolder.otherFiles' } }]);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
      ...callsFor(join(dataDir, 'log')),
      ...callsFor(join(dataDir, 'tillbridge.sqlite'), 'file'),
    ]);
  });

  posixTest("on Windows a home folder without Tillbridge's files stays unchanged", async () => {
    for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, dataDir);
    const log = standIns(0);
    expect(await closeDataFolderOnWindows(dataDir)).toMatchObject([{ text: { code: 'dataFolder.otherFiles' } }]);
    expect(existsSync(log)).toBe(false);
  });

  posixTest("the folder's name isn't parsed by a shell, and a failure to close the folder is reported", async () => {
    const folder = `${place}/R&D $(touch ${place}/harm) "x" %TEMP%`;
    mkdirSync(folder, { recursive: true });
    const log = standIns(0);
    expect(await closeDataFolderOnWindows(folder)).toEqual([]);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(callsFor(folder));
    expect(existsSync(join(place, 'harm'))).toBe(false);
    standIns(0, `D:PAI(A;OICI;FA;;;${SID})`);
    expect(await closeFolderOnWindows(folder)).toBe(true);
    standIns(0, 'D:AI(A;OICI;FA;;;WD)');
    expect(await closeFolderOnWindows(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(place, 'harm'))).toBe(false);
    standIns(5, `D:PAI(A;OICI;FA;;;${SID})`);
    expect(await closeFolderOnWindows(folder)).toBe(false);
    expect(await closeDataFolderOnWindows(folder)).toMatchObject([{ text: { code: 'dataFolder.cannotRestrict' } }]);
  });
});
