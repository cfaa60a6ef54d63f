/** `npm run demo`: the main job against the service in a box, on this computer alone, in a folder that is removed afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemTime } from '../../shared/time/system-time.ts';
import { openCounter } from '../hosts/browser/open-counter.ts';
import { electronBinary, hasScreen } from '../hosts/choose-host.ts';
import { type Opened, openStack } from '../time/opened.ts';
import { startEmbeddedSandbox } from '../training/embedded-sandbox.ts';
import { isComplete, takeAccount, takeWatchedAccount, whatWentWrong } from './account.ts';
import { connectAgain, makeAwkward } from './awkward.ts';
import { startGuide } from './guide.ts';
import type { HotPage } from './hot-page.ts';
import { changeMenu, MENU_HINT, menuCounts, menuLines } from './menu.ts';
import { narrate } from './narrator.ts';
import { observe } from './observer.ts';
import { demoOrder, orderRequest, tryOrder } from './orders.ts';
import { startRobot } from './robot.ts';
import { prepareVenue } from './venue.ts';

const HELP = `The demo: orders arrive from a simulated service. Everything else is real, except the printer.

  npm run demo -- [options]

  --headless       open no screen; a robot handles the orders
  --orders N       stop after this many orders (without a robot: place no more than this)
  --every SECONDS  shortest pause between two orders (default: 5; 0.5 with --headless); no new order
                   arrives while four are waiting for staff
  --host HOST      browser, electron or auto: open in the browser or as a desktop app (default: auto)
  --relay          the service posts to a relay, and Tillbridge receives everything from there, as behind a router
  --menu           also sell an item out, pause, open again and change the opening hours (without a robot: says what to try)
  --awkward        at random, the service lags, loses, doubles, cancels and revokes, as it may with a partner
  --seed N         seed for --awkward (random, and printed, if omitted)
  --dev            serve the page from source and update it on every change (npm run dev)
  --without NAMES  troubles to leave out, separated by commas (names in sandbox/README.md)
  --json           print a JSON object with the results as the last line
  --help           show this help
`;

/** How long the robot may take for the last order, seconds: one that no one accepts is rejected after three minutes, and that must be seen. */
const PATIENCE_SECONDS = 240;
const PREPARATION_MINUTES = 20;
const UNDO_SECONDS = 5;
/** How long all of it may take to end, ms. */
const END_MS = 30_000;
/** How soon an order is tried again that the service did not take. */
const NO_ORDER_MS = 1_000;

const HOSTS = ['browser', 'electron', 'auto'];
const OPTIONS = {
  headless: { type: 'boolean', default: false },
  orders: { type: 'string' },
  every: { type: 'string' },
  host: { type: 'string', default: 'auto' },
  relay: { type: 'boolean', default: false },
  menu: { type: 'boolean', default: false },
  awkward: { type: 'boolean', default: false },
  seed: { type: 'string' },
  without: { type: 'string' },
  json: { type: 'boolean', default: false },
  dev: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

try {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) console.log(HELP);
  else process.exitCode = await demo(values);
} catch (error) {
  // What went wrong in one sentence; whatever still runs ends with this process.
  console.error(`The demo ended: ${sentenceOf(error)}`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.) /);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Answers the exit code. Throws an Error with a sentence for whoever typed the command. Nothing of it is left, however it ends. */
async function demo(values: Values): Promise<number> {
  const opened = openStack(systemTime, (error) => console.error(error), END_MS);
  try {
    return await play(values, opened);
  } finally {
    await opened.close();
  }
}

async function play(values: Values, opened: Opened): Promise<number> {
  const headless = values.headless;
  const most = values.orders === undefined ? (headless ? 12 : Number.POSITIVE_INFINITY) : whole('--orders', values.orders);
  const every = values.every === undefined ? (headless ? 0.5 : 5) : Number(values.every);
  if (!(every >= 0)) throw new TypeError('--every must be a number of seconds.');
  if (!HOSTS.includes(values.host)) throw new TypeError(`--host must be one of ${HOSTS.join(', ')}.`);
  const seed = values.seed === undefined ? undefined : whole('--seed', values.seed, 0);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, () => stop.abort());
  // Whoever read along has gone: nothing may stay running behind it.
  process.stdout.on('error', () => stop.abort());

  const startedAt = systemTime.wall();
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-demo-'));
  // Windows releases the files of a process that has just ended a moment later.
  opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const sandbox = await startEmbeddedSandbox(systemTime);
  opened.defer(sandbox.stop);
  if (values.awkward) console.log(`The service is awkward. Seed: ${await makeAwkward(sandbox, { seed, without: values.without })}`);
  const venue = await prepareVenue(sandbox, opened, {
    folder,
    preparationMinutes: PREPARATION_MINUTES,
    courierSeconds: headless ? 0.5 : 15,
    undoSeconds: headless ? 0 : UNDO_SECONDS,
    throughRelay: values.relay,
  });
  const observer = observe(sandbox.addresses);
  const app = startTillbridge(folder, venue.settingsFile, values, stop);
  opened.defer(app.stop);
  const narrator = narrate(observer, venue.tillFolder, (line) => console.log(line));
  opened.defer(narrator.stop);
  let placed = 0;
  const counter = await app.counter;
  if (values.dev && counter) opened.defer((await showHotPage(counter, folder)).stop);
  console.log(`The service in a box: ${sandbox.addresses.control_url}`);
  console.log(`The paper, as it comes out: ${sandbox.addresses.printer_control_url}`);
  if (venue.relay) console.log(`The relay that takes the service's notifications: ${venue.relay.operatorUrl}`);
  if (values.menu && !headless) console.log(MENU_HINT);
  const rejected = new Set<string>();
  const robot = headless && counter ? await startRobot(counter, (orderId) => rejected.has(orderId), connectAgain(sandbox, venue)) : null;

  const guide = headless ? null : startGuide(observer, (line) => console.log(line), stop.signal);
  if (guide) opened.defer(guide.stop);
  while (placed < most && !stop.signal.aborted) {
    if (guide && !(await guide.room())) break;
    const next = demoOrder(placed);
    const request = orderRequest(next, venue.venueId, PREPARATION_MINUTES, headless ? 3 : 45);
    const { orderId } = await tryOrder(sandbox.addresses, request);
    // While the venue is paused or closed no one can order.
    if (orderId !== undefined) {
      if (next.decision === 'reject') rejected.add(orderId);
      placed += 1;
    }
    await pause(orderId === undefined ? NO_ORDER_MS : every * 1_000, stop.signal);
  }
  if (!headless) await untilAborted(stop.signal);
  const end = systemTime.wall() + PATIENCE_SECONDS * 1_000;
  while (headless && systemTime.wall() < end && !stop.signal.aborted) {
    if (isComplete(await observer.orders(), await observer.papers(), placed)) break;
    await pause(200, stop.signal);
  }
  const steps = values.menu && robot ? await changeMenu(robot, sandbox.addresses, venue.venueId, stop.signal) : null;
  // What is done twice shows a moment after the end.
  await pause(headless ? 1_000 : 0, stop.signal);
  robot?.stop();

  const account = await (headless ? takeAccount : takeWatchedAccount)(observer, placed, (systemTime.wall() - startedAt) / 1_000);
  if (headless) for (const line of [...(await whatWentWrong(observer)), ...menuLines(steps ?? [])]) console.log(line);
  // The account is the last line.
  narrator.stop();
  const report = { ...account, ...(await venue.relay?.counts()), ...(steps && menuCounts(steps)) };
  await app.stop();
  console.log(values.json ? JSON.stringify(report) : summary(report));
  const isMenuRight = steps?.every(({ isEqual }) => isEqual) ?? true;
  if (app.hasCrashed()) return 1;
  return !headless || (account.lost === 0 && account.doubled === 0 && isMenuRight) ? 0 : 1;
}

/** Vite is of development alone: nothing else loads it. */
async function showHotPage(counter: string, folder: string): Promise<HotPage> {
  const { serveHotPage } = await import('./hot-page.ts');
  const page = await serveHotPage(counter);
  console.log(`Page:     ${page.address}`);
  console.log('It is drawn anew at every change in renderer; what is changed in main holds after the next start.');
  if (hasScreen()) await openCounter(folder, page.address).catch(() => console.log("Couldn't open a browser. Use the address above."));
  return page;
}

interface Tillbridge {
  /** The counter's address; null where a window of its own shows it. */
  counter: Promise<string | null>;
  hasCrashed(): boolean;
  stop(): Promise<void>;
}

/** The app itself, started as `npm start` starts it, in a process of its own. */
function startTillbridge(folder: string, settingsFile: string, values: Values, stop: AbortController): Tillbridge {
  const entry = fileURLToPath(new URL('../start/start.ts', import.meta.url));
  // No one waits for a download to see a demo.
  const usual = electronBinary() === null ? 'browser' : 'auto';
  const isShownElsewhere = values.headless || values.dev;
  const host = isShownElsewhere ? 'browser' : values.host === 'auto' ? usual : values.host;
  const child: ChildProcess = spawn(
    process.execPath,
    [
      entry,
      '--data-dir',
      folder,
      '--settings',
      settingsFile,
      '--vault',
      'file',
      '--host',
      host,
      ...(isShownElsewhere ? ['--no-open'] : []),
    ],
    // With a channel it asks this process for its next start after a crash, in place of starting one that nobody ends.
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  let hasCrashed = false;
  child.on('message', () => {
    hasCrashed = true;
    console.error('Tillbridge crashed, so the demo ends.');
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.once('exit', () => child.kill('SIGKILL'));
  const counter = new Promise<string | null>((resolve, reject) => {
    if (!child.stdout) return reject(new Error('The app has no output.'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      const address = /^Counter:\s+(\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
      else if (line.startsWith('Counter: ')) resolve(null);
    });
    ended.then(() => {
      reject(new Error('Tillbridge ended before its counter opened.'));
      stop.abort();
    });
  });
  return {
    counter,
    hasCrashed: () => hasCrashed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

function summary(account: object): string {
  return Object.entries(account)
    .map(([name, count]) => `  ${name.padEnd(16)} ${count}`)
    .join('\n');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return systemTime.wait(ms, { signal }).catch(() => undefined);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const sleep = systemTime.every(60_000, () => undefined);
    signal.addEventListener('abort', () => {
      sleep();
      resolve();
    });
  });
}

function whole(option: string, text: string, least = 1): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least) throw new TypeError(`${option} must be a whole number, ${least} or more.`);
  return value;
}
