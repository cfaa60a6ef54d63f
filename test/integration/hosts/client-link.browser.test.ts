/** A misbehaving page is disconnected, and other pages are unaffected. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comeIn } from '../../../lab/faults/attacks/watch/page.ts';
import { type App, startApp } from '../../../main/app/app.ts';
import { type BrowserHost, startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { RENDERER } from '../../e2e/venue/screen.ts';
import { until } from '../../e2e/venue/venue.ts';
import { fileFolder } from '../../setup/parts.ts';

const dataDir = fileFolder();
let app: App;
let host: BrowserHost;
beforeAll(async () => {
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 } }));
  app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  host = await startBrowserHost({ app, rendererDir: RENDERER, dataDir, preferredPort: 0 });
});
afterAll(async () => {
  await host.close();
  await app.close();
});

const page = () => comeIn(host.accessLink(60_000));

test.each(['ping', 'pong'] as const)('a page that sends "%s" without end is cut off, and returns with its key', async (word) => {
  const other = await page();
  const flood = await page();
  for (let at = 0; at < 1_000 && flood.isOpen(); at += 1) flood.socket[word]();
  await until('the end of its link', () => !flood.isOpen());
  expect((await other.call('displays.list', {}))?.ok).toBe(true);
  const back = await comeIn(flood.address, flood.keys);
  expect((await back.call('displays.list', {}))?.ok).toBe(true);
  for (const one of [other, back]) one.leave();
});

test('a page that answers and calls now and then stays connected', async () => {
  const quiet = await page();
  for (let at = 0; at < 5; at += 1) {
    quiet.socket.pong();
    quiet.socket.ping();
  }
  await new Promise((resolve) => quiet.socket.once('pong', resolve));
  expect((await quiet.call('displays.list', {}))?.ok).toBe(true);
  quiet.leave();
});

test('of thousands of simultaneous calls of one page nearly all are refused, or the page is cut off', async () => {
  const flood = await page();
  // At the price of a report, a page has ten calls at once and five a second.
  const given = await Promise.all(Array.from({ length: 1_000 }, () => flood.call('history.report', {})));
  const refused = given.filter((answer) => answer === null || (!answer.ok && answer.problem.code === 'too-much'));
  expect(refused.length).toBeGreaterThan(800);
  flood.leave();
});

test("one page's call is answered before the last of many calls that another page sent earlier", async () => {
  const busy = await page();
  const other = await page();
  const answered: string[] = [];
  const ask = (one: typeof busy, name: string) => one.call('displays.list', {}).then(() => answered.push(name));
  const many = Array.from({ length: 20 }, () => ask(busy, 'busy'));
  await Promise.all([...many, ask(other, 'other')]);
  expect(answered.indexOf('other')).toBeLessThan(10);
  for (const one of [busy, other]) one.leave();
});

test('messages of a page after an invalid call are ignored', async () => {
  const other = await page();
  const odd = await page();
  odd.socket.send('no call');
  void odd.call('settings.saveScreen', { screen: { theme: 'dark' } });
  await until('the end of its link', () => !odd.isOpen());
  expect(await other.call('settings.get', {})).toMatchObject({ ok: true, value: { settings: { screen: { theme: 'system' } } } });
  other.leave();
});

test('a menu file with thousands of items arrives whole; any other call of that size is refused', async () => {
  const one = await page();
  const text = 'x'.repeat(3_000_000);
  expect(await one.call('menu.checkFile', { venueId: 'nobody', format: 'csv', text })).toMatchObject({
    problem: { code: 'unknown-venue' },
  });
  expect(await one.call('menu.reviewPrices', { venueId: text, changes: [] })).toMatchObject({ problem: { code: 'too-large' } });
  one.leave();
});
