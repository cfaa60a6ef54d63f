/** A crash the app can't catch: `npm start` restarts the app and reports it, unless the app was being stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVenueProcess, type VenueProcess } from '../../../lab/faults/venue-process.ts';
import { isAlive } from '../../setup/is-alive.ts';
import { until } from '../venue/venue.ts';

const KEEP_UP = fileURLToPath(new URL('../../../out/keep-up/keep-up.js', import.meta.url));

let app: VenueProcess;
let child: ChildProcess;
let output: string;
beforeEach(async () => {
  app = await openVenueProcess({ robot: false, sandbox: { notificationRetryMs: 3_000 } });
  output = '';
});
afterEach(async () => {
  // The watcher, which would restart the app, is killed first.
  child.kill('SIGKILL');
  await until('all to end', () => {
    for (const pid of pids().filter(isAlive)) process.kill(pid, 'SIGKILL');
    return !pids().some(isAlive);
  });
  await app.close();
});

const inData = (name: string) => join(app.venue.dataDir, name);
const pids = () => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
const starts = () => output.match(/^Receiver:/gm)?.length ?? 0;
const reports = () => (existsSync(inData('crash')) ? readdirSync(inData('crash')).filter((name) => name.endsWith('.json')) : []);
const log = () => readFileSync(inData('log/tillbridge.log'), 'utf8');

/** Once the file `defect` exists the app, not its watcher, runs `end`; the file is removed only if it contains `once`. */
async function start(end: string, ...more: string[]): Promise<void> {
  const module = inData('defect.mjs');
  writeFileSync(
    module,
    `import { existsSync, readFileSync, rmSync } from 'node:fs';
     const defect = ${JSON.stringify(inData('defect'))};
     if (process.send) {
       console.log('pid ' + process.pid);
       setInterval(() => {
         if (!existsSync(defect) || process.listenerCount('uncaughtException') === 0) return;
         if (readFileSync(defect, 'utf8') === 'once') rmSync(defect);
         ${end}
       }, 300);
     }`,
  );
  const args = [...more, '--import', module, KEEP_UP, '--data-dir', app.venue.dataDir];
  child = spawn(process.execPath, [...args, '--host', 'browser', '--no-open', '--vault', 'file'], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
  await until('the first start', () => starts() === 1, 30_000);
}

const ended = () => new Promise((resolve) => child.once('exit', resolve));
async function stop(): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended()).toBe(0);
  expect(pids().some(isAlive)).toBe(false);
}

const ENDS: [string, string, RegExp, ...string[]][] = [
  ['an abort in native code', 'process.abort();', /SIGABRT/],
  ['a segmentation fault', "process.kill(process.pid, 'SIGSEGV');", /SIGSEGV/],
  ['a kill by the system for lack of memory', "process.kill(process.pid, 'SIGKILL');", /SIGKILL/],
  ['running out of heap', 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length));', /SIGABRT/, '--max-old-space-size=120'],
];
for (const [what, end, cause, ...more] of ENDS) {
  test.skipIf(process.platform === 'win32')(
    `after ${what} the app restarts, logs it, and receives the order that arrived meanwhile`,
    async () => {
      await start(end, ...more);
      writeFileSync(inData('defect'), 'once');
      await until('the end', () => !existsSync(inData('defect')));
      const id = await app.place('takeaway');
      await until('the second start', () => starts() === 2, 30_000);
      await until('the order to be read', async () => (await app.venue.asked(id, 'get order v2')) > 0, 20_000);
      expect(reports()).toHaveLength(1);
      expect(readFileSync(join(inData('crash'), reports()[0] ?? ''), 'utf8')).toMatch(cause);
      await until('the log to say so', () => /"inARow":1[^\n]*came back from a crash/.test(log()));
      expect(pids()).toHaveLength(2);
      await stop();
    },
    90_000,
  );
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  "an app stopped by %s isn't restarted, even if it crashes while stopping",
  async (signal) => {
    if (process.platform === 'win32') return;
    await start(`process.on('${signal}', () => process.abort());\n rmSync(defect, { force: true }); console.log('ready');`);
    writeFileSync(inData('defect'), 'once');
    await until('the defect', () => output.includes('ready'));
    const end = ended();
    child.kill(signal);
    await end;
    expect(pids()).toHaveLength(1);
    expect(isAlive(pids()[0] ?? 0)).toBe(false);
  },
  60_000,
);

test("ending the app's own process also ends its watcher, and nothing restarts", async () => {
  await start('');
  const end = ended();
  process.kill(pids()[0] ?? 0, 'SIGTERM');
  expect(await end).toBe(0);
  expect(pids()).toHaveLength(1);
}, 60_000);

test('after an uncaught error, the same watcher restarts the app', async () => {
  await start("throw new Error('a defect');");
  writeFileSync(inData('defect'), 'once');
  await until('the second start', () => starts() === 2, 30_000);
  expect(isAlive(child.pid ?? 0)).toBe(true);
  expect(reports()).toHaveLength(1);
  await stop();
}, 60_000);

test('an app whose watcher died keeps running, and restarts after its own errors', async () => {
  await start("throw new Error('a defect');");
  child.kill('SIGKILL');
  await until('the watch to end', () => !isAlive(child.pid ?? 0));
  expect(isAlive(pids()[0] ?? 0)).toBe(true);
  writeFileSync(inData('defect'), 'once');
  await until('the second start', () => log().includes('came back from a crash'), 30_000);
}, 60_000);

test('after repeated crashes the watcher waits longer before each restart, and the app recovers', async () => {
  await start('process.abort();');
  writeFileSync(inData('defect'), 'always');
  await until('the third rest', () => [...log().matchAll(/"restMs":(\d+)/g)].length >= 2, 60_000);
  const rests = [...log().matchAll(/"restMs":(\d+)/g)].map(([, ms]) => Number(ms));
  expect(rests[0]).toBe(2_000);
  expect(rests[1]).toBeGreaterThan(2_000);
  expect(pids().length).toBeLessThanOrEqual(8);
  rmSync(inData('defect'));
  const before = starts();
  await until('the counter', () => starts() > before, 60_000);
  await until('the log to say so', () => /"inARow":[3-9][^\n]*came back from a crash/.test(log()));
}, 120_000);
