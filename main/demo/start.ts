/** `npm run demo`: runs Tillbridge on the sandbox, on this computer only, in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemTime } from '../../shared/time/system-time.ts';
import { openMainScreen } from '../hosts/browser/open-main-screen.ts';
import { electronBinary, hasScreen } from '../hosts/choose-host.ts';
import { type OpenParts, openStack } from '../time/opened.ts';
import { startEmbeddedSandbox } from '../training/embedded-sandbox.ts';
import { createAccount, isComplete, takeWatchedAccount, whatWentWrong } from './account.ts';
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

/** The robot's time for the last order, seconds: unaccepted orders are rejected after three minutes, which must be seen. */
const PATIENCE_SECONDS = 240;
const PREPARATION_MINUTES = 20;
const UNDO_SECONDS = 5;
/** Limit for closing, ms. */
const END_MS = 30_000;
/** Ms before a refused order is tried again. */
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
  // Prints one sentence; exiting also ends everything else.
  console.error(`The demo ended: ${sentenceOf(error)}`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.) /);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Returns the exit code. Throws an Error with a sentence for the user. Always cleans up. */
async function demo(values: Values): Promise<number> {
  const opened = openStack(systemTime, (error) => console.error(error), END_MS);
  try {
    return await play(values, opened);
  } finally {
    await opened.close();
  }
}

async function play(values: Values, opened: OpenParts): Promise<number> {
  const headless = values.headless;
  const most = values.orders === undefined ? (headless ? 12 : Number.POSITIVE_INFINITY) : whole('--orders', values.orders);
  const every = values.every === undefined ? (headless ? 0.5 : 5) : Number(values.every);
  if (!(every >= 0)) throw new TypeError('--every must be a number of seconds.');
  if (!HOSTS.includes(values.host)) throw new TypeError(`--host must be one of ${HOSTS.join(', ')}.`);
  const seed = values.seed === undefined ? undefined : whole('--seed', values.seed, 0);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, () => stop.abort());
  // The reader of a pipe has gone: nothing may keep running.
  process.stdout.on('error', () => stop.abort());

  const startedAt = systemTime.wall();
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-demo-'));
  // Windows releases files shortly after their process ends.
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
    // Orders are refused while the venue is paused or closed.
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
  // Waits for duplicates, which appear a moment after the end.
  await pause(headless ? 1_000 : 0, stop.signal);
  robot?.stop();

  const account = await (headless ? createAccount : takeWatchedAccount)(observer, placed, (systemTime.wall() - startedAt) / 1_000);
  if (headless) for (const line of [...(await whatWentWrong(observer)), ...menuLines(steps ?? [])]) console.log(line);
  // Stops the narrator first, as the account must be the last line.
  narrator.stop();
  const report = { ...account, ...(await venue.relay?.counts()), ...(steps && menuCounts(steps)) };
  await app.stop();
  console.log(values.json ? JSON.stringify(report) : summary(report));
  const isMenuRight = steps?.every(({ isEqual }) => isEqual) ?? true;
  if (app.hasCrashed()) return 1;
  return !headless || (account.lost === 0 && account.doubled === 0 && isMenuRight) ? 0 : 1;
}

/** Loaded lazily: Vite is a development dependency. */
async function showHotPage(counter: string, folder: string): Promise<HotPage> {
  const { serveHotPage } = await import('./hot-page.ts');
  const page = await serveHotPage(counter);
  console.log(`Page:     ${page.address}`);
  console.log('It is drawn anew at every change in renderer; what is changed in main holds after the next start.');
  if (hasScreen()) await openMainScreen(folder, page.address).catch(() => console.log("Couldn't open a browser. Use the address above."));
  return page;
}

interface Tillbridge {
  /** The app's address; null for a desktop window. */
  counter: Promise<string | null>;
  hasCrashed(): boolean;
  stop(): Promise<void>;
}

/** Starts the app like `npm start`, in a separate process. */
function startTillbridge(folder: string, settingsFile: string, values: Values, stop: AbortController): Tillbridge {
  const entry = fileURLToPath(new URL('../start/start.ts', import.meta.url));
  // Without Electron, the browser opens: a demo shouldn't wait for a download.
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
    // After a crash, the app requests a restart through the IPC channel, instead of spawning a process that stays.
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
