/** Addresses are judged by where they really lead, also those saved by earlier versions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { RelayAddress } from '../../../contract/address.ts';
import { asRequest, isLoopback, originOf, Settings } from '../../../contract/contract.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { testFolder } from '../../setup/parts.ts';
import fc from '../../setup/property.ts';

const taken = (settings: object): boolean => v.safeParse(Settings, settings).success;
const SERVICE = ['auth_url', 'order_base_url', 'delivery_base_url', 'gateway_url'];
/** Every setting with an address that secrets are sent to or programs loaded from. */
const everywhere = (url: string): boolean[] => [
  ...SERVICE.map((name) => taken({ service: { [name]: url } })),
  taken({ desktop: { update_feed: url } }),
  taken({ pos: { kind: 'http', url } }),
  taken({ alerts: { webhook_url: url } }),
];

describe('plain http', () => {
  test.each([
    'http://127.0.0.1:4010',
    'http://127.9.9.9',
    'http://localhost:4010/orders',
    'http://[::1]:4010',
    'http://2130706433',
    'HTTP://LOCALHOST',
  ])('to %s is accepted: it leads to this computer', (url) => expect(everywhere(url)).toEqual(everywhere(url).map(() => true)));

  test.each([
    'http://127.0.0.1:80@evil.example',
    'http://127.0.0.1@evil.example',
    'http://localhost.evil.example',
    'http://localhost.',
    'http://evil.localhost',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://0.0.0.0',
    'http://[::]',
    'http://127.0.0.1.nip.example',
    'http://128.0.0.1',
    'http://10.0.0.7',
    'http://192.0.2.7',
    'http://till',
    'http:evil.example',
    'http:\\\\evil.example',
    'http://evil.example\\@127.0.0.1',
    'http://evil.example#@127.0.0.1',
    'ftp://127.0.0.1',
    'javascript:alert(1)',
    'https://',
    '',
  ])('to %s is refused: it leads elsewhere', (url) => expect(everywhere(url)).toEqual(everywhere(url).map(() => false)));

  test('an address is loopback only if a connection to it stays on this computer', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        expect(isLoopback(new URL(url).hostname)).toBe(/^https?:\/\/(localhost|127\.\d+\.\d+\.\d+)([:/?#]|$)/.test(url));
      }),
    );
  });
});

test('a saved address is normalized, so a secret never goes to two hosts that seem alike', () => {
  const kept = (url: string): unknown => v.parse(Settings, { service: { auth_url: url } }).service.auth_url;
  expect(kept(' https://Auth.Example.test:443/v2/ ')).toBe('https://auth.example.test/v2');
  expect(kept('http://2130706433:80')).toBe('http://127.0.0.1');
  expect(originOf('https://auth.example.test/a')).toBe(originOf('https://AUTH.example.test:443/b'));
  expect(originOf('https://auth.example.test')).not.toBe(originOf('https://auth.example.test:8443'));
  expect(originOf('https://auth.example.test')).not.toBe(originOf('http://auth.example.test'));
});

test('service addresses have only scheme, host, port and path', () => {
  for (const url of ['https://a:b@auth.example.test', 'https://auth.example.test/?x', 'https://auth.example.test/#x'])
    expect(taken({ service: { auth_url: url } }), url).toBe(false);
});

test('plain HTTP to a till or light is accepted in the local network if allowed, never outside it', () => {
  const plain = (url: string): boolean[] => [
    taken({ pos: { kind: 'http', url, plain_http: true } }),
    taken({ alerts: { webhook_url: url, plain_http: true } }),
  ];
  for (const url of [
    'http://10.0.0.7',
    'http://172.20.0.1',
    'http://192.168.1.5:8080/orders',
    'http://169.254.1.1',
    'http://[fd12::1]',
    'http://[fe80::1]',
    'http://till',
    'http://till.local',
    'http://light.lan',
  ])
    expect(plain(url), url).toEqual([true, true]);
  for (const url of [
    'http://172.32.0.1',
    'http://11.0.0.7',
    'http://till.example.test',
    'http://192.168.1.5@evil.example',
    'http://[2001:db8::1]',
  ])
    expect(plain(url), url).toEqual([false, false]);
});

test('user name and password of an address become a header', () => {
  const { url, headers } = asRequest('https://till:s%C3%A9same%21@till.example.test/orders?x=1');
  expect(url).toBe('https://till.example.test/orders?x=1');
  expect(Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()).toBe('till:sésame!');
  expect(asRequest('https://till.example.test/orders')).toEqual({ url: 'https://till.example.test/orders', headers: {} });
});

test('an address with any password makes a valid request, and percent codes are decoded if valid', () => {
  const sent = (address: string) =>
    Buffer.from(asRequest(address).headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
  expect(sent('https://till:50%off@till.example.test/')).toBe('till:50%off');
  expect(sent('https://till:%C3%A9%@till.example.test/')).toBe('till:é%');
  expect(sent('https://till:%FF%zz%@till.example.test/')).toBe('till:%FF%zz%');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (password) => {
      expect(sent(`https://till:${encodeURIComponent(password.toWellFormed())}@till.example.test/`)).toBe(
        `till:${password.toWellFormed()}`,
      );
      expect(() => asRequest(`https://${password}:${password}@till.example.test/`)).not.toThrow();
    }),
  );
});

test('a settings file with an unsafe address is refused with its line', () => {
  const dir = testFolder();
  const open = (settings: object) => {
    writeFileSync(join(dir, 'settings.json'), JSON.stringify(settings));
    return openSettings(dir);
  };
  expect(() => open({ service: { auth_url: 'http://auth.example.test' } })).toThrow(/service\.auth_url/);
  expect(() => open({ pos: { kind: 'http', url: 'http://192.168.1.5/orders' } })).toThrow(/pos\.url/);
});

test.each([
  ['127.0.0.1:8750', 'http://127.0.0.1:8750'],
  ['localhost:8750', 'http://localhost:8750'],
  ['[::1]:8750/counter', 'http://[::1]:8750'],
  ['relay.example.test', 'https://relay.example.test'],
  ['relay.example.test:8443/', 'https://relay.example.test:8443'],
  ['wss://relay.example.test/counter', 'https://relay.example.test'],
])("a relay's address may lack its scheme: %s", (typed, read) => {
  expect(v.parse(RelayAddress, typed)).toBe(read);
});

test.each([
  'http://relay.example.test',
  '127.0.0.1:80@evil.example',
  'ftp://relay.example.test',
  'javascript:alert(1)',
  'evil.example#127.0.0.1',
])("a relay's address with plain HTTP to another computer, or of another scheme, is refused: %s", (typed) => {
  expect(v.safeParse(RelayAddress, typed).success).toBe(false);
});
