/** A release is packed only if it is signed, notarized and updatable; a trial build needs none of it. */
import { expect, test } from 'vitest';
import { type Packing, prepareRelease } from '../../../main/hosts/electron/package/release.ts';

const READY = (): Packing => ({
  extraMetadata: {
    homepage: 'https://tillbridge.example.test',
    updateFeed: 'https://updates.example.test',
    updateKeys: ['key'],
    updatePublishers: ['CN=Tillbridge Oy'],
  },
});
const SERVICE = {
  TILLBRIDGE_SIGNING_ENDPOINT: 'https://sign.example.test',
  TILLBRIDGE_SIGNING_ACCOUNT: 'account',
  TILLBRIDGE_SIGNING_PROFILE: 'profile',
};
const NOTARY = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };
const RELEASE = { TILLBRIDGE_RELEASE: '1' };

test('a trial build is packed unchanged', () => {
  const packing: Packing = {};
  prepareRelease(packing, 'win32', {});
  expect(packing).toEqual({});
});

test('a release is refused with the names of the missing entries of electron-builder.yml', () => {
  const packing = { extraMetadata: { updateFeed: 'https://updates.tillbridge.example', updateKeys: [], homepage: '' } };
  expect(() => prepareRelease(packing, 'linux', RELEASE)).toThrow(/updateFeed.*\n.*homepage.*\n.*updateKeys.*\n.*updatePublishers/);
});

test('a release for Windows needs a signing service or a certificate', () => {
  expect(() => prepareRelease(READY(), 'win32', RELEASE)).toThrow('a signature');
  expect(() => prepareRelease(READY(), 'win32', { ...RELEASE, ...SERVICE, TILLBRIDGE_SIGNING_PROFILE: '' })).toThrow('a signature');
  const withCertificate = READY();
  prepareRelease(withCertificate, 'win32', { ...RELEASE, WIN_CSC_LINK: 'file.pfx' });
  expect(withCertificate).toMatchObject({ forceCodeSigning: true });
  expect(withCertificate.win).toBeUndefined();
});

test('the signing service signs for Windows as the publisher that the app accepts updates from', () => {
  const packing = READY();
  prepareRelease(packing, 'win32', SERVICE);
  expect(packing.win?.azureSignOptions).toEqual({
    publisherName: 'CN=Tillbridge Oy',
    endpoint: 'https://sign.example.test',
    codeSigningAccountName: 'account',
    certificateProfileName: 'profile',
  });
});

test('a release for macOS is built on macOS and notarized', () => {
  expect(() => prepareRelease(READY(), 'darwin', RELEASE, 'darwin')).toThrow('notarization');
  expect(() => prepareRelease(READY(), 'darwin', { ...RELEASE, ...NOTARY, APPLE_API_ISSUER: undefined }, 'darwin')).toThrow('notarization');
  expect(() => prepareRelease(READY(), 'darwin', { ...RELEASE, ...NOTARY }, 'linux')).toThrow('on macOS');
  const packing = READY();
  prepareRelease(packing, 'darwin', { ...RELEASE, ...NOTARY }, 'darwin');
  expect(packing.forceCodeSigning).toBe(true);
});
