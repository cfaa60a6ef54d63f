/** Builds the rooms, starts them in order and stops them in the reverse: the one file that knows all of them. */
import { startBoard } from './counter/board.ts';
import { type BridgeCalls, createCalls } from './counter/calls.ts';
import type { Feed } from './counter/feed.ts';
import { createNotices } from './counter/notices.ts';
import type { Followers } from './intake/apply-reading.ts';
import { keepReceiving } from './intake/keep-receiving.ts';
import { startPoller } from './intake/poller.ts';
import { createOrderReader } from './intake/read-order.ts';
import { watchVenues } from './intake/watch-venues.ts';
import type { Log } from './log.ts';
import { deadlineOf } from './orders/deadline.ts';
import type { Order } from './orders/order.ts';
import { createCommandKind, reportSentToPos } from './outbox/commands.ts';
import { createOperationKind } from './outbox/operations.ts';
import { createTillKind, tillJobs } from './pos/hand-off.ts';
import { createSpool, printJobs } from './printing/spool.ts';
import { watchPrinters } from './printing/watch-printers.ts';
import { createHttp, type HttpTimes } from './service/http.ts';
import { createOrderApi } from './service/order-api.ts';
import { createPace } from './service/pace.ts';
import { createCodeRedeemer, type ProvisionedCode } from './service/redeem-codes.ts';
import { createServiceClock } from './service/service-clock.ts';
import { createTokenKeeper } from './service/tokens.ts';
import { createSecrets } from './settings/secrets.ts';
import { type SettingsKeeper, venueSettings } from './settings/settings.ts';
import { keepErasing } from './store/erase-persons.ts';
import type { Recovery } from './store/recover.ts';
import { openStore } from './store/store.ts';
import { backoffMs, startWorker } from './store/worker.ts';
import type { Vault } from './vault/vault.ts';

export interface Bridge {
  calls: BridgeCalls;
  /** Exchanges the codes of a provisioning file; one that cannot reach the service yet is tried again by itself. */
  connectWith(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
  /** Runs work on the vault, then reads the webhook secrets again. */
  withVault<T>(work: (vault: Vault) => Promise<T>): Promise<T>;
  /** Where the service should post to, once the receiver listens; null while it cannot. */
  receiverUrl(): Promise<string | null>;
  stop(): Promise<void>;
}

export interface BridgeOptions {
  dataDir: string;
  settings: SettingsKeeper;
  /** Opens the vault, once the data folder is known to be ours; orders are received meanwhile, and wait for it. */
  openVault: () => Promise<Vault>;
  feed: Feed;
  log: Log;
  mode: 'live' | 'training';
  version: string;
  now?: () => number;
  httpTimes?: Partial<HttpTimes>;
}

const TEND_TOKENS_MS = 30_000;
/** The time of the last contact on screen need not follow every call. */
const SHOW_CONTACT_EVERY_MS = 5_000;

/** Throws StoreError, DataFolderInUse or VaultError; everything else that fails is told on the screen while the rest works. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { settings, feed, log } = options;
  const now = options.now ?? Date.now;
  const onDefect = (error: unknown): void => log.error({ err: error }, 'defect');

  // The database and the receiver come first: the service tries three times within seconds, and never again.
  const store = openStore(options.dataDir, now, { onDefect });
  const notices = createNotices(feed, now);
  if (store.recovery) tellRecovery(store.recovery);
  const vaultOpening = options.openVault();
  const secrets = createSecrets(vaultOpening);
  const receiver = keepReceiving({
    store,
    settings: () => settings.get().receiver,
    secrets: secrets.webhookSecrets,
    notices,
    onDefect,
    onChange: () => board.refreshApp(),
  });

  const clock = createServiceClock(now);
  const http = createHttp({ clock, now, ...(options.httpTimes ? { times: options.httpTimes } : {}) });
  const contact = { state: 'unknown' as 'unknown' | 'reachable' | 'trouble', says: 'Not asked yet.', at: null as number | null };
  const tokens = createTokenKeeper({
    http,
    clock,
    vault: { get: async (name) => (await vaultOpening).get(name), set: async (name, value) => (await vaultOpening).set(name, value) },
    credentials: async () => {
      const { auth_url: authUrl, client_id: clientId } = settings.get().service;
      const clientSecret = await secrets.clientSecret();
      return authUrl && clientId && clientSecret ? { authUrl, clientId, clientSecret } : null;
    },
    events: {
      connected: (venueId) => store.write(() => store.venues.connected(venueId, now())),
      renewed: (venueId) => store.write(() => store.venues.tokenRenewed(venueId, now())),
      mustReconnect: (venueId) => store.write(() => store.venues.mustReconnect(venueId)),
    },
  });
  const api = createOrderApi({
    http,
    tokens,
    pace: createPace(now, Math.random),
    baseUrl: () => settings.get().service.order_base_url,
    venuePath: () => settings.get().service.venue_path,
  });

  const modeOf = (venueId: string) => ({ flavour: venueSettings(settings.get(), venueId).flavour });
  const report = (order: Order, success: boolean): void =>
    reportSentToPos(store, { venueId: order.venueId, orderId: order.id }, success, new Date(clock.now()).toISOString());
  const followers: Followers = {
    printJobs: (order, document) => printJobs(settings.get().printers, order, document),
    tillJobs: (order) => tillJobs(settings.get().pos, order),
    isDecidedHere: (venueId) => modeOf(venueId).flavour === 'device-free',
  };
  const reader = createOrderReader({
    store,
    api,
    followers,
    now,
    onRead: (order, applied) => {
      tellMissed(order, applied === 'new');
      // A pickup estimate that is not there yet comes a moment later.
      if (order.pickupEta === null && order.status === 'received' && !order.delivery.selfDelivery && order.type !== 'preorder')
        poller.followUpOnce(order.id);
    },
    onlyVenueId: () => {
      const venues = store.venues.all();
      return venues.length === 1 ? (venues[0]?.id ?? null) : null;
    },
  });
  const poller = startPoller({
    store,
    reader,
    now,
    decidesItselfAt: ({ order, stage, noticedAt }) => {
      const venue = venueSettings(settings.get(), order.venueId);
      const rules = { acceptWithinSeconds: venue.accept_within_seconds, confirmWithinSeconds: venue.confirm_within_seconds };
      const deadline = deadlineOf(order, stage, rules, new Date(noticedAt + clock.offsetMs()).toISOString());
      return deadline && Date.parse(deadline.at) - clock.offsetMs();
    },
    pace: () => ({ fastestSeconds: settings.get().polling.fastest_seconds, slowestSeconds: settings.get().polling.slowest_seconds }),
    onDefect,
  });
  const venueWatch = watchVenues({
    store,
    api,
    isSet: () => settings.get().service.venue_path !== null,
    onMissing: (missing) =>
      missing
        ? notices.raise(
            'missing-order',
            'warning',
            'The service says that an order waits which never arrived here.',
            'Look into the merchant app, and check that notifications can reach this computer.',
          )
        : notices.clear('missing-order'),
    onDefect,
  });
  const spool = createSpool({
    store,
    printers: () => settings.get().printers,
    now,
    venueName: (order) => venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? '',
    onPrinted: (order, document) => {
      if (document === 'kitchen-ticket' && settings.get().pos.kind === 'ticket-only') report(order, true);
    },
    onContact: () => board.refreshPrinters(),
  });
  const board = startBoard({
    store,
    feed,
    clock,
    settings: settings.get,
    now,
    printerContact: (id) => spool.contact(id),
    venueIsOpen: (id) => venueWatch.isOpen(id),
    app: () => ({
      mode: options.mode === 'training' ? 'training' : store.venues.all().length > 0 ? 'live' : 'setup',
      environment: options.mode === 'training' ? 'training' : settings.get().service.environment,
      service: { state: contact.state, says: contact.says, lastContactAt: contact.at === null ? null : new Date(contact.at).toISOString() },
      receiver: receiver.view(),
      vault: secrets.view(),
      version: options.version,
    }),
  });
  http.onContact(({ reached, says }) => {
    const state = reached ? 'reachable' : 'trouble';
    const news = contact.state !== state || contact.says !== says || now() - (contact.at ?? 0) > SHOW_CONTACT_EVERY_MS;
    contact.state = state;
    contact.says = says;
    if (reached && news) contact.at = now();
    if (news) board.refreshApp();
  });
  clock.onChange((offsetMs) => {
    log.warn({ offsetMs }, 'this computer and the service disagree about the time');
    board.refresh();
  });
  settings.onChange(() => {
    board.refresh();
    receiver.settingsChanged();
  });

  // Nothing goes out before the vault has answered: without tokens every attempt would only fail.
  const vault = await vaultOpening.catch(async (error: unknown) => {
    await stopReceiving();
    throw error;
  });
  board.refreshApp();
  log.info({ vault: vault.kind, mode: options.mode }, 'started');
  const worker = startWorker({
    store,
    now,
    onDefect: (error, job) => log.error({ err: error, job: job.id, kind: job.kind }, 'defect in a job'),
    kinds: [
      reader.kind,
      createCommandKind({ store, api, read: (address) => reader.read(address), onTaken: (orderId) => poller.followUp(orderId) }),
      createOperationKind({
        store,
        api,
        refundUnit: () => settings.get().service.refund_unit,
        onTaken: (orderId) => poller.followUp(orderId),
      }),
      spool.kind,
      createTillKind({ store, till: () => settings.get().pos, report }),
    ],
  });
  const stopWatchingPrinters = watchPrinters({ store, spool, printers: () => settings.get().printers, now, onDefect });
  const tend = (): void => {
    const venues = store.venues.all().filter((venue) => venue.state === 'connected');
    tokens.tend(venues.map((venue) => venue.id)).catch(onDefect);
  };
  const tending = setInterval(tend, TEND_TOKENS_MS);
  tend();

  const redeemer = createCodeRedeemer({
    tokens,
    backoffMs,
    tell: (trouble) =>
      trouble ? notices.raise('connect', 'error', trouble.says, trouble.remedy, trouble.lasting) : notices.clear('connect'),
    onDefect,
  });

  const stopErasing = keepErasing({ store, keepDays: () => settings.get().privacy.keep_days, now, onDefect });

  /** The first notification of an order can be lost for good: the service tries it three times, and there is no list to find it in. */
  function tellMissed({ id, number }: Order, isNew: boolean): void {
    const notice = `missed/${id}`;
    // Readings are many; only a new order, or one that was told of, is worth the look.
    if (!isNew && feed.get('notices', notice) === null) return;
    const announced = store.inbox.wasAnnounced(id);
    if (announced) notices.clear(notice);
    else if (isNew) {
      const remedy = 'Check that the service can reach this computer; others may have been missed.';
      notices.raise(notice, 'warning', `Order ${number} came in late: the notification that it was placed never arrived.`, remedy);
    }
  }

  function tellRecovery({ aside, backupAt }: Recovery): void {
    log.error({ aside, backupAt }, 'the database was damaged');
    const next =
      backupAt === null
        ? 'There was no backup, so it begins empty.'
        : `It goes on with the backup of ${new Date(backupAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
    const remedy =
      'Orders that came since then return with their next news; compare with the merchant app. Keep the damaged file for support.';
    notices.raise('damaged', 'error', `The database of this computer was damaged; it is kept as ${aside}. ${next}`, remedy, true);
  }

  async function stopReceiving(): Promise<void> {
    board.stop();
    await poller.stop();
    await receiver.stop();
    await http.close();
    store.close();
  }

  return {
    calls: createCalls({ store, settings, secrets, tokens, spool, feed, notices, modeOf, api }),
    connectWith: redeemer.redeem,
    async withVault(work) {
      const result = await work(vault);
      await secrets.reload();
      return result;
    },
    async receiverUrl() {
      await receiver.settled();
      return receiver.view().url;
    },
    async stop() {
      clearInterval(tending);
      redeemer.stop();
      venueWatch.stop();
      stopErasing();
      stopWatchingPrinters();
      await worker.stop();
      await stopReceiving();
      log.info('stopped');
    },
  };
}
