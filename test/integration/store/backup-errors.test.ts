/** Notices for a backup or second copy that can't be written. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { message, type Text } from '../../../contract/message.ts';
import { whyNot, wordsFor } from '../../../main/files/folder-trouble.ts';
import { outsideFolder } from '../../../main/store/backups/second-copy.ts';
import type { Store } from '../../../main/store/store.ts';
import { makeBackup, noticeBackups } from '../../../main/view/backup-notices.ts';
import { notOnWindows } from '../../setup/not-on-windows.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const FREE = /[Ff]ree up disk space/;

let dataDir: string;
let place: string;
let store: Store;
let reported: Map<string, { text: string; hint: string }>;
beforeEach(() => {
  const folder = testFolder();
  dataDir = join(folder, 'data');
  place = join(folder, 'stick');
  mkdirSync(dataDir);
  mkdirSync(place);
  const time = testTime(Date.parse('2026-03-14T11:00:00Z'));
  store = testStore(dataDir, { time, backups: { outside: () => place, settings: () => ({ text: '{}\n', taken: null }) } });
  reported = new Map();
  const words = (text: Text | null | undefined) => english(text ?? '');
  const notices = {
    raise: (id: string, _level: string, text: Text, hint?: Text | null) => reported.set(id, { text: words(text), hint: words(hint) }),
    clear: (id: string) => void reported.delete(id),
  } as unknown as Parameters<typeof noticeBackups>[0]['notices'];
  store.backups.onEvent(noticeBackups({ store, notices }));
});

const inPlaceOf = (path: string, put: (path: string) => void, kind = 'a file', skip?: Parameters<typeof notOnWindows>[0]): void => {
  if (skip && kind !== 'a file') notOnWindows(skip, 'links need a right of their own on Windows');
  rmSync(path, { recursive: true, force: true });
  put(path);
};
const PUT: [string, (path: string) => void, string][] = [
  ['a file', (path) => writeFileSync(path, ''), 'is a file, not a folder.'],
  ['a link to a file', (path) => symlinkSync(process.execPath, path), 'is a file, not a folder.'],
  ['a link that leads nowhere', (path) => symlinkSync(`${path}-elsewhere`, path), 'is a link that leads nowhere.'],
  ['a link that leads back to itself', (path) => symlinkSync(path, path), 'is a link that leads back to itself.'],
];

test.for(PUT)('%s in place of the folder for second copies is reported as what it is', async ([kind, put, what], { skip }) => {
  inPlaceOf(place, put, kind, skip);
  const answer = await makeBackup(store);
  expect(answer).toMatchObject({ ok: true });
  expect(answer.ok && english(answer.value.text)).toContain(`${place} ${what}`);
  expect(reported.get('backup-outside')).toEqual({
    text: `The second backup copy wasn't written. ${place} ${what}`,
    hint: `The backup in the data folder was saved. Move ${place} away. Or choose another folder. Retrying automatically.`,
  });
  expect(reported.has('backup')).toBe(false);
});

test.for(PUT)('%s in place of a folder above that for second copies is reported as what it is', async ([kind, put, what], { skip }) => {
  const above = place;
  inPlaceOf(above, put, kind, skip);
  place = join(above, 'tillbridge');
  await store.backups.make();
  expect(reported.get('backup-outside')?.text).toContain(`${above} ${what}`);
});

test("a file in place of this computer's folder among the second copies is reported with its path", async () => {
  const own = outsideFolder(place, dataDir);
  inPlaceOf(own, (path) => writeFileSync(path, ''));
  await store.backups.make();
  expect(reported.get('backup-outside')?.text).toContain(`${own} is a file, not a folder.`);
});

test.for(PUT)('%s in place of the backup folder is reported as what it is, and not as a full disk', async ([kind, put, what], { skip }) => {
  const own = join(dataDir, 'backup');
  inPlaceOf(own, put, kind, skip);
  const answer = await makeBackup(store);
  expect(answer).toMatchObject({ ok: false });
  expect(reported.get('backup')?.text).toContain(`The database wasn't backed up. ${own} ${what}`);
  expect(reported.get('backup')?.hint).toBe(`Move ${own} away. Retrying automatically.`);
  rmSync(own);
  await store.backups.make();
  expect(reported.has('backup')).toBe(false);
});

test('a missing folder for second copies is reported until it is back', async () => {
  rmSync(place, { recursive: true });
  await store.backups.make();
  expect(reported.get('backup-outside')).toEqual({
    text: "The folder for second backup copies doesn't exist.",
    hint: 'The backup in the data folder was saved. Check that its disk is plugged in. Or choose another folder. Retrying automatically.',
  });
  mkdirSync(place);
  await store.backups.make();
  expect(reported.has('backup-outside')).toBe(false);
});

test.each([
  ['EACCES', "Tillbridge can't write to", 'Let this user write there.'],
  ['EPERM', "Tillbridge can't write to", 'Let this user write there.'],
  ['SQLITE_CANTOPEN', "Tillbridge can't write to", 'Let this user write there.'],
  ['EROFS', 'is read-only', 'write protection'],
  ['ENOSPC', 'is full', 'Free up disk space'],
  ['EDQUOT', 'is full', 'Free up disk space'],
  ['SQLITE_FULL', 'is full', 'Free up disk space'],
  ['EIO', 'reports errors', 'Have that disk checked.'],
  ['SQLITE_IOERR_WRITE', 'reports errors', 'Have that disk checked.'],
  ['different', 'reports errors', 'Have that disk checked.'],
  ['ENAMETOOLONG', 'is too long for its disk', 'Use a shorter path.'],
  ['ESTALE', 'The computer that has', 'the network'],
  ['ETIMEDOUT', 'The computer that has', 'the network'],
  ['EBUSY', 'nother program uses', 'Close'],
  ['EISDIR', 'Something else is named', 'Move'],
  // Any other error: its code, and where to check. The folder itself exists.
  ['EMFILE', '(EMFILE)', 'Check'],
  ['ENOENT', '(not-found)', 'Check'],
])('the system error %s is reported in words, with what to do', (code, what, helps) => {
  const why = whyNot(place, Object.assign(new Error(code), { code }));
  const { text, hint } = wordsFor(why, {
    failed: message('backup.secondCopyNotWritten'),
    failedBy: (by) => message('backup.secondCopyFailed', { code: by }),
    isChosen: true,
  });
  expect(english(text)).toContain(what);
  expect(english(hint)).toContain(helps);
  if (what !== 'is full') expect(english(hint)).not.toMatch(FREE);
});
