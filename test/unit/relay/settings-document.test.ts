/** A chain's settings are sent signed, byte for byte, and can't be changed afterwards. */
import { createPrivateKey, sign } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  codeWithPrint,
  makeSettingsPair,
  partsOfCode,
  printOfKey,
  type SettingsDocument,
  SettingsKey,
  SignedSettings,
  signSettings,
  verifySettings,
} from '../../../contract/relay/settings-document.ts';

const pair = makeSettingsPair();
const document: SettingsDocument = {
  format: 1,
  group: 'harbour',
  version: 7,
  by: 'Example chain',
  made_at: '2026-11-22T12:00:00.000Z',
  settings: { work: { undo_seconds: 8 }, template: { receipt: { footer: 'Ευχαριστούμε, תודה, ありがとう' } } },
};
const signed = signSettings(document, pair);
/** Signs any text with our key, also one that is no settings document. */
function signedText(text: string): SignedSettings {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: pair.publicKey, d: pair.privateKey }, format: 'jwk' });
  return {
    document: text,
    signature: sign(null, Buffer.from(`tillbridge settings document 1\n${text}`), key).toString('base64url'),
    key: pair.publicKey,
  };
}

test('a signed document is read as written, also after it was sent as JSON', () => {
  expect(verifySettings(signed, pair.publicKey)).toEqual({ ok: true, document });
  const sent = v.parse(SignedSettings, JSON.parse(JSON.stringify(signed)));
  expect(verifySettings(sent, pair.publicKey)).toEqual({ ok: true, document });
  expect(v.is(SettingsKey, pair.publicKey)).toBe(true);
});

test('any changed bit of a settings document or its signature is detected', () => {
  const bytes = Buffer.from(signed.document);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(verifySettings({ ...signed, document: changed.toString('utf8') }, pair.publicKey)).toEqual({ ok: false, why: 'damaged' });
  }
  const signature = Buffer.from(signed.signature, 'base64url');
  for (let bit = 0; bit < signature.length * 8; bit += 1) {
    const changed = Buffer.from(signature);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const given = { ...signed, signature: changed.toString('base64url') };
    expect(verifySettings(given, pair.publicKey)).toEqual({ ok: false, why: 'damaged' });
  }
});

test('a document signed by another key is refused, whatever key it names', () => {
  const other = makeSettingsPair();
  const forged = signSettings({ ...document, version: 8 }, other);
  expect(verifySettings(forged, pair.publicKey)).toEqual({ ok: false, why: 'another-key' });
  expect(verifySettings({ ...forged, key: pair.publicKey }, pair.publicKey)).toEqual({ ok: false, why: 'damaged' });
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: pair.publicKey, d: pair.privateKey }, format: 'jwk' });
  const elsewhere = sign(null, Buffer.from(signed.document), key).toString('base64url');
  expect(verifySettings({ ...signed, signature: elsewhere }, pair.publicKey)).toEqual({ ok: false, why: 'damaged' });
});

test("a validly signed text that isn't a settings document is refused as unreadable, not as damaged", () => {
  const text = JSON.stringify(document);
  for (const no of [
    '',
    'null',
    '[]',
    '{',
    '['.repeat(60_000),
    text.replace('"version":7', '"version":0'),
    text.replace('"format":1', '"format":2'),
  ])
    expect(verifySettings(signedText(no), pair.publicKey)).toEqual({ ok: false, why: 'unreadable' });
  expect(verifySettings(signedText(JSON.stringify({ ...document, more: 1 })), pair.publicKey)).toEqual({ ok: false, why: 'unreadable' });
  expect(verifySettings(signedText(text), pair.publicKey).ok).toBe(true);
});

test('a public key of another length or with other characters is refused', () => {
  for (const no of ['', 'A'.repeat(42), 'A'.repeat(44), `${pair.publicKey}=`, '!'.repeat(43)]) expect(v.is(SettingsKey, no)).toBe(false);
});

test("a relay code with a key fingerprint is split however it's typed; a code without one stays as typed", () => {
  const code = '7K2QD-0F1GH-ABCDE-23456-VWXYZ';
  const typed = codeWithPrint(code, pair.publicKey);
  expect(typed).toMatch(/^([0-9A-Z]{5}-){5}([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  for (const how of [typed, typed.toLowerCase(), typed.replaceAll('-', ' '), ` ${typed.replaceAll('1', 'l').replaceAll('0', 'o')} `]) {
    const { code: sent, isKey } = partsOfCode(how);
    expect(sent).toBe(code.replaceAll('-', ''));
    expect(isKey?.(pair.publicKey)).toBe(true);
    expect(isKey?.(makeSettingsPair().publicKey)).toBe(false);
    expect(isKey?.('')).toBe(false);
  }
  expect(partsOfCode(code)).toEqual({ code, isKey: null });
  expect(printOfKey(pair.publicKey)).toMatch(/^([0-9A-Z]{4} ){3}[0-9A-Z]{4}$/);
  expect(printOfKey(pair.publicKey)).not.toBe(printOfKey(makeSettingsPair().publicKey));
});
