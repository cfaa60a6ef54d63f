/** A whole venue for tests: the sandbox, a virtual printer, the app on its own data folder, and its screen state. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Answer, AppState, CallInput, CallName, CallOutput, Column, OrderCard, Push, Snapshot } from '../../../contract/contract.ts';
import { type App, startApp, type Watching } from '../../../main/app/app.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/sandbox.ts';
import type { Entry } from '../../../sandbox/wire/journal.ts';
import { controlOf } from '../../fixtures/sandbox-control.ts';
import { type RunningTime, runningTime } from '../../setup/test-time.ts';

export const WEBHOOK_SECRET = 'a-webhook-secret-of-many-bits';

export interface PlacedOrder {
  order_id: string;
  order_number: string;
}

export interface SandboxOrder extends PlacedOrder {
  state: string;
  order_status: string;
  history: { event: string; by: string }[];
  sent_to_pos: { success: boolean }[];
  rejection: { reason: string; code: string } | null;
}

export interface Venue {
  dataDir: string;
  /** The app's time, through all its restarts. */
  time: RunningTime;
  sandbox: Sandbox;
  printer: VirtualPrinter;
  venueId: string;
  /** IDs of `alsoVenues`. */
  alsoVenueIds: string[];
  app(): App;
  /** The state that screens get. */
  state(): AppState;
  card(orderId: string): OrderCard;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  /** Returns the value of the call's answer; throws if it is refused. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Places an order at the first venue unless another is named. */
  place(kind: string, order?: Record<string, unknown>, venueId?: string): Promise<PlacedOrder>;
  /** Like `place`, then waits for the order's card. */
  arrived(kind?: string, order?: Record<string, unknown>, venueId?: string): Promise<PlacedOrder>;
  /** Accepts the order, then goes on as staff do until its card is in this column. */
  bringTo(orderId: string, column: Column): Promise<void>;
  atService(orderId: string): Promise<SandboxOrder>;
  log(): Promise<Entry[]>;
  /** Count of requests for this operation of the order, with any answer. */
  asked(orderId: string, operation: string): Promise<number>;
  /** Moves the service's time. The app learns it from the next answer, and reads every open order. */
  pass(seconds: number): Promise<void>;
  /** Input that reconnects the venue: a new code and the saved client secret. */
  newConnection(): Promise<CallInput<'venue.connect'>>;
  /** Moves the time of app and service; the page's time isn't affected. */
  later(ms: number): Promise<void>;
  /** Like `later`, then waits until no job is running or due. */
  laterAtRest(ms: number): Promise<void>;
  /** Waits like `until`, with faster time for app and service. */
  untilLater<T>(what: string, look: () => T | Promise<T>): Promise<Exclude<T, null | undefined | false>>;
  stopApp(): Promise<void>;
  startApp(): Promise<void>;
  close(): Promise<void>;
}

export interface VenueOptions {
  sandbox?: Partial<SandboxOptions>;
  /** Body of POST /control/venues. */
  venue?: Record<string, unknown>;
  /** More venues of the same app, each the body of POST /control/venues. */
  alsoVenues?: Record<string, unknown>[];
  /** Merged over the settings. */
  settings?: Record<string, unknown>;
  /** Merged over `service` of the settings. */
  service?: Record<string, unknown>;
  /** Whether there is a printer, with 80 mm paper; true by default. */
  printers?: boolean;
  gateway?: boolean;
  /** A folder that doesn't exist yet; a temporary one by default. */
  dataDir?: string;
  /** A proxy between app and order API: gets the sandbox's address and returns its own. */
  between?: (orderBaseUrl: string) => Promise<string>;
  /** Like `between`, for the token service. */
  betweenTokens?: (authUrl: string) => Promise<string>;
  faults?: Record<string, unknown>[];
}

/** A fixed seed: a random allergen in a note must not fail unrelated tests. */
const ORDER_SEED = 44;

export async function openVenue(options: VenueOptions = {}): Promise<Venue> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tillbridge-venue-'));
  mkdirSync(dataDir, { recursive: true });
  const sandbox = await startSandbox({
    port: 0,
    pickupEtaDelayMs: 50,
    notificationRetryMs: 300,
    orderSeed: ORDER_SEED,
    ...options.sandbox,
  });
  const printer = await startVirtualPrinter({ port: 0 });
  const control = controlOf(sandbox);
  const opened = await control('POST', '/venues', options.venue ?? {});
  const others = await Promise.all((options.alsoVenues ?? []).map((venue) => control('POST', '/venues', venue)));
  const settingsFile = join(dataDir, 'venue.json');
  const reachedAt = (await options.between?.(sandbox.order_base_url)) ?? sandbox.order_base_url;
  writeFileSync(
    settingsFile,
    JSON.stringify({
      service: {
        environment: 'development',
        auth_url: (await options.betweenTokens?.(sandbox.auth_url)) ?? sandbox.auth_url,
        order_base_url: reachedAt,
        delivery_base_url: sandbox.delivery_base_url,
        client_id: sandbox.client_id,
        ...(options.gateway ? { gateway_url: sandbox.gateway_url } : {}),
        ...options.service,
      },
      receiver: { port: 0 },
      counter: { port: 0, displays_port: 0, stations_port: 0 },
      // Tests about other things shouldn't wait for the undo time.
      work: { undo_seconds: 0 },
      printers:
        options.printers === false
          ? []
          : [
              {
                id: 'kitchen',
                name: 'Kitchen',
                host: printer.host,
                port: printer.port,
                documents: ['kitchen-ticket', 'participant-label'],
              },
            ],
      ...options.settings,
      secrets: {
        client_secret: sandbox.client_secret,
        webhook_secrets: [WEBHOOK_SECRET],
        authorization_codes: [opened, ...others].map(({ authorization_code: code, redirect_uri }) => ({ code, redirect_uri })),
      },
    }),
  );

  let app: App | null = null;
  let held: Snapshot | null = null;
  let watching: Watching | undefined;

  const time = runningTime();
  const venue: Venue = {
    dataDir,
    time,
    sandbox,
    printer,
    venueId: String(opened.venue_id),
    alsoVenueIds: others.map(({ venue_id: id }) => String(id)),
    app() {
      if (!app) throw new Error('The app is not running.');
      return app;
    },
    state() {
      if (!held) throw new Error('The screen was told nothing yet.');
      return held.state;
    },
    card(orderId) {
      const card = venue.state().orders[orderId];
      if (!card) throw new Error(`No card of order ${orderId} on the screen.`);
      return card;
    },
    call: async (name, input) => (await venue.app().call(name, input, watching)) as never,
    async ask(name, input) {
      const answer = await venue.call(name, input);
      if (!answer.ok) throw new Error(`${name}: ${answer.problem.code}`);
      return answer.value;
    },
    control,
    place: async (kind, order, venueId = venue.venueId) =>
      (await control('POST', '/orders', { venue_id: venueId, kind, ...(order ? { order } : {}) })) as unknown as PlacedOrder,
    async arrived(kind = 'takeaway', order, venueId) {
      const placed = await venue.place(kind, order, venueId);
      await until('the card', () => venue.card(placed.order_id));
      return placed;
    },
    async bringTo(orderId, column) {
      const card = () => venue.card(orderId);
      while (card().column !== column) {
        const { column: from } = card();
        const next = await until(column, () => card().column !== from || card().actions.find(({ name }) => name !== 'reject'));
        if (next === true) continue;
        await venue.ask(`order.${next.name}` as 'order.accept', { orderId, extraMinutes: 0 });
        await until(column, () => card().column !== from);
      }
    },
    atService: async (orderId) => (await control('GET', `/orders/${orderId}`)) as unknown as SandboxOrder,
    log: async () => (await control('GET', '/log')).entries as Entry[],
    asked: async (orderId, operation) =>
      (await venue.log()).filter((entry) => entry.kind === 'request' && entry.order_id === orderId && entry.operation === operation).length,
    async pass(seconds) {
      await control('POST', '/clock', { advance_seconds: seconds });
      venue.app().wake();
    },
    async newConnection() {
      const grant = await control('POST', `/venues/${venue.venueId}/authorization-code`);
      return {
        environment: 'development',
        authUrl: sandbox.auth_url,
        orderBaseUrl: reachedAt,
        deliveryBaseUrl: null,
        clientId: sandbox.client_id,
        clientSecret: null,
        authorizationCode: String(grant.authorization_code),
        redirectUri: String(grant.redirect_uri),
      };
    },
    async later(ms) {
      await control('POST', '/clock', { advance_seconds: ms / 1_000 });
      await time.advance(ms);
    },
    async laterAtRest(ms) {
      await venue.later(ms);
      const db = new Database(join(dataDir, 'tillbridge.sqlite'), { readonly: true });
      const underWay = db.prepare(`SELECT count(*) FROM job WHERE state = 'leased' OR (state = 'waiting' AND not_before <= ?)`).pluck();
      await until('the app to be at rest', () => underWay.get(time.wall()) === 0);
      db.close();
    },
    untilLater: (what, look) =>
      until(what, async () => {
        const seen = await look();
        if (!seen) await venue.later(FASTER_MS);
        return seen;
      }),
    async startApp() {
      app = await startApp({ dataDir, settingsFile, log: 'silent', vault: 'file', time });
      watching = app.watch((push: Push) => {
        const next = applyPush(held, push);
        if (next.gap) throw new Error('The screen missed a patch.');
        held = next.held;
      });
      const url = await app.receiverUrl();
      if (url === null) throw new Error('The receiver does not listen.');
      await control('POST', '/webhooks', { url, secret: WEBHOOK_SECRET });
    },
    async stopApp() {
      watching?.leave();
      await app?.close();
      app = null;
      held = null;
    },
    async close() {
      await venue.stopApp();
      await Promise.all([sandbox.close(), printer.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  for (const fault of options.faults ?? []) await control('POST', '/faults', fault);
  await venue.startApp();
  return venue;
}

/** How long to wait, ms: enough for a busy computer; normally things happen much earlier. */
export const PATIENCE_MS = 30_000;

/** How far time moves per check, ms. Checks are 20 ms apart, so that answers on loopback have real time. */
const FASTER_MS = 200;

/** Waits until `look` returns something truthy, and returns that; after `withinMs`, throws with `what`. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = PATIENCE_MS,
): Promise<Exclude<T, null | undefined | false>> {
  const end = Date.now() + withinMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const seen = await look();
      if (seen) return seen as Exclude<T, null | undefined | false>;
      last = seen;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Waited ${withinMs} ms in vain for: ${what}. Last seen: ${String(last)}`);
}
