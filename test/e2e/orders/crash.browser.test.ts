/** A crash during work: the app restarts, reports it, and has lost nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVenueProcess, START, type VenueProcess } from '../../../lab/faults/venue-process.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { t } from '../../setup/messages.ts';
import { startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

const SECRET = 'a-secret-that-a-package-put-into-its-error-text';

let app: VenueProcess;
let child: ChildProcess | null = null;
const pids = new Set<number>();
/** Processes whose output is closed, which they share with the processes they start. */
const closed = new WeakSet<ChildProcess>();
beforeEach(async () => {
  // On a busy computer the start takes longer than the sandbox's default patience.
  app = await openVenueProcess({
    robot: false,
    sandbox: { notificationRetryMs: 3_000 },
    settings: { counter: { port: await freePort() } },
  });
});
afterEach(async () => {
  // The last process may have just started another: waits until their shared output is closed.
  await until('all to end', () => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended already.
      }
    }
    return child === null || closed.has(child);
  });
  child = null;
  pids.clear();
  await app.close();
});

/** Starts an app that crashes if the trigger file exists: in a timer, or while stopping if the file contains `end`. */
async function startWithDefect(): Promise<{ trigger: string; output: () => string }> {
  const trigger = join(app.venue.dataDir, 'defect');
  const defect = `
    console.log('pid ' + process.pid);
    const fs = await import('node:fs');
    // Later than the start takes.
    setInterval(() => {
      // A defect of the app itself cannot strike before the app is there.
      if (!fs.existsSync(${JSON.stringify(trigger)}) || process.listenerCount('uncaughtException') === 0 || isForTheEnd()) return;
      if (fs.readFileSync(${JSON.stringify(trigger)}, 'utf8') === 'once') fs.rmSync(${JSON.stringify(trigger)});
      throw new Error('Bearer ${SECRET} was refused');
    }, 1500);
    const isForTheEnd = () => fs.existsSync(${JSON.stringify(trigger)}) && fs.readFileSync(${JSON.stringify(trigger)}, 'utf8') === 'end';
    // In the midst of closing, which takes no longer where nothing is under way.
    process.on('SIGTERM', () => process.nextTick(() => {
      if (isForTheEnd()) throw new Error('Bearer ${SECRET} was refused');
    }));`;
  const module = join(app.venue.dataDir, 'defect.mjs');
  writeFileSync(module, defect);
  const args = ['--import', module, START, '--data-dir', app.venue.dataDir];
  child = spawn(process.execPath, [...args, '--host', 'browser', '--no-open', '--vault', 'file'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const started = child;
  started.once('close', () => closed.add(started));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      text += part.toString();
      for (const [, pid] of text.matchAll(/\bpid (\d+)\n/g)) pids.add(Number(pid));
    });
  }
  await until('the first start', () => starts(text) === 1);
  return { trigger, output: () => text };
}

const reports = () => readdirSync(join(app.venue.dataDir, 'crash')).filter((name) => name.endsWith('.json'));
const starts = (text: string) => text.match(/^Receiver:/gm)?.length ?? 0;

test('after a crash the app restarts, logs it, and receives the order that arrived meanwhile', async () => {
  const { trigger, output } = await startWithDefect();
  writeFileSync(trigger, 'once');
  await until('the crash', () => !existsSync(trigger));
  const id = await app.place('takeaway');
  await until('the second start', () => starts(output()) === 2);
  await until('the order to be read', async () => (await app.venue.asked(id, 'get order v2')) > 0);
  expect(reports()).toHaveLength(1);
  const report = readFileSync(join(app.venue.dataDir, 'crash', reports()[0] ?? ''), 'utf8');
  expect(report).toContain('Error: Bearer *** was refused');
  expect(report).not.toContain(SECRET);
  await until('the log to say so', () =>
    readFileSync(join(app.venue.dataDir, 'log', 'tillbridge.log'), 'utf8').includes('came back from a crash'),
  );
});

test("a crash while stopping is reported, and the app isn't restarted", async () => {
  const { trigger } = await startWithDefect();
  writeFileSync(trigger, 'end');
  // The output closes only when no other process is left.
  let isOver = false;
  child?.once('close', () => {
    isOver = true;
  });
  child?.kill('SIGTERM');
  await until('the end', () => isOver);
  expect(pids.size).toBe(1);
  expect(reports()).toHaveLength(1);
});

test('after repeated crashes the app pauses but receives webhooks; its page explains this, and it recovers', async () => {
  const { trigger, output } = await startWithDefect();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(/^Counter: +(\S+)/m.exec(output())?.[1] ?? '');
    await page.getByRole('region', { name: /^New: / }).waitFor();
    writeFileSync(trigger, 'always');
    await page.locator('main[role="alert"]').getByText('Tillbridge stopped unexpectedly').waitFor({ timeout: 60_000 });
    expect(await page.locator('main[role="alert"]').textContent()).toContain('Order webhooks are received and kept meanwhile');
    rmSync(trigger);
    const id = await app.place('takeaway');
    await page.getByRole('article', { name: 'Order 10001', exact: true }).waitFor({ timeout: 60_000 });
    await page
      .getByText(/Tillbridge stopped unexpectedly \d times in a row and restarted automatically/)
      .first()
      .waitFor();
    expect(await app.venue.asked(id, 'get order v2')).toBeGreaterThan(0);
    expect(output()).toContain(t('app.restartsSoon'));
  } finally {
    await browser.close();
  }
}, 180_000);
