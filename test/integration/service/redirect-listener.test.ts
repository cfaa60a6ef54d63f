/** The redirect address for an authorization code: unguessable, accepts one code, and leaves nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRedirects, type Redirects } from '../../../main/service/redirect-listener.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { until } from '../../e2e/venue/venue.ts';
import { onDefect } from '../../setup/parts.ts';

let redirects: Redirects;
beforeEach(() => {
  redirects = createRedirects(systemTime, onDefect);
});
afterEach(() => redirects[Symbol.dispose]());

const status = (address: string, method = 'GET') =>
  fetch(address, { method }).then(
    (answer) => answer.status,
    () => 'closed',
  );

test("the service's code is accepted once at the shown address, which then closes", async () => {
  const address = await redirects.open('loopback');
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/connected\/[\w-]{43}$/);
  const code = redirects.codeOf(address);
  expect(await status(`${address}?code=the%2Fcode&state=whatever`)).toBe(200);
  expect(await code).toBe('the/code');
  expect(await status(`${address}?code=another`)).toBe('closed');
  expect(await redirects.codeOf(address)).toBe(null);
});

test("requests with another path, another method, no code or two codes aren't accepted as a code", async () => {
  const address = await redirects.open('loopback');
  const { origin, pathname } = new URL(address);
  for (const path of ['/connected', '/connected/', '/', '//', `${pathname}/`, `/connected/${'A'.repeat(43)}`])
    expect([path, await status(`${origin}${path}?code=stolen`)]).toEqual([path, 404]);
  for (const query of ['', '?code=', '?error=access_denied', '?code=a&code=b', '?code=%00', `?code=${'x'.repeat(5_000)}`])
    expect([query.slice(0, 20), await status(address + query)]).toEqual([query.slice(0, 20), 400]);
  expect(await status(`${address}?code=stolen`, 'POST')).toBe(400);
  const code = redirects.codeOf(address);
  await status(`${address}?code=right`);
  expect(await code).toBe('right');
});

test('opening another redirect address closes the previous one without a code', async () => {
  const first = await redirects.open('loopback');
  const code = redirects.codeOf(first);
  const second = await redirects.open('loopback');
  expect(second).not.toBe(first);
  expect(await code).toBe(null);
  await until('the first to be closed', async () => (await status(`${first}?code=late`)) === 'closed');
});

test('a redirect link to the desktop app is unguessable and accepts one code too', async () => {
  const link = await redirects.open('link');
  expect(link).toMatch(/^tillbridge:\/\/connected\/[\w-]{43}$/);
  const code = redirects.codeOf(link);
  for (const address of [
    'tillbridge://connected?code=stolen',
    'tillbridge://connected/?code=stolen',
    `${link}x?code=stolen`,
    link,
    'nonsense',
    '',
  ])
    expect([address, redirects.arrived(address)]).toEqual([address, false]);
  expect(redirects.arrived(`${link}?code=right`)).toBe(true);
  expect(redirects.arrived(`${link}?code=again`)).toBe(false);
  expect(await code).toBe('right');
});

test('stopping closes the redirect address and ends the wait for a code', async () => {
  const address = await redirects.open('loopback');
  const code = redirects.codeOf(address);
  redirects[Symbol.dispose]();
  expect(await code).toBe(null);
  await until('the end of the address', async () => (await status(address)) === 'closed');
});
