/** `npm run sandbox`: the simulated service alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const START = fileURLToPath(new URL('../../../sandbox/start.ts', import.meta.url));

let running: ChildProcess | null = null;
afterEach(() => {
  running?.kill('SIGKILL');
});

async function start(...args: string[]): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error('The sandbox said nothing.');
}

test('npm run sandbox prints its addresses and credentials as one JSON line', async () => {
  const { child, line } = await start('--port', '0', '--json');
  const output = JSON.parse(line);
  expect(Object.keys(output)).toEqual([
    'auth_url',
    'order_base_url',
    'delivery_base_url',
    'gateway_url',
    'control_url',
    'client_id',
    'client_secret',
  ]);
  const venue = await fetch(`${output.control_url}/venues`, { method: 'POST' });
  expect(venue.status).toBe(201);
  expect(Object.keys((await venue.json()) as object)).toEqual(['venue_id', 'authorization_code', 'redirect_uri']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('npm run sandbox with a printer port also runs a printer', async () => {
  const { line } = await start('--port', '0', '--printer-port', '0', '--json');
  const output = JSON.parse(line);
  const papers = await fetch(`${output.printer_control_url}/papers`);
  expect(await papers.json()).toEqual({ papers: [] });
});

test('a port in use and an invalid port are reported', async () => {
  const { line } = await start('--port', '0', '--json');
  const port = new URL(JSON.parse(line).control_url).port;
  for (const [wanted, expected] of [
    [port, /port.*--port/],
    ['eighty', /--port must be a whole number/],
  ] as const) {
    const second = spawn(process.execPath, [START, '--port', wanted], { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    second.stderr.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    expect(await new Promise((resolve) => second.once('close', resolve))).toBe(1);
    expect(text).toMatch(expected);
  }
});
