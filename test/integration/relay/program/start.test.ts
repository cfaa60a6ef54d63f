/** The relay as a program: its output, what it refuses to start with, and what it leaves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../setup/parts.ts';
import { ORDER_SECRET, openRelay, type RunningRelay, signed, VENUE } from '../at-the-relay.ts';
import { keyFor, type LightCounter, listen } from '../light-counter.ts';

interface Started {
  program: ChildProcess;
  line: Promise<string>;
  errors: () => string;
  ended: Promise<number | null>;
}

function start(...options: string[]): Started {
  const program = spawn(process.execPath, ['relay/start.ts', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  program.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  const line = new Promise<string>((resolve) => createInterface(program.stdout).once('line', resolve));
  return { program, line, errors: () => errors, ended };
}

/** With so many counters that they are sent away in several batches. */
async function startWithCounters() {
  const dataDir = testFolder();
  const limits = { redeem_tries_per_minute: 1_000 };
  writeFileSync(join(dataDir, 'relay.json'), JSON.stringify({ limits, webhook_secrets: { orders: [ORDER_SECRET] } }));
  const relay = start('--data-dir', dataDir, '--port', '0', '--json');
  const running: Pick<RunningRelay, 'addresses'> = { addresses: JSON.parse(await relay.line) };
  const counters: LightCounter[] = [];
  for (let count = 0; count < 120; count += 1) counters.push(await listen(running, (await keyFor(running, VENUE)).key, { [VENUE]: 0 }));
  await expect.poll(() => counters.every(({ frames }) => frames.length === 1)).toBe(true);
  return { relay, running, counters };
}

test('with --json the relay prints one line with addresses and operator key, and stops at SIGTERM', async () => {
  const dataDir = join(testFolder(), 'made', 'by-the-relay');
  const relay = start('--data-dir', dataDir, '--port', '0', '--json');
  const addresses = JSON.parse(await relay.line);
  const origin = new URL(addresses.counter_url).origin;
  expect(addresses).toEqual({
    ingest_url: `${origin}/notifications`,
    counter_url: origin,
    operator_url: `${origin}/operator`,
    operator_key: expect.stringMatching(/^[\w-]{43}$/),
    metrics_url: `${origin}/metrics`,
  });
  expect((await fetch(addresses.ingest_url, { method: 'POST' })).status).toBe(503);
  relay.program.kill('SIGTERM');
  expect(await relay.ended).toBe(0);
  expect(relay.errors()).toContain('No webhook secret of the order API is set');

  // The folder and its files are private to their user.
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir).map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)])).toEqual(
    readdirSync(dataDir).map((name) => [name, '600']),
  );
  expect(existsSync(join(dataDir, 'relay.sqlite'))).toBe(true);
  const next = start('--data-dir', dataDir, '--port', '0', '--json');
  expect(JSON.parse(await next.line).operator_key).toBe(addresses.operator_key);
});

test('at SIGTERM counters are sent away before the relay ends', async () => {
  const { relay, counters } = await startWithCounters();
  relay.program.kill('SIGTERM');
  const why = await Promise.all(counters.map(({ ended }) => ended));
  expect(new Set(why)).toEqual(new Set(['closing']));
  expect(await relay.ended).toBe(0);
});

test('a second signal ends the relay at once', async () => {
  const { relay, running } = await startWithCounters();
  // A request without its end holds the port open for a second.
  const held = request(running.addresses.ingest_url, { method: 'POST', headers: { 'service-signature': signed(Buffer.from('x')) } });
  held.on('error', () => undefined).write('x');
  relay.program.kill('SIGTERM');
  const again = setInterval(() => relay.program.kill('SIGTERM'), 50);
  expect(await relay.ended).toBe(1);
  clearInterval(again);
});

test("without --json the operator's key is printed nowhere", async () => {
  const dataDir = testFolder();
  const relay = start('--data-dir', dataDir, '--port', '0');
  let printed = '';
  relay.program.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  await relay.line;
  relay.program.kill('SIGTERM');
  await relay.ended;
  expect(printed).toContain('The relay is up.');
  expect(printed + relay.errors()).not.toContain(readFileSync(join(dataDir, 'operator.key'), 'utf8').trim());
});

test('a second relay on the same folder is refused', async () => {
  const dataDir = testFolder();
  const first = await openRelay({ dataDir });
  await expect(openRelay({ dataDir })).rejects.toThrow('A relay is already running on');
  await first.stop();
  await openRelay({ dataDir });
});

test("a lock file of zeros, left by a power cut, doesn't stop the start, and still keeps a second relay out", async () => {
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'in-use.lock'), Buffer.alloc(600));
  await openRelay({ dataDir });
  await expect(openRelay({ dataDir })).rejects.toThrow('A relay is already running on');
});

test('a settings file that other users can read is closed to them', async () => {
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'relay.json'), '{}', { mode: 0o644 });
  await openRelay({ dataDir });
  expect(statSync(join(dataDir, 'relay.json')).mode & 0o777).toBe(0o600);
});

for (const [what, text, expected] of [
  ["text that isn't JSON", '{\n"listen":', 'line 2'],
  ['an unknown setting', '{"listen": {"prot": 1}}', 'listen.prot is no setting.'],
  ['a short secret', '{"webhook_secrets": {"orders": ["hidden-value"]}}', 'webhook_secrets.orders.0 is wrong'],
  [
    'three secrets',
    `{"webhook_secrets": {"orders": ${JSON.stringify(Array(3).fill('hidden-value-of-enough-characters'))}}}`,
    'webhook_secrets.orders is wrong',
  ],
  [
    'a sign in a database password',
    '{"engine": {"postgres": {"urls": ["postgresql://relay:hidden-value#@db.example.test/relay"]}}}',
    'engine.postgres.urls.0 is wrong: expected url.',
  ],
  [
    'a slash in a database password',
    '{"engine": {"postgres": {"urls": ["postgresql://relay:12/hidden-value@db.example.test/relay"]}}}',
    'engine.postgres.urls.0 is wrong: signs in its password must be percent-encoded.',
  ],
  ['an open address without TLS', '{"listen": {"host": "0.0.0.0"}}', 'Set tls, or behind_proxy'],
  ['missing TLS files', '{"tls": {"certificate_file": "/nowhere/a.pem", "key_file": "/nowhere/b.pem"}}', 'The TLS files cannot be read'],
  [
    "a missing file of the database's certificates",
    '{"engine": {"postgres": {"urls": ["postgresql://relay:hidden-value@127.0.0.1:1/relay"], "ca_file": "/nowhere/ca.pem"}}}',
    'engine.postgres.ca_file cannot be read',
  ],
] as const) {
  test(`settings with ${what} are refused with a text that shows no secret`, async () => {
    const dataDir = testFolder();
    writeFileSync(join(dataDir, 'relay.json'), text);
    const relay = start('--data-dir', dataDir, '--port', '0');
    expect(await relay.ended).toBe(1);
    expect(relay.errors()).toContain(expected);
    expect(relay.errors()).not.toContain('hidden-value');
  });
}

test('a port in use and an unusable folder are reported', async () => {
  const { addresses } = await openRelay();
  const port = Number(new URL(addresses.ingest_url).port);
  const dataDir = testFolder();
  await expect(openRelay({ dataDir, settings: { listen: { port } } })).rejects.toThrow(`Another program uses port ${port}`);
  await openRelay({ dataDir });
  const taken = join(testFolder(), 'a-file');
  writeFileSync(taken, '');
  await expect(openRelay({ dataDir: taken })).rejects.toThrow('cannot be used');
  mkdirSync(join(dataDir, 'kept'));
});
