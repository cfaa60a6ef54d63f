/** The app page's own scheme serves only the built page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerPage, fileOfAddress, isMapAddress, isPageAddress, PAGE_ADDRESS } from '../../../main/hosts/electron/window/page.ts';
import { fileFolder } from '../../setup/parts.ts';

const root = fileFolder();
const folder = join(root, 'renderer');
beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Counter</title>');
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'export {};');
  mkdirSync(join(folder, 'map'));
  writeFileSync(join(folder, 'map', 'index.html'), '<!doctype html><title>Streets</title>');
  writeFileSync(join(folder, 'map', 'worker-1.js'), 'export {};');
  writeFileSync(join(root, 'secret.txt'), 'not for the page');
  mkdirSync(join(root, 'renderer-other'));
  writeFileSync(join(root, 'renderer-other', 'secret.txt'), 'not for the page');
});

const get = (url: string, method = 'GET'): Promise<Response> => answerPage(folder, { method, url });

describe('the app page', () => {
  test('is served with its types, under a policy that allows only its own files', async () => {
    const page = await get(PAGE_ADDRESS);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Counter</title>');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect((await get('tillbridge-app://counter/')).status).toBe(200);
    const script = await get('tillbridge-app://counter/assets/index-1.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const head = await get(PAGE_ADDRESS, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each([
    'tillbridge-app://counter/../secret.txt',
    'tillbridge-app://counter/..%2fsecret.txt',
    'tillbridge-app://counter/%2e%2e/secret.txt',
    'tillbridge-app://counter/%2e%2e%2fsecret.txt',
    'tillbridge-app://counter/assets/..%2f..%2fsecret.txt',
    'tillbridge-app://counter/..%5csecret.txt',
    'tillbridge-app://counter/..%2frenderer-other%2fsecret.txt',
    'tillbridge-app://counter//../secret.txt',
    'tillbridge-app://counter/%00index.html',
    'tillbridge-app://counter/index.html::$DATA',
    'tillbridge-app://counter/C:%5csecret.txt',
    'tillbridge-app://counter/%zz',
  ])("doesn't serve %s", async (address) => {
    const answer = await get(address);
    expect([403, 404]).toContain(answer.status);
    expect(await answer.text()).toBe('');
  });

  test.each([
    'tillbridge-app://counter/..%2fsecret.txt',
    'tillbridge-app://counter/..%5csecret.txt',
    'tillbridge-app://elsewhere/index.html',
    'https://counter/index.html',
    'file:///etc/passwd',
    'not an address',
  ])('finds no file for %s', (address) => {
    expect(fileOfAddress(folder, address)).toBeNull();
  });

  test('is served only from its folder, even if the path begins with two slashes', () => {
    expect(fileOfAddress(folder, 'tillbridge-app://counter//etc/passwd')).toBe(join(folder, 'etc', 'passwd'));
  });

  test("serves the customer display's logo at the logo's own address, and no other file there", async () => {
    const picture = { type: 'image/png', body: Buffer.from('a picture') } as const;
    const ask = (path: string, method = 'GET') =>
      answerPage(
        folder,
        { method, url: `tillbridge-app://counter${path}` },
        { logoAt: (at) => (at === '/customer-logo/of-today' ? picture : null), tilesOrigin: () => null },
      );
    const answer = await ask('/customer-logo/of-today');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'image/png', 'a picture']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await ask('/customer-logo/of-yesterday')).status).toBe(404);
    expect((await ask('/customer-logo/of-today', 'POST')).status).toBe(405);
  });

  test('lets only the map page and its worker reach the tile service', async () => {
    const tiles = 'https://tiles.example.test';
    const policyOf = async (path: string, origin: string | null) => {
      const beside = { logoAt: () => null, tilesOrigin: () => origin };
      const answer = await answerPage(folder, { method: 'GET', url: `tillbridge-app://counter${path}` }, beside);
      return [answer.status, answer.headers.get('content-security-policy')];
    };
    const usual = (await get(PAGE_ADDRESS)).headers.get('content-security-policy');
    for (const path of ['/index.html', '/assets/index-1.js']) expect(await policyOf(path, tiles)).toEqual([200, usual]);
    const none =
      "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
    for (const path of ['/map/index.html', '/map/worker-1.js']) {
      expect(await policyOf(path, null)).toEqual([200, none]);
      const [, open] = await policyOf(path, tiles);
      expect(String(open).replace(` img-src ${tiles}; connect-src ${tiles};`, '')).toBe(none);
      expect(String(open).match(/https?:[^\s;]+/g)).toEqual([tiles, tiles]);
    }
  });

  test('lists no folder, accepts no uploads, and reports a missing file', async () => {
    expect((await get('tillbridge-app://counter/assets')).status).toBe(404);
    expect((await get('tillbridge-app://counter/assets/')).status).toBe(404);
    expect((await get('tillbridge-app://counter/missing.js')).status).toBe(404);
    expect((await get(PAGE_ADDRESS, 'POST')).status).toBe(405);
  });
});

test.each([
  ['tillbridge-app://counter/map/index.html', true],
  ['tillbridge-app://counter/map/../map/index.html?x', true],
  ['tillbridge-app://counter/index.html', false],
  ['tillbridge-app://counter/map/', false],
  ['tillbridge-app://elsewhere/map/index.html', false],
  ['https://counter/map/index.html', false],
])('a frame within the app page may open "%s": %s', (address, may) => {
  expect(isMapAddress(address)).toBe(may);
});

test.each([
  ['tillbridge-app://counter/index.html', true],
  ['tillbridge-app://counter/', true],
  ['tillbridge-app://counter.example.test/', false],
  ['tillbridge-app://user@elsewhere/', false],
  ['tillbridge-app-other://counter/', false],
  ['https://counter/', false],
  ['about:blank', false],
  ['', false],
])('a frame at "%s" may call the app: %s', (address, may) => {
  expect(isPageAddress(address)).toBe(may);
});
