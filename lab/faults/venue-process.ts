/** A venue whose app runs in its own process and can be killed at any time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AppState, ClientFrame } from '../../contract/contract.ts';
import { type Account, createAccount, isComplete, whatWentWrong } from '../../main/demo/account.ts';
import { type Observer, observe, type ServiceOrder } from '../../main/demo/observer.ts';
import { type Robot, startRobot } from '../../main/demo/robot.ts';
import { freePort } from '../../main/demo/venue.ts';
import { PRINTED_MS, writePairingCode } from '../../main/hosts/browser/one-time-codes.ts';
import { openVenue, type Venue, type VenueOptions, WEBHOOK_SECRET } from '../../test/e2e/venue/venue.ts';

export const START = fileURLToPath(new URL('../../out/node/start.js', import.meta.url));

export interface VenueProcess {
  venue: Venue;
  /** Of the webhook receiver. */
  receiverPort: number;
  pid(): number;
  /** `through`: a program with arguments to run it, such as a tracer. `start`: another built copy. */
  switchOn(through?: readonly string[], env?: Record<string, string | undefined>, start?: string): Promise<void>;
  /** An address that admits one browser, new each time. Empty until printed. */
  counterUrl(): string;
  /** SIGKILL. */
  switchOff(): Promise<void>;
  isOn(): boolean;
  ended(): Promise<void>;
  place(kind: string, order?: Record<string, unknown>, venueId?: string): Promise<string>;
  /** Reconnects of the venue: a kill hit between a new token pair and the vault. */
  reconnections(): number;
  /** Counts what service and printer saw. `mayLapse`: unanswered orders don't count. */
  account(withinMs: number, how?: { mayLapse: boolean }): Promise<{ account: Account; missing: string[] }>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A service that randomly does everything it may do; `without` some (names in sandbox/README.md). */
export interface AwkwardService {
  seed: number;
  without: readonly string[];
}

/** `onState`: the screen's state every two seconds. `join`: joins a relay, and returns the service's new webhook address. */
export async function openVenueProcess(
  options: VenueOptions & {
    robot?: boolean;
    vault?: 'file' | 'auto';
    onState?: (state: AppState) => void;
    awkward?: AwkwardService | null;
    join?: (venue: Venue) => Promise<string>;
  } = {},
): Promise<VenueProcess> {
  const venue = await openVenue({ ...options, venue: { accept_within_seconds: 0, courier_after_seconds: 0.05, ...options.venue } });
  const relayed = await options.join?.(venue);
  await venue.stopApp();
  const receiverPort = await freePort();
  const settingsFile = join(venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(settingsFile, 'utf8'));
  settings.receiver.port = receiverPort;
  writeFileSync(settingsFile, JSON.stringify(settings));
  const url = relayed ?? `http://127.0.0.1:${receiverPort}/notifications`;
  await venue.control('POST', '/webhooks', { url, secret: WEBHOOK_SECRET });

  if (options.awkward) await venue.control('POST', '/awkward', options.awkward);

  const observer = observe({ ...venue.sandbox, printer_host: '', printer_port: 0, printer_control_url: venue.printer.control_url });
  const startedAt = Date.now();
  let app: ChildProcess | null = null;
  let robot: Robot | null = null;
  let counter = '';
  let isPrintedUsed = false;
  let gone: Promise<void> = Promise.resolve();
  let placed = 0;
  let reconnections = 0;

  async function connectAgain(call: (name: ClientFrame['call'], input: unknown) => void): Promise<void> {
    reconnections += 1;
    call('venue.connect', await venue.newConnection());
  }

  /** The printed address once; then others, as a second start on the folder gets them. */
  function accessLink(): string {
    if (counter === '') return '';
    const way = isPrintedUsed ? `${new URL(counter).origin}/#${writePairingCode(venue.dataDir, PRINTED_MS)}` : counter;
    isPrintedUsed = true;
    return way;
  }

  /** Rejects if killed first. */
  function sendRobot(): Promise<Robot> {
    let askedAt = 0;
    return startRobot(
      accessLink(),
      () => false,
      (state: AppState, call) => {
        options.onState?.(state);
        // Staff retry a failed connect.
        const isWell = Object.values(state.venues).every(({ state: is }) => is === 'connected');
        if (isWell || Date.now() - askedAt < 5_000) return;
        askedAt = Date.now();
        void connectAgain(call).catch(() => undefined);
      },
    );
  }

  const self: VenueProcess = {
    venue,
    receiverPort,
    pid: () => app?.pid ?? 0,
    counterUrl: accessLink,
    async switchOn(through = [], env = {}, start = START) {
      const host = ['--host', 'browser', '--no-open', '--vault', options.vault ?? 'file'];
      const command = [...through, process.execPath, '--max-semi-space-size=2', start, '--data-dir', venue.dataDir, ...host];
      // Its own process group, so that a kill hits both tracer and app.
      const child = spawn(command[0] ?? '', command.slice(1), {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, ...env },
        detached: true,
      });
      app = child;
      gone = new Promise((resolve) => child.once('exit', () => resolve()));
      counter = '';
      isPrintedUsed = false;
      for await (const line of createInterface({ input: child.stdout })) {
        counter = /^Counter: +(\S+)/.exec(line)?.[1] ?? '';
        if (counter !== '') break;
      }
      child.stdout.resume();
      // Killed before printing an address. Its output closes just before it ends.
      if (counter === '') return gone;
      if (options.robot === false) return;
      robot = await sendRobot().catch(() => null);
    },
    async switchOff() {
      if (app?.pid !== undefined && self.isOn()) process.kill(-app.pid, 'SIGKILL');
      await gone;
      robot?.stop();
      robot = null;
    },
    isOn: () => app !== null && app.exitCode === null && app.signalCode === null,
    ended: () => gone,
    async place(kind, order, venueId) {
      placed += 1;
      // Unique, to identify each printout.
      return (await venue.place(kind, { order_number: String(10_000 + placed), ...order }, venueId)).order_id;
    },
    reconnections: () => reconnections,
    async account(withinMs, { mayLapse } = { mayLapse: false }) {
      // Without any accepted notification an order can't be known; any later event announces it.
      const taken = new Set((await observer.entriesSince(0)).filter(({ outcome }) => outcome === '200').map(({ order_id }) => order_id));
      for (const { order_id: id, state } of await observer.orders()) {
        if (!taken.has(id) && state === 'created') await venue.control('POST', `/orders/${id}/courier-arrives`);
      }
      const answered: Observer = mayLapse ? { ...observer, orders: async () => (await observer.orders()).filter(isAnswered) } : observer;
      // Polls rarely: with thousands of orders this would slow the printer in this process.
      let before = '';
      for (let end = Date.now() + withinMs; Date.now() < end; ) {
        // A robot kept out by load, a kill or a closed link returns, like a page.
        if (options.robot !== false && self.isOn() && !robot?.isLinked()) robot = await sendRobot().catch(() => null);
        const orders = await answered.orders();
        const papers = await observer.papers();
        if (isComplete(orders, papers, mayLapse ? orders.length : placed)) break;
        // Gives up only without any progress, as a busy computer is slow.
        const now = `${papers.length} ${orders.map(({ history }) => history.length).join()}`;
        if (now !== before) end = Date.now() + withinMs;
        before = now;
        await new Promise((resolve) => setTimeout(resolve, 300 + placed));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      const missing = await whatWentWrong(answered);
      const counted = mayLapse ? (await answered.orders()).length : placed;
      return { account: await createAccount(answered, counted, (Date.now() - startedAt) / 1_000), missing };
    },
    async close() {
      await self.switchOff();
      await venue.close();
    },
    [Symbol.asyncDispose]: () => self.close(),
  };
  return self;
}

/** Whether the service didn't reject it as unanswered. */
function isAnswered({ history }: ServiceOrder): boolean {
  return !history.some(({ event }) => event.endsWith('in time'));
}
