/** Builds the rooms, starts them in order and stops them in the reverse: the one file that knows all of them. */
import { join } from 'node:path';
import type { AppView } from '../preload/contract.ts';
import { type Access, createAccess } from './counter/access.ts';
import { type Board, startBoard } from './counter/board.ts';
import { type BridgeCalls, createCalls } from './counter/calls.ts';
import { createConnecting } from './counter/connect.ts';
import { tellOfCouriers } from './counter/couriers/notices.ts';
import { createSlips } from './counter/couriers/print-slips.ts';
import type { Feed } from './counter/feed.ts';
import { keepSpells } from './counter/keep-spells.ts';
import { createNotices, type Notices } from './counter/notices.ts';
import { createPrepCoach } from './counter/prep-coach.ts';
import { createQuiet } from './counter/quiet.ts';
import { tellOfRecoveries } from './counter/recoveries.ts';
import { venueNames } from './counter/venue-names.ts';
import { createWarnings } from './counter/warnings.ts';
import { CRASH_FOLDER, lastCrash } from './crash-reports.ts';
import type { Followers } from './intake/apply-reading.ts';
import { sendDrillNotification } from './intake/drill-notification.ts';
import { keepContact } from './intake/keep-contact.ts';
import { keepReceiving } from './intake/keep-receiving.ts';
import { startPoller } from './intake/poller.ts';
import { readDamaged } from './intake/read-damaged.ts';
import { createOrderReader, wantReading } from './intake/read-order.ts';
import { takeInSetAside } from './intake/set-aside.ts';
import { takesInto } from './intake/take-in.ts';
import { tellOutside } from './intake/tell-outside.ts';
import { watchUnanswered } from './intake/unanswered.ts';
import { unreadGroup } from './intake/unread-group.ts';
import { watchVenues } from './intake/watch-venues.ts';
import type { Log } from './log.ts';
import { type Deadline, type DeadlineRules, deadlineOf, deadlineRules } from './orders/deadline.ts';
import { countAs } from './orders/money.ts';
import type { Order } from './orders/order.ts';
import { tellsOfAnswer } from './orders/told.ts';
import { commandOnItsWay, createCommandKind, isOurRejection, mayBeOurRejection, reportSentToPos } from './outbox/commands.ts';
import { createDeliveryKind } from './outbox/deliveries.ts';
import { createPinKind } from './outbox/delivery-pins.ts';
import { createOperationKind } from './outbox/operations.ts';
import { asPromised } from './outbox/promised-time.ts';
import { createTillKind, tellTillOf, tillJobs } from './pos/hand-off.ts';
import { createPress } from './printing/press.ts';
import { createSpool } from './printing/spool.ts';
import { watchPrinters } from './printing/watch-printers.ts';
import { createContactKeeper, HANGS_MS } from './service/contact.ts';
import { createDeliveryApi } from './service/delivery-api.ts';
import { createHttp, type HttpTimes } from './service/http.ts';
import { createOrderApi } from './service/order-api.ts';
import { createPace } from './service/pace.ts';
import { failure } from './service/problem.ts';
import { createCodeRedeemer, type ProvisionedCode } from './service/redeem-codes.ts';
import { createRedirects } from './service/redirect-listener.ts';
import { createServiceClock } from './service/service-clock.ts';
import { type Credentials, createTokenKeeper, tokensIn } from './service/tokens.ts';
import { originsOf } from './settings/entered-for.ts';
import { hiddenVault } from './settings/hidden-vault.ts';
import { createNewConnections } from './settings/new-connection.ts';
import { createSecrets } from './settings/secrets.ts';
import { type SettingsKeeper, venueSettings } from './settings/settings.ts';
import { startSteadyClock } from './steady-clock.ts';
import { keepErasing } from './store/erase-persons.ts';
import type { FolderLock } from './store/lock.ts';
import type { OrderRow } from './store/order-rows.ts';
import type { Loss } from './store/same-file.ts';
import { storageTroubleOf } from './store/storage-trouble.ts';
import { openStore } from './store/store.ts';
import { backoffMs, startWorker } from './store/worker.ts';
import type { VaultByEnvironment } from './vault/by-environment.ts';
import { openPatiently } from './vault/patient-vault.ts';
import { VaultError } from './vault/vault.ts';
import { createWork } from './work.ts';

export interface Bridge {
  calls: BridgeCalls;
  /** Why a call may not be made by whoever stands at the counter now. */
  refusalOf: Access['refusal'];
  /** Exchanges the codes of a provisioning file; one that cannot reach the service yet is tried again by itself. */
  connectWith(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
  tell: Notices['raise'];
  untell: Notices['clear'];
  /** After the computer slept: what waited goes on, and every open order is read. */
  wake(): void;
  /** Takes an address that the system handed to the app. */
  openLink(address: string): void;
  /** Runs work on the vault, then reads the webhook secrets again. */
  withVault<T>(work: (vault: VaultByEnvironment) => Promise<T>): Promise<T>;
  /** Where the service should post to, once the receiver listens; null while it cannot. */
  receiverUrl(): Promise<string | null>;
  /** Saves what is left of a database whose file is gone. */
  rescue(): Promise<void>;
  stop(): Promise<void>;
}

export interface BridgeOptions {
  dataDir: string;
  settings: SettingsKeeper;
  /** Opens the vault, once the data folder is known to be ours; orders are received meanwhile, and wait for it. */
  openVault: () => Promise<VaultByEnvironment>;
  feed: Feed;
  log: Log;
  mode: 'live' | 'training';
  /** Where the counter is shown. */
  host: 'desktop' | 'browser';
  version: string;
  /** Takes the manager's PIN away, as whoever may start the app can. */
  resetPin?: boolean;
  httpTimes?: Partial<HttpTimes>;
  /** The lock of the data folder, where somebody holds it for longer than this bridge lives. */
  lock?: FolderLock;
  /** There was a bridge on this folder a moment ago, in this process. */
  reopened?: boolean;
  /** Told once, when the database was taken away or damaged: nothing can be kept from then on. */
  onLoss?: (loss: Loss | 'damaged') => void;
}

const TEND_TOKENS_MS = 30_000;
const BACK_IN_QUEUE_MS = 50;
const LOOK_AT_CLOCK_MS = 1_000;
const LOOK_BACK_AT_COURIERS_MS = 24 * 3_600_000;

type Stop = () => unknown;

/**
 * Throws StoreError, StorageTrouble, DataFolderInUse or VaultError, with everything closed again that was opened; whatever else fails is
 * told on the screen while the rest works.
 */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const opened: Stop[] = [];
  /** The last one opened first. One that cannot be closed keeps none of the others open. */
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        options.log.error({ err: error }, 'defect at stopping');
      }
    }
  };
  try {
    const bridge = await build(options, (close) => void opened.push(close));
    return {
      ...bridge,
      async stop() {
        await closeAll();
        options.log.info('stopped');
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function build(options: BridgeOptions, onStop: (stop: Stop) => void): Promise<Omit<Bridge, 'stop'>> {
  const { settings, feed, log } = options;
  countAs(settings.get().service.currency_digits);
  const now = Date.now;
  const steady = startSteadyClock();
  const clock = createServiceClock({ computer: now, steady });
  // Trouble with the storage is told once, when it begins.
  const logDefect = (error: unknown, says: string, about: object = {}): void => {
    if (!storageTroubleOf(error)) log.error({ err: error, ...about }, says);
  };
  const onDefect = (error: unknown): void => {
    logDefect(error, 'defect');
    store.suspect(error);
  };

  /** Until it is there, what changes is shown when it begins; a start that failed ends without one. */
  let shown: Board | null = null;
  /** For whoever only brings news: what cannot be shown is no failure of theirs. */
  const show = (part: 'refresh' | 'refreshApp' | 'refreshPrinters') => (): void => {
    try {
      shown?.[part]();
    } catch (error) {
      onDefect(error);
    }
  };
  const refresh = show('refresh');
  const refreshApp = show('refreshApp');

  // The database and the receiver come first: the service tries three times within seconds, and never again.
  const store = openStore(options.dataDir, {
    now,
    serviceNow: clock.now,
    steady,
    onDefect,
    ...(options.lock ? { lock: options.lock } : {}),
    reopened: options.reopened ?? false,
    serviceTimeOf: (steadyAt) => (clock.isLearnt() ? clock.now() - (steady() - steadyAt) : null),
    backups: options.mode === 'training' ? null : { outside: () => settings.get().backup.folder, settings: settings.copy },
  });
  onStop(store.close);
  onStop(store.backups.stop);
  const notices = createNotices(feed, clock);
  const warnings = createWarnings({ store, feed, notices });
  store.onTrouble((trouble) => {
    if (trouble) log.error({ err: trouble, code: trouble.code }, 'the storage takes no writes');
    else log.warn('the storage takes writes again');
    warnings.storage(trouble);
  });
  if (options.onLoss) store.onLoss(options.onLoss);
  tellOfRecoveries({ store, settings, warnings, log });
  store.backups.onNews((news) => {
    if (news.is === 'made') log.info({ ...news.made, pid: process.pid }, 'a backup was made');
    else log.warn(news, 'backups');
    warnings.backup(news);
  });
  const crash = lastCrash(options.dataDir);
  if (crash) {
    log.error(crash, 'came back from a crash');
    warnings.crash(crash.inARow);
  }
  if (settings.later) {
    log.warn(settings.later, 'the settings are of a later version');
    warnings.laterSettings(settings.later.passedOver);
  }
  if (settings.takenOut.length > 0) {
    log.error({ places: settings.takenOut }, 'addresses that are not safe were taken out of the settings');
    warnings.addressesTakenOut(settings.takenOut);
  }
  const vault = openPatiently(
    async () => hiddenVault(await options.openVault()),
    (inTheWay) => {
      if (inTheWay) log.warn({ code: inTheWay.code }, 'the keychain is waited for');
      warnings.vault(inTheWay);
    },
  );
  onStop(vault.stop);
  const secrets = createSecrets(vault, () => settings.get().service);
  const modeOf = (venueId: string) => ({ flavour: venueSettings(settings.get(), venueId).flavour });
  const isDecidedHere = (venueId: string): boolean => modeOf(venueId).flavour === 'device-free';
  const isHeardHere = (venueId: string | null): boolean => {
    if (venueId !== null) return isDecidedHere(venueId);
    const venues = store.venues.all();
    return venues.length === 0 || venues.some(({ id }) => isDecidedHere(id));
  };
  const takesIn = takesInto(store, isHeardHere);
  takeInSetAside(options.dataDir, { takesIn, priceUnit: settings.get().service.delivery_price_unit, onDefect });
  const receiver = keepReceiving({
    takesIn,
    settings: () => settings.get().receiver,
    secrets: secrets.webhookSecrets,
    deliverySecrets: secrets.deliverySecrets,
    priceUnit: () => settings.get().service.delivery_price_unit,
    notices,
    onDefect,
    onChange: refreshApp,
  });
  onStop(receiver.stop);

  const http = createHttp({ clock, steady, ...(options.httpTimes ? { times: options.httpTimes } : {}) });
  onStop(http.close);
  const contact = createContactKeeper({
    now,
    steady,
    onNews: refreshApp,
    underWay: http.underWay,
    onReturned: (voidMs) => {
      log.info('the service is heard again');
      void goOn(voidMs).catch(onDefect);
    },
  });
  http.onContact(contact.heard);
  async function credentials(): Promise<Credentials | null> {
    const { service } = settings.get();
    const { auth_url: authUrl, client_id: clientId } = service;
    const clientSecret = await secrets.clientSecret(service);
    return authUrl && clientId && clientSecret ? { authUrl, clientId, clientSecret, addresses: originsOf(service) } : null;
  }
  const tokens = createTokenKeeper({
    http,
    clock,
    vault: { get: async (name) => (await vault.now()).get(name), set: async (name, value) => (await vault.now()).set(name, value) },
    credentials,
    addresses: () => originsOf(settings.get().service),
    earlier: async () => {
      const { enteredFor } = await vault.opened;
      return enteredFor?.environment === settings.get().service.environment ? enteredFor : null;
    },
    events: {
      connected: (venueId) => store.write(() => store.venues.connected(venueId, now())),
      renewed: (venueId) => store.write(() => store.venues.tokenRenewed(venueId, now())),
      mustReconnect: (venueId) => store.write(() => store.venues.mustReconnect(venueId)),
    },
  });
  const pace = createPace(steady, Math.random);
  const api = createOrderApi({
    http,
    tokens,
    pace,
    steady,
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
    tellTill: (before, order, isCancelled) => tellTillOf(store, before, order, isCancelled),
    mayBeCooking: store.recoveries.mayBeCooking,
    isDecidedHere,
  };
  const reader = createOrderReader({
    store,
    api,
    followers,
    now,
    steady,
    onRead: (order, applied, body) => {
      warnings.missed(order, applied === 'new');
      const unread = applied === 'new' ? unreadGroup(order, body) : null;
      if (unread) log.warn({ orderId: order.id, ...unread }, 'a group order that does not say who ordered what');
      // A pickup estimate that is not there yet comes a moment later.
      if (order.pickupEta === null && order.status === 'received' && !order.delivery.selfDelivery && order.type !== 'preorder')
        poller.followUpOnce(order.id);
    },
    onlyVenueId: () => {
      const venues = store.venues.all();
      return venues.length === 1 ? (venues[0]?.id ?? null) : null;
    },
  });
  const rulesFor = (venueId: string): DeadlineRules => ({
    ...deadlineRules(venueSettings(settings.get(), venueId), venueWatch.acceptWithinSeconds(venueId)),
    serviceNow: clock.now(),
  });
  // What could be read from the damaged file, and is not in the backup.
  if (store.recoveries.isUnsettled())
    store.write(() => {
      for (const unknown of store.inbox.aboutUnknown()) wantReading(store, unknown);
    });
  readDamaged(store, now());
  const deadlineFor = ({ order, stage, noticedAt }: OrderRow): Deadline | null => {
    return deadlineOf(order, stage, rulesFor(order.venueId), clock.iso(noticedAt));
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
  onStop(poller.stop);
  onStop(
    keepContact({
      store,
      api,
      now,
      lastContactAt: () => contact.view().at,
      isGone: contact.isGone,
      onDefect,
    }),
  );
  const venueWatch = watchVenues({
    store,
    api,
    isSet: () => settings.get().service.venue_path !== null,
    onMissing: warnings.missingAtService,
    // Orders that stand there count down by it from now on.
    onTimes: refresh,
    onDefect,
  });
  onStop(venueWatch.stop);
  const press = createPress({
    now,
    steady,
    printedAt: () => new Date(clock.now()).toISOString(),
    template: () => settings.get().template,
    onContact: show('refreshPrinters'),
  });
  const backups = {
    press,
    printers: () => settings.get().printers,
    backupAfterMs: () => settings.get().paper.backup_after_seconds * 1_000,
  };
  const promised = ({ order, readAt }: OrderRow): Order => asPromised(order, readAt, store.queue.ofOrder(order.id));
  const spool = createSpool({
    ...backups,
    store,
    asPromised: promised,
    steady,
    askAfterMs: () => settings.get().paper.ask_after_minutes * 60_000,
    printedAt: () => new Date(clock.now()).toISOString(),
    venueName: (order) => venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? '',
    venueAddress: (order) => venueSettings(settings.get(), order.venueId).address,
    template: () => settings.get().template,
    onCarried: (order, document, { printer, isConfirmed }) => {
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
    // Told to be answered, or cancelled: that is being checked, and nobody here is called to answer it.
    if (tellsOfAnswer(store.told.get(row.order.id)?.status ?? null)) return null;
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
      if (deadline) spool.paperDue(row.order, { occasion: 'unanswered', answerBy: deadline.at, isAbout: deadline.about });
    },
    onDefect,
  });
  onStop(stopWatchingUnanswered);
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
    onChange: refresh,
    onDefect,
  });
  onStop(work.stop);
  const stopTelling = tellOutside({
    store,
    waitingMs,
    address() {
      const { webhook_url: url, webhook_after_seconds: seconds } = settings.get().alerts;
      return url === null ? null : { url, afterMs: seconds * 1_000 };
    },
    deadline: deadlineFor,
    onTold: warnings.toldOutside,
    onDefect,
  });
  onStop(stopTelling);
  const coach = createPrepCoach(store, clock.now);
  const access = createAccess({
    secrets,
    store,
    steady,
    onChange: refreshApp,
    onGone() {
      log.error('the PIN is not in the vault any more');
      warnings.pinGone();
    },
    onUnread: (error) => error instanceof VaultError || onDefect(error),
  });
  onStop(access.stop);
  const redirects = createRedirects(onDefect);
  onStop(redirects.stop);
  const quiet = createQuiet(steady, refreshApp);
  onStop(quiet.stop);
  function serviceView() {
    const { state, says, remedy, at } = contact.view();
    const venues = store.venues.all();
    const connected = new Set(venues.flatMap((venue) => (venue.state === 'connected' ? [venue.id] : [])));
    // What there is to ask of: without it an old answer is no sign of anything.
    const idle = ![...store.orders.open(), ...store.orders.endedSince(0, 1)].some(({ order }) => connected.has(order.venueId));
    const isCutOff = venues.length > 0 && connected.size === 0 && state !== 'trouble';
    const lastContactAt = at === null ? null : clock.iso(at);
    return {
      state,
      says: isCutOff ? 'Nothing can be asked of the service until a venue is connected again.' : says,
      remedy,
      lastContactAt,
      idle,
    };
  }
  function soundPausedUntil(): string | null {
    const until = quiet.until();
    return until === null ? null : new Date(clock.now() + until - steady()).toISOString();
  }
  /** When the till last took an order, and what is in the way since. */
  let till: { at: number | null; trouble: string | null } = { at: null, trouble: null };
  function tellTill(trouble: string | null): void {
    till = { at: trouble === null ? now() : till.at, trouble };
    refreshApp();
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
    deadlineRules: rulesFor,
    steady,
    rushMinutes: work.rushMinutes,
    suggest: coach.suggest,
    app: () => ({
      mode: options.mode === 'training' ? 'training' : store.venues.all().length > 0 ? 'live' : 'setup',
      environment: options.mode === 'training' ? 'training' : settings.get().service.environment,
      service: serviceView(),
      receiver: { ...receiver.view(), hasSecret: secrets.hasWebhookSecret() },
      vault: secrets.view(),
      till: tillView(),
      soundPausedUntil: soundPausedUntil(),
      host: options.host,
      couriers: settings.get().service.merchant_id !== null,
      screen: { ...settings.get().screen, language: settings.get().screen.language ?? 'en' },
      languageIsChosen: settings.get().screen.language !== null,
      volume: settings.get().alerts.volume,
      access: access.view(),
      ...work.view(),
      version: options.version,
    }),
    onDefect,
  });
  shown = board;
  onStop(board.stop);
  clock.onChange((aheadMs) => {
    log.warn({ aheadMs }, 'this computer and the service disagree about the time');
    warnings.clock(aheadMs);
    refresh();
  });
  const lookingAtClock = setInterval(() => {
    clock.look();
    if (store.recoveries.isUnsettled() && clock.isLearnt()) settleRecovery();
  }, LOOK_AT_CLOCK_MS);
  onStop(() => clearInterval(lookingAtClock));
  function settleRecovery(): void {
    try {
      store.write(store.recoveries.settle);
    } catch (error) {
      // Told on the screen; a disk that takes writes again takes this one too.
      logDefect(error, 'the moment of the recovery could not be kept');
    }
  }
  settings.onChange(() => {
    countAs(settings.get().service.currency_digits);
    refresh();
    receiver.settingsChanged();
  });

  // Nothing goes out before the vault has answered; behind a keychain that is locked, papers and the till need no token.
  await vault.known;
  await vault.now().catch((error: unknown) => {
    if (!(error instanceof VaultError && vault.isWaiting())) throw error;
  });
  if (!vault.isWaiting()) await access.looked;
  if (options.resetPin) {
    vault.opened
      .then(() => access.looked)
      .then(() => access.setPin(null))
      .then(warnings.pinTakenAway, onDefect);
  }
  log.info({ mode: options.mode }, 'started');
  const worker = startWorker({
    store,
    steady,
    onDefect: (error, job) => logDefect(error, 'defect in a job', { job: job?.id, kind: job?.kind }),
    kinds: [
      reader.kind,
      createCommandKind({
        store,
        api,
        steady,
        read: reader.read,
        onTaken: (orderId) => poller.followUp(orderId),
        isGone: contact.isGone,
      }),
      createOperationKind({
        store,
        api,
        refundUnit: () => settings.get().service.refund_unit,
        read: reader.read,
        onTaken: (orderId) => poller.followUp(orderId),
      }),
      spool.kind,
      createDeliveryKind({ store, api: deliveryApi, now: clock.now, onOrdered: slips.due }),
      createPinKind({ store, api: deliveryApi }),
      slips.kind,
      createTillKind({
        store,
        till: () => settings.get().pos,
        asPromised: promised,
        report,
        isOurRejection,
        mayBeOurRejection,
        onContact: tellTill,
      }),
    ],
  });
  onStop(worker.stop);
  const stopWatchingPrinters = watchPrinters({ store, press, printers: () => settings.get().printers, now, onDefect });
  onStop(stopWatchingPrinters);
  const tend = (): void => {
    try {
      const venues = store.venues.all().filter((venue) => venue.state === 'connected');
      tokens.tend(venues.map((venue) => venue.id)).catch(onDefect);
    } catch (error) {
      onDefect(error);
    }
  };
  const tending = setInterval(tend, TEND_TOKENS_MS);
  onStop(() => clearInterval(tending));
  vault.opened.then(
    ({ kind }) => {
      log.info({ vault: kind }, 'the vault is open');
      // Whoever asks for the secrets is told why they cannot be read.
      void secrets
        .webhookSecrets()
        .catch(() => undefined)
        .then(refreshApp);
      tend();
      secrets.readAll(store.venues.all().map(({ id }) => tokensIn(id))).catch(onDefect);
    },
    (error: unknown) => onDefect(error),
  );

  onStop(tellOfCouriers({ store, notices, since: clock.now() - LOOK_BACK_AT_COURIERS_MS }));
  onStop(keepSpells({ store, feed, clock, onDefect }));

  const connecting = createConnecting({
    settings,
    secrets,
    connections: createNewConnections(vault, settings),
    tokens,
    credentials,
    onConnected: () => notices.clear('connect'),
    onDefect,
  });
  vault.opened.then(connecting.takeUp).catch((error: unknown) => error instanceof VaultError || onDefect(error));

  const redeemer = createCodeRedeemer({
    connect: (code, redirectUri) =>
      connecting.connectAsSet(code, redirectUri).catch((error: unknown) => {
        if (!(error instanceof VaultError)) throw error;
        return failure({ code: 'vault', says: error.message, remedy: error.remedy, mayHaveHappened: false, notSent: true });
      }),
    backoffMs,
    tell: (trouble) =>
      trouble ? notices.raise('connect', 'error', trouble.says, trouble.remedy, trouble.lasting) : notices.clear('connect'),
    onDefect,
  });

  onStop(redeemer.stop);

  const stopErasing = keepErasing({
    store,
    keepDays: () => settings.get().privacy.keep_days,
    clock,
    onErased: warnings.notErased,
    onDisputed: warnings.erasingWaits,
    onDefect,
  });

  onStop(stopErasing);
  /**
   * The network was gone, or the computer slept: what waits for the service goes out now, the answer whose time ends first before the
   * others. What hangs on a dead connection joins them first, or it would come last.
   */
  let stopping = false;
  onStop(() => {
    stopping = true;
  });
  async function goOn(voidMs: number): Promise<void> {
    pace.contactReturned();
    await worker.holdFor(async () => {
      await http.cutShort(voidMs);
      // What was cut short goes back into the queue with its next turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, BACK_IN_QUEUE_MS));
      if (!stopping) store.write(() => store.queue.contactReturned());
    });
    if (stopping) return;
    poller.contactReturned();
  }

  return {
    refusalOf: access.refusal,
    calls: createCalls({
      deliveryApi,
      receiverUrl: () => receiver.view().url,
      access,
      connecting,
      sendNotification: sendDrillNotification,
      steady,
      usualMinutesOf: work.usualMinutesOf,
      timesOf: work.timesOf,
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
      deadlineRules: rulesFor,
      api,
      quiet,
      redirects,
      refreshApp,
    }),
    connectWith: redeemer.redeem,
    rescue: store.rescue,
    tell: notices.raise,
    untell: notices.clear,
    wake() {
      store.write(() => store.queue.hurryAll());
      void goOn(HANGS_MS).catch(onDefect);
      poller.readAll();
    },
    openLink(address) {
      if (redirects.arrived(address)) return;
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
      refreshApp();
      return result;
    },
    async receiverUrl() {
      await receiver.settled();
      return receiver.view().url;
    },
  };
}
