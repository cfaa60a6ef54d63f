/** A tablet's way to a station, in a real browser: the guide, the venue's authority installed, the secure page, the code. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { CallOutput } from '../../../contract/contract.ts';
import { type App, startApp } from '../../../main/app/app.ts';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { RENDERER } from '../../e2e/venue/screen.ts';
import { until } from '../../e2e/venue/venue.ts';
import { chromiumPath } from '../../setup/chromium.ts';
import { t } from '../../setup/messages.ts';
import { closing, testFolder } from '../../setup/parts.ts';

const STATION = { view: 'station', name: 'Counter 2', rights: ['answer'], venues: null, zones: null, rings: false } as const;

let app: App;
let way: CallOutput<'displays.pair'>;

beforeEach(async () => {
  const dataDir = testFolder();
  const counter = { port: 0, displays: true, displays_port: 0, stations_port: 0 };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter }));
  app = closing(await startApp({ dataDir, log: 'silent', vault: 'file' }));
  const displays = keepDisplays({ app, rendererDir: RENDERER, dataDir, addresses: () => ['127.0.0.1'] });
  closing({ close: displays.stop });
  way = await until('a code', async () => {
    const answer = await app.call('displays.pair', STATION);
    return answer.ok ? (answer.value as typeof way) : null;
  });
});

/** A tablet of its own, that trusts these authorities (PEM). */
async function tablet(trusted: readonly string[]): Promise<Page> {
  const home = testFolder();
  const store = join(home, '.pki', 'nssdb');
  mkdirSync(store, { recursive: true });
  execFileSync('certutil', ['-d', `sql:${store}`, '-N', '--empty-password']);
  for (const pem of trusted) execFileSync('certutil', ['-d', `sql:${store}`, '-A', '-t', 'C,,', '-n', 'venue'], { input: pem });
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const browser: Browser = closing(await chromium.launch({ executablePath: chromiumPath(), args, env: { ...process.env, HOME: home } }));
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function authorityOf(guideUrl: string | null): Promise<string> {
  const answer = await fetch(new URL('/authority.crt', guideUrl ?? ''));
  return new X509Certificate(Buffer.from(await answer.arrayBuffer())).toString();
}

test("a tablet without the venue's authority stays at the guide, and the secure page doesn't open", async () => {
  const page = await tablet([]);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  await page.goto(way.guideUrl ?? '');
  await until('two checks', () => failed.length >= 2);
  expect(new Set(failed)).toEqual(new Set(['/trusted']));
  expect(await page.getByText(t('guide.waiting')).isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: t('guide.goOn') }).isVisible()).toBe(false);
  await expect(page.goto(way.url)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
});

test('a tablet with the authority goes on from the guide to the secure page and pairs there', async () => {
  const page = await tablet([await authorityOf(way.guideUrl)]);
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.goto(way.guideUrl ?? '');
  await page.getByRole('link', { name: t('guide.goOn') }).click();
  await page.getByLabel('Code').fill(way.code);
  await page.getByRole('button', { name: 'Pair' }).click();
  await page.locator('.app[data-linked="true"]').waitFor();
  expect(await page.evaluate('isSecureContext')).toBe(true);
  expect(new URL(page.url()).origin).toBe(new URL(way.url).origin);
  await page.reload();
  await page.locator('.app[data-linked="true"]').waitFor();
  expect(errors).toEqual([]);
});
