/** The desktop app as a station, on the fake Electron. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../../../main/hosts/displays/authority/certificates.ts';
import { readStation } from '../../../main/hosts/electron/station/kept-station.ts';
import { type DesktopApp, driveDesktopApp, startProcess } from '../../fake-electron/drive.ts';
import { testFolder } from '../../setup/parts.ts';

const NOW = Date.UTC(2026, 10, 20);
const HOST = '127.0.0.1';
const FIRST_CODE = '0123456789abcdef';
const SECOND_CODE = 'fedcba9876543210';
const PAGE = `<!doctype html><p id="code"></p><script>
  document.getElementById('code').textContent = 'code ' + (location.hash || 'none');
  history.replaceState(null, '', '/');
</script>`;

let app: DesktopApp | null = null;
afterEach(() => app?.kill());

async function openCounter(code: string) {
  const authority = makeAuthority(NOW);
  const state = { away: false };
  const server = createServer(makeServerCertificate(authority, [HOST], NOW), (request, response) => {
    if (state.away) request.socket.destroy();
    else response.setHeader('content-type', 'text/html').end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const origin = `https://${HOST}:${(server.address() as AddressInfo).port}`;
  const fingerprint = authority.certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  return { origin, state, link: `${origin}/?authority=${fingerprint}#${code}` };
}

async function textAt(origin: string): Promise<string | null> {
  const page = await app?.pageAgain((url) => url.startsWith(origin));
  return page ? page.locator('#code').textContent() : null;
}

test('a station keeps its code until the counter answers, and takes the link of a second start', async () => {
  const [first, second] = [await openCounter(FIRST_CODE), await openCounter(SECOND_CODE)];
  const dataDir = testFolder();
  first.state.away = true;
  app = await driveDesktopApp({ dataDir, args: ['--station', first.link], env: { STAND_IN_LANGUAGES: 'sv-FI,fi-FI' } });
  await app.page().getByRole('heading', { name: 'Ei yhteyttä pääkoneeseen' }).waitFor();
  first.state.away = false;
  expect(await textAt(first.origin)).toBe(`code #${FIRST_CODE}`);

  const again = startProcess({ dataDir, args: ['--station', second.link] });
  await new Promise((resolve) => again.once('exit', resolve));
  expect(await textAt(second.origin)).toBe(`code #${SECOND_CODE}`);
  expect(readStation(dataDir).origin).toBe(second.origin);

  startProcess({ dataDir, args: ['--no-station'] });
  expect(await app.ended).toBe(0);
}, 120_000);

test("a counter's folder is refused as a station's", async () => {
  const { link } = await openCounter(FIRST_CODE);
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'tillbridge.sqlite'), '');
  const started = startProcess({ dataDir, args: ['--station', link] });
  onTestFinished(() => void started.kill('SIGKILL'));
  expect(await new Promise((resolve) => started.once('exit', resolve))).toBe(1);
  expect(() => readStation(dataDir)).toThrow();
}, 60_000);
