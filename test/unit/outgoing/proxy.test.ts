/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY work as in other programs. */
import { expect, test } from 'vitest';
import { proxyFor } from '../../../main/outgoing/proxy.ts';

const PROXY = { HTTPS_PROXY: 'http://proxy.example.test:3128' };
const through = (address: string, env: NodeJS.ProcessEnv) => proxyFor(address, env)?.href ?? null;

test.each<[string, NodeJS.ProcessEnv, string | null]>([
  ['https://orders.example.test/v2', {}, null],
  ['https://orders.example.test/v2', PROXY, 'http://proxy.example.test:3128/'],
  ['https://orders.example.test', { https_proxy: 'proxy.example.test:3128' }, 'http://proxy.example.test:3128/'],
  ['https://orders.example.test', { HTTP_PROXY: 'http://user:key@proxy.example.test' }, 'http://user:key@proxy.example.test/'],
  ['http://till.example.test', PROXY, null],
  ['http://till.example.test', { HTTP_PROXY: 'http://other.example.test' }, 'http://other.example.test/'],
  ['https://orders.example.test', { ...PROXY, https_proxy: 'http://first.example.test' }, 'http://first.example.test/'],
  ['https://orders.example.test', { HTTPS_PROXY: 'socks5://proxy.example.test' }, null],
  ['https://orders.example.test', { HTTPS_PROXY: 'not an address' }, null],
])('%s with %j goes through %s', (address, env, proxy) => expect(through(address, env)).toBe(proxy));

test('this computer is always reached directly', () => {
  for (const address of ['https://127.0.0.1:8741', 'http://localhost:4010', 'http://[::1]:9/'])
    expect(through(address, { HTTPS_PROXY: 'http://p.test', HTTP_PROXY: 'http://p.test' })).toBe(null);
});

test.each([
  ['*', 'https://orders.example.test', true],
  ['orders.example.test', 'https://orders.example.test', true],
  ['example.test', 'https://orders.example.test', true],
  ['.example.test', 'https://orders.example.test', true],
  ['*.example.test', 'https://orders.example.test', true],
  ['ample.test', 'https://orders.example.test', false],
  ['other.test, ORDERS.example.test', 'https://orders.example.test', true],
  ['orders.example.test:8443', 'https://orders.example.test', false],
  ['orders.example.test:443', 'https://orders.example.test', true],
  ['192.168.0.0/16', 'https://192.168.1.50', true],
  ['192.168.001.050', 'https://192.168.1.50', true],
  ['192.168.0.0/16', 'https://10.0.0.1', false],
  ['192.168.0.0/99', 'https://192.168.1.50', false],
  ['fd00::/8', 'https://[fd00::1]', true],
  ['fd00::1', 'https://[fd00::1]', true],
])('with NO_PROXY=%s, %s is reached directly: %s', (list, address, isDirect) => {
  expect(through(address, { ...PROXY, NO_PROXY: list }) === null).toBe(isDirect);
});
