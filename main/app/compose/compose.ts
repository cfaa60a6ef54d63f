/** Builds the parts of `compose/`, starts them in order and stops them in the reverse. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { originOf } from '../../../contract/address.ts';
import type { CallName } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { type CounterCalls, createCalls } from '../../api/calls.ts';
import type { By, Caller, Screen } from '../../api/staff/caller.ts';
import { changeMadeBy } from '../../api/staff/note-changes.ts';
import type { Staff } from '../../api/staff/staff.ts';
import { sendTestNotification } from '../../intake/webhook/self-test-notification.ts';
import { keepOutages } from '../../monitor/keep-outages.ts';
import { digitsBy } from '../../orders/money/money.ts';
import { HANGS_MS } from '../../service/contact.ts';
import type { ProvisionedCode } from '../../service/redeem-codes.ts';
import type { CustomerLogo } from '../../settings/customer-logo.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import { keepErasing } from '../../store/rows/erase/erase-persons.ts';
import type { Store } from '../../store/store.ts';
import { calmlyEach } from '../../time/calmly.ts';
import { startTime } from '../../time/system-time.ts';
import type { Clocks } from '../../time/time.ts';
import type { VaultByEnvironment } from '../../vault/by-environment.ts';
import { VaultError } from '../../vault/vault.ts';
import { tellOfCouriers } from '../../view/courier-notices.ts';
import type { Notices } from '../../view/notices.ts';
import { CRASH_FOLDER } from '../keep-up/crash-reports.ts';
import { type Opened, openStack } from '../opened.ts';
import { prepareAsking, tendTokens } from './asking.ts';
import type { Basics, CompositionOptions, News } from './basics.ts';
import { prepareConnecting } from './connecting.ts';
import { watchDeadlines } from './deadlines.ts';
import { type Keeping, openKeeping } from './keeping.ts';
import { preparePaper } from './paper.ts';
import { startQueue } from './queue.ts';
import { startReading } from './reading.ts';
import { startReceiving } from './receiving.ts';
import { openScreen } from './screen.ts';
import { startSelling } from './selling.ts';
import { watchWaiting } from './waiting.ts';

export type { CompositionOptions } from './basics.ts';

/** All rooms, running: what the app asks of them. */
export interface Composed {
  calls: CounterCalls;
  /** Why a call may not be made by whoever stands at that screen now. */
  refusalOf: Staff['refusal'];
  /** Who is signed in at the screen that asks. */
  by: (caller: Caller) => By;
  /** A call was made and answered with yes: what it changed is noted with who made it, where the venue names its staff. */
  noteCall: (name: CallName, input: unknown, by: By) => void;
  /** This screen was closed. */
  left: (screen: Screen) => void;
  /** Exchanges the codes of a provisioning file; one that cannot reach the service yet is tried again by itself. */
  connectWith(codes: ProvisionedCode[], onUsed: (code: string) => Promise<void>): Promise<void>;
  tell: Notices['raise'];
  untell: Notices['clear'];
  /** After the computer slept: what waited goes on, and every open order is read. */
  wake(): void;
  /** Takes an address that the system handed to the app. */
  openLink(address: string): void;
  /** The logo of the customers' screen. */
  logoAt: CustomerLogo['at'];
  /** Whom the page of the map may ask. */
  tilesOrigin(): string | null;
  /** Runs work on the vault, then reads the webhook secrets again. */
  withVault<T>(work: (vault: VaultByEnvironment) => Promise<T>): Promise<T>;
  /** Where the service should post to, once the receiver listens; null while it cannot. */
  receiverUrl(): Promise<string | null>;
  /** Why the database is only read; null where it is written to. */
  readOnly: Store['readOnly'];
  /** Saves what is left of a database whose file is gone. */
  rescue(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_AT_CLOCK_MS = 1_000;
const LOOK_BACK_AT_COURIERS_MS = 24 * 3_600_000;

/**
 * Throws StoreError, StorageTrouble, DataFolderInUse or VaultError, with everything closed again that was opened; whatever else fails is
 * told on the screen while the rest works.
 */
export async function compose(options: CompositionOptions): Promise<Composed> {
  const { log, time = startTime() } = options;
  const opened = openStack(time, (error) => log.error({ err: error }, 'defect at stopping'));
  try {
    const composed = await build(options, time, opened);
    return {
      ...composed,
      async stop() {
        await opened.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function basicsOf(options: CompositionOptions, time: Clocks, opened: Opened): Basics {
  const { settings, log } = options;
  const news: News = new EventEmitter();
  // Trouble with the storage is told once, when it begins.
  const logDefect = (error: unknown, says: string, about: object = {}): void => {
    if (!storageTroubleOf(error)) log.error({ err: error, ...about }, says);
  };
  return {
    options,
    settings,
    log,
    time,
    currencyDigits: (currency) => digitsBy(settings.get().service)(currency),
    onDefect(error) {
      logDefect(error, 'defect');
      news.emit('defect', error);
    },
    logDefect,
    opened,
    news,
    refresh: () => void news.emit('orders'),
    refreshApp: () => void news.emit('app'),
    refreshPrinters: () => void news.emit('printers'),
  };
}

async function build(options: CompositionOptions, time: Clocks, opened: Opened): Promise<Omit<Composed, 'stop'>> {
  const { settings, feed, log } = options;
  const basics = basicsOf(options, time, opened);
  const { news, onDefect, refresh, refreshApp } = basics;

  // The database and the receiver come first: the service tries three times within seconds, and never again.
  const keeping = openKeeping(basics);
  const receiving = startReceiving(basics, keeping);
  await takeApartOpen(keeping.store, onDefect);
  const asking = prepareAsking(basics, keeping, receiving);
  const deadlines = watchDeadlines(basics, keeping, asking);
  const paper = preparePaper(basics, keeping, receiving, deadlines);
  const reading = startReading(basics, keeping, asking, deadlines, paper);
  const work = watchWaiting(basics, keeping, receiving, deadlines, paper);
  const selling = startSelling(basics, keeping, receiving, asking, deadlines);
  const screen = openScreen(basics, { keeping, receiving, asking, deadlines, paper, work, selling });
  followClock(basics, keeping);
  opened.defer(
    settings.onChange(() => {
      refresh();
      receiving.receiver.settingsChanged();
      receiving.relay?.changed();
    }),
  );

  // Nothing goes out before the vault has answered; behind a keychain that is locked, papers and the till need no token.
  const { vault, secrets, receiver } = receiving;
  await vault.known;
  await vault.now().catch((error: unknown) => {
    if (!(error instanceof VaultError && vault.isWaiting())) throw error;
  });
  const { notices, warnings } = keeping;
  const { access, redirects, staff, sessions } = screen;
  if (!vault.isWaiting()) await access.looked;
  if (options.resetPin) {
    vault.opened
      .then(() => access.looked)
      .then(() => access.setPin(null))
      .then(() => settings.change((now) => ({ ...now, staff: { ...now.staff, on: false } })))
      .then(warnings.pinTakenAway, onDefect);
  }
  log.info({ mode: options.mode }, 'started');
  startQueue(basics, { keeping, asking, deadlines, paper, reading, screen, selling });
  tendTokens(basics, keeping, receiving, asking);
  opened.defer(tellOfCouriers({ store: keeping.store, notices, since: time.service.now() - LOOK_BACK_AT_COURIERS_MS }));
  opened.defer(keepOutages({ store: keeping.store, feed, time, onDefect }));
  const { connecting, redeemer } = prepareConnecting(basics, keeping, receiving, asking, hurry);
  if (!keeping.store.readOnly)
    opened.defer(
      keepErasing({
        store: keeping.store,
        keepDays: () => settings.get().privacy.keep_days,
        time,
        onErased: warnings.notErased,
        onDisputed: warnings.erasingWaits,
        onDefect,
      }),
    );

  /**
   * The network was gone, or the computer slept: what waits for the service goes out now, the answer whose time ends first before the
   * others. What hangs on a dead connection joins them first, or it would come last.
   */
  async function goOn(voidMs: number): Promise<void> {
    asking.pace.contactReturned();
    await asking.http.cutShort(voidMs);
    // The jobs of the calls that were cut short are back in the queue once all promises have run, before the worker looks again.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (opened.isClosing()) return;
    keeping.store.write(() => keeping.store.queue.contactReturned());
    reading.poller.contactReturned();
  }
  /** Whatever waits is tried now, and every open order is read. */
  function hurry(): void {
    keeping.store.write(() => keeping.store.queue.hurryAll());
    reading.poller.readAll();
  }
  /** What was signed with it and could not be believed, neither by the receiver nor from the relay, can be now. */
  function webhookSecretChanged(): void {
    receiving.signatures.secretChanged();
    receiving.relay?.again();
  }
  news.on('heardAgain', (voidMs) => void goOn(voidMs).catch(onDefect));

  return {
    refusalOf: staff.refusal,
    by: staff.by,
    left: sessions.end,
    noteCall(name, input, by) {
      const change = settings.get().staff.on ? changeMadeBy(name, input, by) : null;
      if (change !== null) keeping.store.write(() => keeping.store.staff.noteChange(by.name ?? '', change));
    },
    calls: createCalls({
      staff,
      staffSecrets: screen.staffSecrets,
      sessions,
      deliveryApi: asking.deliveryApi,
      receiverUrl: () => receiver.view().url,
      access,
      connecting,
      sendNotification: (...given) => sendTestNotification(time, ...given),
      usualMinutesOf: work.usualMinutesOf,
      timesOf: work.timesOf,
      crashFolder: join(options.dataDir, CRASH_FOLDER),
      dataDir: options.dataDir,
      version: options.version,
      store: keeping.store,
      time,
      settings,
      currencyDigits: basics.currencyDigits,
      secrets,
      tokens: asking.tokens,
      spool: paper.spool,
      printerService: paper.printerService,
      printerProved: paper.printerProved,
      feed,
      notices,
      modeOf: receiving.modeOf,
      deadlineRules: deadlines.rulesFor,
      api: asking.api,
      venueApi: asking.venueApi,
      menuBook: selling.book,
      zoneOf: selling.zoneOf,
      alarmPause: screen.alarmPause,
      redirects,
      customerLogo: screen.customerLogo,
      addresses: asking.addresses,
      askAddresses: () => void asking.addresses.ask().catch(onDefect),
      relay: receiving.relay,
      webhookSecretChanged,
      refreshApp,
    }),
    connectWith: redeemer.redeem,
    readOnly: keeping.store.readOnly,
    rescue: keeping.store.rescue,
    tell: notices.raise,
    untell: notices.clear,
    wake() {
      hurry();
      receiving.relay?.hurry();
      void goOn(HANGS_MS).catch(onDefect);
    },
    openLink(address) {
      if (redirects.arrived(address)) return;
      notices.raise('link', 'info', message('authorization-arrived-that-nobody-here-was'), message('open-connect-venue-choose-to-receive'));
    },
    logoAt: screen.customerLogo.at,
    tilesOrigin: () => originOf(settings.get().map.tiles_url),
    async withVault(work) {
      const open = await vault.now();
      const [before] = await secrets.webhookSecrets();
      const result = await work(open);
      await secrets.reload();
      const [newest] = await secrets.webhookSecrets();
      if (newest !== before) webhookSecretChanged();
      receiving.relay?.changed();
      refreshApp();
      return result;
    },
    async receiverUrl() {
      await receiver.settled();
      return receiver.view().url;
    },
  };
}

/** Each open order by itself, for notifications must have their turn: of hundreds there may be megabytes each. Everybody finds them ready then. */
async function takeApartOpen({ orders }: Store, onDefect: (error: unknown) => void): Promise<void> {
  await calmlyEach(orders.openIds(), (id) => {
    try {
      orders.get(id);
    } catch (error) {
      onDefect(error);
    }
  });
}

/** Watches this computer's clock against the service's, and settles since when a recovered database counts. */
function followClock({ log, time, logDefect, refresh, opened }: Basics, { store, warnings }: Keeping): void {
  const clock = time.service;
  clock.onChange((aheadMs) => {
    log.warn({ aheadMs }, 'this computer and the service disagree about the time');
    warnings.clock(aheadMs);
    refresh();
  });
  function look(): void {
    clock.look();
    if (!store.recoveries.isUnsettled() || !clock.isLearnt()) return;
    try {
      store.write(store.recoveries.settle);
    } catch (error) {
      // Told on the screen; a disk that takes writes again takes this one too.
      logDefect(error, 'the moment of the recovery could not be kept');
    }
  }
  opened.defer(time.every(LOOK_AT_CLOCK_MS, look, (error) => logDefect(error, 'defect')));
}
