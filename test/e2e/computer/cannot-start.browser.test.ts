/** A failed start: the app's address shows why and what to do, and the app starts once it can. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openVenueProcess, START, type VenueProcess } from '../../../lab/faults/venue-process.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { t } from '../../setup/messages.ts';
import { openFromMenu, startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let browser: Browser;
let page: Page;
let app: VenueProcess;
let counter: string;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  const port = await freePort();
  counter = `http://127.0.0.1:${port}/`;
  app = await openVenueProcess({ robot: false, settings: { counter: { port } } });
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
});
afterEach(async () => {
  await page.close();
  await app.close();
});

const inData = (name: string) => join(app.venue.dataDir, name);
const output = async () => (await page.locator('main[role="alert"]').textContent({ timeout: 20_000 })) ?? '';
const reported = async () => {
  await until('the page', async () => (await page.goto(counter).catch(() => null))?.status() === 503, 20_000);
  return output();
};
const board = () => page.getByRole('region', { name: /^New: / }).waitFor();
const pair = async () => {
  await app.switchOn();
  await page.goto(app.counterUrl());
  await board();
  await app.switchOff();
};

test('without vault.key the page says what to do, and restoring the file restores everything', async () => {
  await pair();
  renameSync(inData('vault.key'), inData('elsewhere.key'));
  const sealed = readFileSync(inData('vault.enc'));
  void app.switchOn();
  expect(await output()).toMatch(/vault\.key\) is missing.*Restore vault\.key.*reconnect the venues/s);
  expect(readFileSync(inData('vault.enc'))).toEqual(sealed);
  renameSync(inData('elsewhere.key'), inData('vault.key'));
  await board();
  await app.place('takeaway');
  await page.getByRole('article', { name: 'Order 10001', exact: true }).waitFor();
});

test('a page reloaded during a failed start forgets its sign-in key, and can be paired again with a code', async () => {
  await pair();
  renameSync(inData('vault.key'), inData('elsewhere.key'));
  void app.switchOn();
  await output();
  await page.reload();
  await output();
  const kept = await page.evaluate('JSON.stringify([{ ...sessionStorage }, Object.keys(localStorage)])');
  expect(kept).toBe('[{},["tillbridge-language"]]');
  renameSync(inData('elsewhere.key'), inData('vault.key'));
  await until('the counter', () => app.counterUrl() !== '');
  const code = page.getByLabel('Code');
  await code.fill(new URL(app.counterUrl()).hash.slice(1));
  await page.getByRole('button', { name: 'Pair' }).click();
  await board();
});

test("after the vault's key is lost, renaming vault.enc lets the app start and ask to reconnect", async () => {
  await pair();
  writeFileSync(inData('vault.key'), Buffer.alloc(32, 7));
  void app.switchOn();
  expect(await output()).toContain('damaged or belong to another key');
  renameSync(inData('vault.enc'), inData('vault.enc.old'));
  await board();
  await openFromMenu(page, 'Settings');
  await page.getByRole('button', { name: /^Reconnect/ }).waitFor();
});

test("the page about a failed start is in the screens' language", async () => {
  const settings = JSON.parse(readFileSync(inData('settings.json'), 'utf8'));
  writeFileSync(inData('settings.json'), JSON.stringify({ ...settings, screen: { language: 'he' } }));
  rmSync(inData('vault.key'));
  void app.switchOn();
  expect(await reported()).toMatch(/[\u0590-\u05ff]/);
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.getByRole('alert').textContent()).not.toMatch(/Tillbridge can't start|retr(?:ies|ying)|is missing/);
});

test("if the page's files are missing, the address says so, orders are received, and the page opens once they're back", async () => {
  await pair();
  const copy = mkdtempSync(join(ROOT, 'coverage-without-page-'));
  try {
    cpSync(join(START, '..'), join(copy, 'node'), { recursive: true });
    void app.switchOn([], {}, join(copy, 'node', 'start.js'));
    expect(await output()).toContain(t('app.pagesMissing'));
    const id = await app.place('takeaway');
    await until('the order to be read', async () => (await app.venue.asked(id, 'get order v2')) > 0);
    cpSync(join(START, '..', '..', 'renderer'), join(copy, 'renderer'), { recursive: true });
    await board();
    await page.getByRole('article', { name: 'Order 10001', exact: true }).waitFor();
  } finally {
    await app.switchOff();
    rmSync(copy, { recursive: true, force: true });
  }
});

test("a start with damaged settings opens no database, and continues once they're fixed", async () => {
  const good = readFileSync(inData('settings.json'));
  writeFileSync(inData('settings.json'), '{"receiver": {');
  void app.switchOn();
  await until('the process', () => app.isOn());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(readdirSync(app.venue.dataDir)).not.toContain('tillbridge.sqlite-wal');
  writeFileSync(inData('settings.json'), good);
  await until('the counter', () => app.counterUrl() !== '');
  await page.goto(app.counterUrl());
  await board();
});

test('a start that waits for a missing file can be ended by SIGTERM', async () => {
  rmSync(inData('vault.key'));
  void app.switchOn();
  await reported();
  process.kill(app.pid(), 'SIGTERM');
  await app.ended();
});
