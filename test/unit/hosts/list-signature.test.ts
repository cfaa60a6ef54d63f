/** The app accepts an update list only if a known key signed it under its file name, and reads nothing after the signature. */
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeKey, signFeed } from '../../../main/hosts/electron/package/sign-feed.ts';
import { checkedList, publicHalf, signList, UnsignedList } from '../../../main/hosts/electron/updates/list-signature.ts';
import { testFolder } from '../../setup/parts.ts';

const OURS = generateKeyPairSync('ed25519').privateKey;
const THEIRS = generateKeyPairSync('ed25519').privateKey;
const KEYS = [publicHalf(OURS)];
const LIST = "version: 9.9.9\npath: 'Tillbridge-9.9.9.AppImage'\n";
const SIGNED = signList('latest-linux.yml', LIST, OURS);

test('a signed list is read without its signature', () => {
  expect(checkedList('latest-linux.yml', SIGNED, KEYS)).toBe(LIST);
  expect(checkedList('latest-linux.yml', SIGNED, [publicHalf(THEIRS), ...KEYS])).toBe(LIST);
});

test('a list without a final line break is signed and read', () => {
  expect(checkedList('latest.yml', signList('latest.yml', LIST.trimEnd(), OURS), KEYS)).toBe(LIST);
});

test('a list signed twice carries only the last signature', () => {
  expect(signList('latest-linux.yml', SIGNED, OURS)).toBe(SIGNED);
});

test.each([
  ['not signed', LIST],
  ['empty', ''],
  ['signed by an unknown key', signList('latest-linux.yml', LIST, THEIRS)],
  ['changed since', SIGNED.replace('9.9.9', '9.9.8')],
  ['signed as the list of another system', signList('latest.yml', LIST, OURS)],
  ['signed with an empty signature', `${LIST}# signature: \n`],
  ['signed with a signature that is too short', `${LIST}# signature: AAAA\n`],
])('a list that is %s is refused', (_how, text) => {
  expect(() => checkedList('latest-linux.yml', text, KEYS)).toThrow(UnsignedList);
});

test("text after the signature isn't read", () => {
  expect(checkedList('latest-linux.yml', `${SIGNED}version: 1.0.0\n`, KEYS)).toBe(LIST);
});

test('if the app knows no key, every list is refused', () => {
  expect(() => checkedList('latest-linux.yml', SIGNED, [])).toThrow(UnsignedList);
});

test('an early list becomes the stable one by a copy under its name, signed again', () => {
  const folder = testFolder();
  const [early, stable] = ['early-linux.yml', 'latest-linux.yml'];
  const key = makeKey(join(folder, 'key.pem'));
  writeFileSync(join(folder, early), LIST);
  expect(signFeed(folder, join(folder, 'key.pem'))).toEqual([early]);
  copyFileSync(join(folder, early), join(folder, stable));
  expect(() => checkedList(stable, readFileSync(join(folder, stable), 'utf8'), [key])).toThrow(UnsignedList);
  expect(signFeed(folder, join(folder, 'key.pem')).toSorted()).toEqual([early, stable]);
  for (const name of [early, stable]) expect(checkedList(name, readFileSync(join(folder, name), 'utf8'), [key])).toBe(LIST);
});
