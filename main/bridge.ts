/** Builds the rooms, starts them in order and stops them in the reverse: the one file that knows all of them. */
import { join } from 'node:path';
import type { AppView } from '../preload/contract.ts';
import { type Access, createAccess } from './counter/access.ts';
import { startBoard } from './counter/board.ts';
import { type BridgeCalls, createCalls } from './counter/calls.ts';
import { tellOfCouriers } from './counter/couriers/notices.ts';
import { createSlips } from './counter/couriers/print-slips.ts';
import type { Feed } from './counter/feed.ts';
import { keepSpells } from './counter/keep-spells.ts';
import { createNotices, type Notices } from './counter/notices.ts';
import { createPrepCoach } from './counter/prep-coach.ts';
import { createQuiet } from './counter/quiet.ts';
import { venueNames } from './counter/venue-names.ts';
import { createWarnings } from './counter/warnings.ts';
import { CRASH_FOLDER, lastCrash } from './crash-reports.ts';
import type { Followers } from './intake/apply-reading.ts';
import { sendDrillNotification } from './intake/drill-notification.ts';
import { keepContact } from './intake/keep-contact.ts';
import { keepReceiving } from './intake/keep-receiving.ts';
import { startPoller } from './intake/poller.ts';
import { createOrderReader } from './intake/read-order.ts';
import { tellOutside } from './intake/tell-outside.ts';
import { watchUnanswered } from './intake/unanswered.ts';
import { watchVenues } from './intake/watch-venues.ts';
import type { Log } from './log.ts';
import { type Deadline, deadlineOf } from './orders/deadline.ts';
import type { Order } from './orders/order.ts';
import { commandOnItsWay, createCommandKind, reportSentToPos } from './outbox/commands.ts';
import { createDeliveryKind } from './outbox/deliveries.ts';
import { createPinKind } from './outbox/delivery-pins.ts';
import { createOperationKind } from './outbox/operations.ts';
import { createTillKind, tillJobs } from './pos/hand-off.ts';
import { createPress } from './printing/press.ts';
import { createSpool } from './printing/spool.ts';
import { watchPrinters } from './printing/watch-printers.ts';
import { createContactKeeper } from './service/contact.ts';
import { createDeliveryApi } from './service/delivery-api.ts';
import { createHttp, type HttpTimes } from './service/http.ts';
import { createOrderApi } from './service/order-api.ts';
import { createPace } from './service/pace.ts';
import { createCodeRedeemer, type ProvisionedCode } from './service/redeem-codes.ts';
import { createRedirectLinks } from './service/redirect-listener.ts';
import { createServiceClock } from './service/service-clock.ts';
import { createTokenKeeper } from './service/tokens.ts';
import { createSecrets } from './settings/secrets.ts';
import { type SettingsKeeper, venueSettings } from './settings/settings.ts';
import { startSteadyClock } from './steady-clock.ts';
import { keepErasing } from './store/erase-persons.ts';
import type { OrderRow } from './store/order-rows.ts';
import { storageTroubleOf } from './store/storage-trouble.ts';
import { openStore } from './store/store.ts';
import { backoffMs, startWorker } from './store/worker.ts';
import { openPatiently } from './vault/patient-vault.ts';
import { type Vault, VaultError } from './vault/vault.ts';
import { createWork } from './work.ts';

export interface Bridge {
  calls: BridgeCalls;
  /** Why a call may not be made by whoever stands at the counter now. */
  refusalOf: Access['refusal'];
  /** Exchanges the codes of a provisioning file; one that cannot reach the service yet is tried again by itself. */
  connectWith(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
  tell: Notices['raise'];
  /** After the computer slept: what waited goes on, and every open order is read. */
  wake(): void;
  /** Takes an address that the system handed to the app. */
  openLink(address: string): void;
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
  /** Where the counter is shown. */
  host: 'desktop' | 'browser';
  version: string;
  httpTimes?: Partial<HttpTimes>;
}

const TEND_TOKENS_MS = 30_000;
const LOOK_AT_CLOCK_MS = 1_000;
const LOOK_BACK_AT_COURIERS_MS = 24 * 3_600_000;

/** Throws StoreError, StorageTrouble, DataFolderInUse or VaultError; everything else that fails is told on the screen while the rest works. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { settings, feed, log } = options;
  const now = Date.now;
  const steady = startSteadyClock();
  const clock = createServiceClock({ computer: now, steady });
  // Trouble with the storage is told once, when it begins.
  const logDefect = (error: unknown, says: string, about: object = {}): void => {
    if (!storageTroubleOf(error)) log.error({ err: error, ...about }, says);
  };
  const onDefect = (error: unknown): void => logDefect(error, 'defect');

  // The database and the receiver come first: the service tries three times within seconds, and never again.
  const store = openStore(options.dataDir, { now, serviceNow: clock.now, steady, onDefect });
  const notices = createNotices(feed, clock);
  const warnings = createWarnings({ store, feed, notices });
  store.onTrouble((trouble) => {
    if (trouble) log.error({ err: trouble, code: trouble.code }, 'the storage takes no writes');
    else log.warn('the storage takes writes again');
    warnings.storage(trouble);
  });
  if (store.recovery) {
    log.error(store.recovery, 'the database was damaged');
    warnings.recovery(store.recovery);
  }
  const crashedAt = lastCrash(options.dataDir);
  if (crashedAt) {
    log.error({ crashedAt }, 'came back from a crash');
    warnings.crash();
  }
  const vault = openPatiently(options.openVault, (inTheWay) => {
    if (inTheWay) log.warn({ code: inTheWay.code }, 'the keychain is waited for');
    warnings.vault(inTheWay);
  });
  const secrets = createSecrets(vault);
  const receiver = keepReceiving({
    store,
    settings: () => settings.get().receiver,
    secrets: secrets.webhookSecrets,
    deliverySecrets: secrets.deliverySecrets,
    priceUnit: () => settings.get().service.delivery_price_unit,
    notices,
    onDefect,
    onChange: () => board.refreshApp(),
  });

  const http = createHttp({ clock, steady, ...(options.httpTimes ? { times: options.httpTimes } : {}) });
  const contact = createContactKeeper(now, () => board.refreshApp());
  http.onContact(contact.heard);
  const tokens = createTokenKeeper({
    http,
    clock,
    vault: { get: async (name) => (await vault.now()).get(name), set: async (name, value) => (await vault.now()).set(name, value) },
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
    pace: createPace(steady, Math.random),
    baseUrl: () => settings.get().service.order_base_url,
    venuePath: () => settings.get().service.venue_path,
  });

  const deliveryApi = createDeliveryApi({
    http,
    baseUrl: () => settings.get().service.delivery_base_url,
    async merchant() {
      const { merchant_id: id } = settings.get().service;
      const key = id === null ? null : await secrets.merchantKey();
      return id === null || key === null ? null : { id, key };
    },
    priceUnit: () => settings.get().service.delivery_price_unit,
  });

  const modeOf = (venueId: string) => ({ flavour: venueSettings(settings.get(), venueId).flavour });
  const report = (order: Order, success: boolean): void =>
    reportSentToPos(store, { venueId: order.venueId, orderId: order.id }, success, new Date(clock.now()).toISOString());
  const countsAsTill = (): boolean => settings.get().pos.kind === 'ticket-only';
  /** On paper for sure, or at least sent whole: what broke off is not handed over yet. */
  const hasTicket = ({ id }: Order): boolean =>
    store.ledger.of(id).some(({ document, outcome }) => document === 'kitchen-ticket' && outcome !== 'uncertain');
  const followers: Followers = {
    paper(order, occasion) {
      spool.paperDue(order, occasion);
      if (occasion.occasion === 'accepted' && countsAsTill() && hasTicket(order)) report(order, true);
    },
    tillJobs: (order) => tillJobs(settings.get().pos, order),
    isDecidedHere: (venueId) => modeOf(venueId).flavour === 'device-free',
  };
  const reader = createOrderReader({
    store,
    api,
    followers,
    now,
    onRead: (order, applied) => {
      warnings.missed(order, applied === 'new');
      // A pickup estimate that is not there yet comes a moment later.
      if (order.pickupEta === null && order.status === 'received' && !order.delivery.selfDelivery && order.type !== 'preorder')
        poller.followUpOnce(order.id);
    },
    onlyVenueId: () => {
      const venues = store.venues.all();
      return venues.length === 1 ? (venues[0]?.id ?? null) : null;
    },
  });
  const deadlineFor = ({ order, stage, noticedAt }: OrderRow): Deadline | null => {
    const venue = venueSettings(settings.get(), order.venueId);
    const rules = { acceptWithinSeconds: venue.accept_within_seconds, confirmWithinSeconds: venue.confirm_within_seconds };
    return deadlineOf(order, stage, rules, clock.iso(noticedAt));
  };
  const poller = startPoller({
    store,
    reader,
    steady,
    decidesItselfInMs: (row) => {
      const deadline = deadlineFor(row);
      return deadline && Date.parse(deadline.at) - clock.now();
    },
    pace: () => ({ fastestSeconds: settings.get().polling.fastest_seconds, slowestSeconds: settings.get().polling.slowest_seconds }),
    onDefect,
  });
  const stopKeepingContact = keepContact({ store, api, now, lastContactAt: () => contact.view().at, onDefect });
  const venueWatch = watchVenues({
    store,
    api,
    isSet: () => settings.get().service.venue_path !== null,
    onMissing: warnings.missingAtService,
    onDefect,
  });
  const press = createPress({
    now,
    steady,
    printedAt: () => new Date(clock.now()).toISOString(),
    template: () => settings.get().template,
    onContact: () => board.refreshPrinters(),
  });
  const backups = {
    press,
    printers: () => settings.get().printers,
    backupAfterMs: () => settings.get().paper.backup_after_seconds * 1_000,
  };
  const spool = createSpool({
    ...backups,
    store,
    steady,
    askAfterMs: () => settings.get().paper.ask_after_minutes * 60_000,
    printedAt: () => new Date(clock.now()).toISOString(),
    venueName: (order) => venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? '',
    template: () => settings.get().template,
    onPrinted: (order, document, { printer, isConfirmed }) => {
      if (document === 'kitchen-ticket') warnings.ticket(printer, isConfirmed);
      const stage = store.orders.get(order.id)?.stage;
      // A ticket that printed on arrival hands nothing over yet: the order may still be rejected.
      if (document === 'kitchen-ticket' && countsAsTill() && stage && stage !== 'awaiting-acceptance') report(order, true);
    },
  });
  const slips = createSlips({
    ...backups,
    store,
    isOn: () => settings.get().paper.delivery_slip,
    venueNames: () => venueNames(store, settings),
    priceUnit: () => settings.get().service.delivery_price_unit,
  });
  const waitingMs = (row: OrderRow): number | null => {
    const deadline = deadlineFor(row);
    if (!deadline || commandOnItsWay(store, row.order.id) !== null || !followers.isDecidedHere(row.order.venueId)) return null;
    const left = Date.parse(deadline.at) - clock.now();
    // Too late to answer: a slip would only send somebody running for nothing.
    return left <= 0 ? null : deadline.totalSeconds * 1_000 - left;
  };
  const stopWatchingUnanswered = watchUnanswered({
    store,
    waitingMs,
    afterMs(venueId) {
      const seconds = venueSettings(settings.get(), venueId).unanswered_slip_seconds;
      return seconds === null ? null : seconds * 1_000;
    },
    onDue(row) {
      const deadline = deadlineFor(row);
      if (deadline) spool.paperDue(row.order, { occasion: 'unanswered', answerBy: deadline.at });
    },
    onDefect,
  });
  const work = createWork({
    store,
    settings: settings.get,
    serviceNow: clock.now,
    steady,
    leftMs: (row) => {
      const deadline = deadlineFor(row);
      return deadline && Date.parse(deadline.at) - clock.now();
    },
    isOurs: (row) => waitingMs(row) !== null,
    modeOf,
    onChange: () => board.refresh(),
    onDefect,
  });
  const stopTelling = tellOutside({
    store,
    waitingMs,
    address() {
      const { webhook_url: url, webhook_after_seconds: seconds } = settings.get().alerts;
      return url === null ? null : { url, afterMs: seconds * 1_000 };
    },
    answerBy: (row) => deadlineFor(row)?.at ?? null,
    onTold: warnings.toldOutside,
    onDefect,
  });
  const coach = createPrepCoach(store, clock.now);
  const access = createAccess({ secrets, steady, onChange: () => board.refreshApp(), onDefect });
  const links = createRedirectLinks();
  const quiet = createQuiet(steady, () => board.refreshApp());
  function serviceView() {
    const { state, says, at } = contact.view();
    return { state, says, lastContactAt: at === null ? null : clock.iso(at) };
  }
  function soundPausedUntil(): string | null {
    const until = quiet.until();
    return until === null ? null : new Date(clock.now() + until - steady()).toISOString();
  }
  /** When the till last took an order, and what is in the way since. */
  let till: { at: number | null; trouble: string | null } = { at: null, trouble: null };
  function tellTill(trouble: string | null): void {
    till = { at: trouble === null ? now() : till.at, trouble };
    board.refreshApp();
  }
  function tillView(): AppView['till'] {
    if (countsAsTill()) return null;
    const lastContactAt = till.at === null ? null : clock.iso(till.at);
    if (till.trouble !== null) return { state: 'trouble', says: till.trouble, lastContactAt };
    return till.at === null
      ? { state: 'unknown', says: 'Not used yet.', lastContactAt }
      : { state: 'ready', says: 'The till took the last order.', lastContactAt };
  }
  const board = startBoard({
    store,
    feed,
    clock,
    settings: settings.get,
    now,
    printerContact: (id) => press.contact(id),
    venueIsOpen: (id) => venueWatch.isOpen(id),
    venueAcceptsItself: (id) => venueWatch.acceptsItself(id),
    steady,
    rushMinutes: work.rushMinutes,
    suggest: coach.suggest,
    app: () => ({
      mode: options.mode === 'training' ? 'training' : store.venues.all().length > 0 ? 'live' : 'setup',
      environment: options.mode === 'training' ? 'training' : settings.get().service.environment,
      service: serviceView(),
      receiver: receiver.view(),
      vault: secrets.view(),
      till: tillView(),
      soundPausedUntil: soundPausedUntil(),
      host: options.host,
      couriers: settings.get().service.merchant_id !== null,
      screen: settings.get().screen,
      volume: settings.get().alerts.volume,
      access: access.view(),
      ...work.view(),
      version: options.version,
    }),
  });
  clock.onChange((aheadMs) => {
    log.warn({ aheadMs }, 'this computer and the service disagree about the time');
    warnings.clock(aheadMs);
    board.refresh();
  });
  const lookingAtClock = setInterval(clock.look, LOOK_AT_CLOCK_MS);
  settings.onChange(() => {
    board.refresh();
    receiver.settingsChanged();
  });

  // Nothing goes out before the vault has answered; behind a keychain that is locked, papers and the till need no token.
  await vault.known;
  await vault.now().catch(async (error: unknown) => {
    if (error instanceof VaultError && vault.isWaiting()) return;
    await stopReceiving();
    throw error;
  });
  log.info({ mode: options.mode }, 'started');
  const worker = startWorker({
    store,
    steady,
    onDefect: (error, job) => logDefect(error, 'defect in a job', { job: job?.id, kind: job?.kind }),
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
      createDeliveryKind({ store, api: deliveryApi, now: clock.now, onOrdered: slips.due }),
      createPinKind({ store, api: deliveryApi }),
      slips.kind,
      createTillKind({ store, till: () => settings.get().pos, report, onContact: tellTill }),
    ],
  });
  const stopWatchingPrinters = watchPrinters({ store, press, printers: () => settings.get().printers, now, onDefect });
  const tend = (): void => {
    const venues = store.venues.all().filter((venue) => venue.state === 'connected');
    tokens.tend(venues.map((venue) => venue.id)).catch(onDefect);
  };
  const tending = setInterval(tend, TEND_TOKENS_MS);
  vault.opened.then(
    ({ kind }) => {
      log.info({ vault: kind }, 'the vault is open');
      board.refreshApp();
      tend();
    },
    (error: unknown) => onDefect(error),
  );

  const stopTellingOfCouriers = tellOfCouriers({ store, notices, since: clock.now() - LOOK_BACK_AT_COURIERS_MS });
  const stopKeepingSpells = keepSpells({ store, feed, now: clock.now, onDefect });

  const redeemer = createCodeRedeemer({
    tokens,
    backoffMs,
    tell: (trouble) =>
      trouble ? notices.raise('connect', 'error', trouble.says, trouble.remedy, trouble.lasting) : notices.clear('connect'),
    onDefect,
  });

  const stopErasing = keepErasing({
    store,
    keepDays: () => settings.get().privacy.keep_days,
    now: clock.now,
    isRight: clock.isLearnt,
    onDefect,
  });

  async function stopReceiving(): Promise<void> {
    board.stop();
    await poller.stop();
    await receiver.stop();
    await http.close();
    store.close();
  }

  return {
    refusalOf: access.refusal,
    calls: createCalls({
      deliveryApi,
      receiverUrl: () => receiver.view().url,
      access,
      sendNotification: sendDrillNotification,
      steady,
      usualMinutesOf: work.usualMinutesOf,
      undoUntil: work.undoUntil,
      crashFolder: join(options.dataDir, CRASH_FOLDER),
      dataDir: options.dataDir,
      version: options.version,
      store,
      clock,
      settings,
      secrets,
      tokens,
      spool,
      press,
      feed,
      notices,
      modeOf,
      api,
      quiet,
      links,
    }),
    connectWith: redeemer.redeem,
    tell: notices.raise,
    wake() {
      store.write(() => store.queue.hurryAll());
      poller.readAll();
    },
    openLink(address) {
      if (links.arrived(address)) return;
      notices.raise(
        'link',
        'info',
        'An authorization arrived that nobody here was waiting for.',
        'Open "Connect a venue", choose to receive the code by link, and start again at the service.',
      );
    },
    async withVault(work) {
      const result = await work(await vault.now());
      await secrets.reload();
      return result;
    },
    async receiverUrl() {
      await receiver.settled();
      return receiver.view().url;
    },
    async stop() {
      clearInterval(tending);
      clearInterval(lookingAtClock);
      redeemer.stop();
      quiet.stop();
      vault.stop();
      venueWatch.stop();
      stopKeepingContact();
      stopWatchingUnanswered();
      stopTelling();
      work.stop();
      access.stop();
      stopErasing();
      stopKeepingSpells();
      stopTellingOfCouriers();
      stopWatchingPrinters();
      await worker.stop();
      await stopReceiving();
      log.info('stopped');
    },
  };
}
