/** macOS may block devices in the local network; the text for an unreachable one then names the setting. */
import { afterEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { failureOf, wordsOfFailure, wordsOfNoContact } from '../../../main/outgoing/failure.ts';
import { mayBeBlockedByMacos } from '../../../main/outgoing/local-network.ts';

const before = process.platform;
const on = (platform: string) => Object.defineProperty(process, 'platform', { value: platform });
afterEach(() => on(before));

test.each([
  ['192.168.1.50', true],
  ['10.0.0.7', true],
  ['172.16.3.1', true],
  ['169.254.10.1', true],
  ['fe80::1', true],
  ['[fd00::12]', true],
  ['printer.local', true],
  ['till', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['2001:db8::1', false],
  ['orders.example.test', false],
])('unreachable %s may be blocked by macOS: %s', (host, isLocal) => {
  on('darwin');
  expect(mayBeBlockedByMacos(host, 'EHOSTUNREACH')).toBe(isLocal);
});

test("a refused connection, or a system other than macOS, isn't reported as blocked by macOS", () => {
  on('darwin');
  expect(mayBeBlockedByMacos('192.168.1.50', 'ECONNREFUSED')).toBe(false);
  on('linux');
  expect(mayBeBlockedByMacos('192.168.1.50', 'EHOSTUNREACH')).toBe(false);
});

test('for a till that macOS blocks, the text names the setting of macOS', () => {
  on('darwin');
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' }) });
  const failure = failureOf(error, 'http://192.168.1.60:8080/orders');
  expect(failure).toBe('local-network');
  expect(wordsOfFailure(failure, 'http://192.168.1.60:8080/orders')).toEqual({
    text: { code: 'network.blockedByMac', values: { address: '192.168.1.60:8080' } },
    hint: { code: 'network.allowOnMac' },
  });
  expect(failureOf(error, 'https://orders.example.test')).toBe('nothing');
});

test.each([
  ['ENOTFOUND', 'No computer is named pos.kitchen.'],
  ['EAI_AGAIN', 'No computer is named pos.kitchen.'],
  ['ECONNREFUSED', 'pos.kitchen:8080 refuses the connection: no program answers there.'],
  ['ENETUNREACH', 'Nothing answers at pos.kitchen:8080.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'Nothing answers at pos.kitchen:8080.'],
  ['ECONNRESET', null],
])("a till's failure %s has the text %j", (code, text) => {
  const address = 'http://pos.kitchen:8080/orders';
  const words = wordsOfNoContact(failureOf(Object.assign(new Error('fetch failed'), { code }), address), address);
  expect(words && english(words.text)).toBe(text);
});
