/** Whose lists of versions an app takes: signed with a key that it knows, for the very file they came as, and nothing behind the signature. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkedList, publicHalf, signList, UnsignedList } from '../../../main/hosts/electron/updates/list-signature.ts';

const OURS = generateKeyPairSync('ed25519').privateKey;
const THEIRS = generateKeyPairSync('ed25519').privateKey;
const KEYS = [publicHalf(OURS)];
const LIST = "version: 9.9.9\npath: 'Tillbridge-9.9.9.AppImage'\n";
const SIGNED = signList('latest-linux.yml', LIST, OURS);

test('a list that was signed is read without its signature', () => {
  expect(checkedList('latest-linux.yml', SIGNED, KEYS)).toBe(LIST);
  expect(checkedList('latest-linux.yml', SIGNED, [publicHalf(THEIRS), ...KEYS])).toBe(LIST);
});

test('a list without a line end at its end is signed and read as well', () => {
  expect(checkedList('latest.yml', signList('latest.yml', LIST.trimEnd(), OURS), KEYS)).toBe(LIST);
});

test('signed again it carries one signature, the last', () => {
  expect(signList('latest-linux.yml', SIGNED, OURS)).toBe(SIGNED);
});

test.each([
  ['not signed', LIST],
  ['empty', ''],
  ['signed by somebody else', signList('latest-linux.yml', LIST, THEIRS)],
  ['changed since', SIGNED.replace('9.9.9', '9.9.8')],
  ['signed as the list of another system', signList('latest.yml', LIST, OURS)],
  ['signed with nothing', `${LIST}# signature: \n`],
  ['signed with something short', `${LIST}# signature: AAAA\n`],
])('a list that is %s is refused', (_how, text) => {
  expect(() => checkedList('latest-linux.yml', text, KEYS)).toThrow(UnsignedList);
});

test('what was put behind the signature is not read', () => {
  expect(checkedList('latest-linux.yml', `${SIGNED}version: 1.0.0\n`, KEYS)).toBe(LIST);
});

test('without a key nothing is taken', () => {
  expect(() => checkedList('latest-linux.yml', SIGNED, [])).toThrow(UnsignedList);
});
