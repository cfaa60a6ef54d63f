/** `npm run dev`: the page from source in front of the app on the sandbox, run in a copy of the source. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { dev } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts as { dev: string };

let browser: Browser;
let copy: string;
let temporary: string;
let output = '';
let ended: Promise<number | null>;
let pid = 0;
let page: URL;
beforeAll(async () => {
  browser = await startBrowser();
  copy = mkdtempSync(join(tmpdir(), 'tillbridge-dev-copy-'));
  temporary = mkdtempSync(join(tmpdir(), 'tillbridge-dev-test-'));
  for (const part of ['main', 'renderer', 'contract', 'shared', 'resources', 'sandbox', 'out', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const [node, ...args] = dev.split(' ');
  expect(node).toBe('node');
  const child = spawn(process.execPath, [...args, '--orders', '1'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, TMPDIR: temporary, DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
  });
  pid = child.pid ?? 0;
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  ended = new Promise((resolve) => child.once('close', resolve));
  await until('the page', () => /^Page: +http/m.test(output), 60_000).catch(() => expect(output).toContain('Page: '));
  page = new URL(/^Page: +(\S+)/m.exec(output)?.[1] ?? '');
}, 120_000);
afterAll(async () => {
  await browser.close();
  if (pid > 0)
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process ended as requested.
    }
  await ended;
  for (const folder of [copy, temporary]) rmSync(folder, { recursive: true, force: true });
});

const status = async (path: string, init: RequestInit = {}) => (await fetch(page.origin + path, init)).status;
/** First line of the server's answer to a request for the page's WebSocket; empty if the server hangs up. */
const linkFrom = (origin: string) =>
  new Promise<string>((resolve) => {
    let answer = '';
    const socket = connect(Number(page.port), '127.0.0.1', () =>
      socket.write(
        `GET /bridge HTTP/1.1\r\nHost: ${page.host}\r\nOrigin: ${origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: tillbridge, nothing\r\n\r\n`,
      ),
    );
    socket.on('data', (text) => (answer += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });

test("npm run dev shows the order, and a change of the page's source appears without a reload", async () => {
  const counter = await browser.newPage();
  counter.setDefaultTimeout(60_000);
  const refused: string[] = [];
  counter.on('console', (message) => /Content.Security.Policy/i.test(message.text()) && refused.push(message.text()));
  await counter.goto(page.href);
  await counter
    .getByRole('article', { name: /^Order \d+$/ })
    .first()
    .waitFor();
  await counter.evaluate('window.sameAsBefore = true');
  const words = join(copy, 'renderer', 'board', 'board.tsx');
  const source = readFileSync(words, 'utf8');
  const changed = source.replace('<main ', '<main data-changed="here" ');
  expect(changed).not.toBe(source);
  // The source is saved repeatedly: on a busy computer the page or the file watcher may start late.
  await until('the change', async () => {
    writeFileSync(words, changed);
    return counter
      .locator('[data-changed="here"]')
      .waitFor({ timeout: 5_000 })
      .then(() => true);
  });
  expect(await counter.evaluate('window.sameAsBefore')).toBe(true);
  expect(await counter.getByRole('article', { name: /^Order \d+$/ }).count()).toBe(1);
  expect(refused).toEqual([]);
  await counter.close();
}, 120_000);

test("the page's server serves no other file, answers no other host name, and refuses WebSockets of foreign pages", async () => {
  expect(await status('/')).toBe(200);
  expect(await status(`/@fs${join(copy, 'package.json')}`)).toBe(403);
  expect(await status('/@fs/etc/passwd')).toBe(403);
  expect(await status(`/@fs${join(copy, 'main', 'app', 'app.ts')}`)).toBe(403);
  expect(await linkFrom('http://elsewhere.test')).toBe('');
  expect(await linkFrom(page.origin)).toBe('HTTP/1.1 403 Forbidden');
});

test("the app behind the page's server has its usual content security policy", async () => {
  const app = /^Counter: +(http:\/\/[^/]+\/)/m.exec(output)?.[1] ?? '';
  const answer = await fetch(app);
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';");
  for (const file of readdirSync(join(ROOT, 'out'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(c?js|html)$/.test(name)))
    expect(readFileSync(join(ROOT, 'out', file), 'utf8').includes('as-with-the-app'), file).toBe(false);
});

test('Ctrl-C stops both servers and leaves no process or folder', async () => {
  process.kill(-pid, 'SIGINT');
  expect(await ended, output).toBe(0);
  expect(() => process.kill(-pid, 0)).toThrow();
  expect(readdirSync(temporary)).toEqual([]);
});
