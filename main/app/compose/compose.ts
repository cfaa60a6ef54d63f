/**
 * Builds the bridge: the kernel part by part (database, receivers, service, reading), then features, the board, and the queue worker.
 * Stopped in reverse order.
 */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { originOf } from '../../../contract/address.ts';
import { message } from '../../../contract/message.ts';
import type { Composed, CompositionOptions } from '../../features/composed.ts';
import type { Basics, Context, News } from '../../features/context.ts';
import { changeMadeBy } from '../../features/staff/note-changes.ts';
import type { OrderEffects } from '../../intake/reading/apply-reading.ts';
import { digitsBy } from '../../orders/money/money.ts';
import { HANGS_MS } from '../../service/contact.ts';
import { keepErasing } from '../../store/erase-persons.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Store } from '../../store/store.ts';
import { startWorker } from '../../store/worker.ts';
import { type Opened, openStack } from '../../time/opened.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { startTime } from '../../time/start-time.ts';
import { mapYielding } from '../../time/yielding.ts';
import { VaultError } from '../../vault/vault.ts';
import { startBoard } from '../../view/board.ts';
import { appViewOf, callsOf, features, openFeatures, partsOf, type Services } from '../features.ts';
import { CRASH_FOLDER } from '../keep-up/crash-reports.ts';
import { prepareAsking, tendTokens } from './asking.ts';
import { watchDeadlines } from './deadlines.ts';
import { openKeeping } from './keeping.ts';
import { startReading } from './reading.ts';
import { startReceiving } from './receiving.ts';

const LOOK_AT_CLOCK_MS = 1_000;

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

function basicsOf(
  { dataDir, settings, feed, log, mode, host, updates, version }: CompositionOptions,
  time: Clocks,
  opened: Opened,
): Basics {
  const news: News = new EventEmitter();
  // Trouble with the storage is told once, when it begins.
  const logDefect = (error: unknown, text: string, about: object = {}): void => {
    if (!storageTroubleOf(error)) log.error({ err: error, ...about }, text);
  };
  function onDefect(error: unknown): void {
    logDefect(error, 'defect');
    news.emit('defect', error);
  }
  return {
    dataDir,
    settings,
    feed,
    log,
    mode,
    host,
    updates,
    version,
    crashFolder: join(dataDir, CRASH_FOLDER),
    time,
    currencyDigits: (currency) => digitsBy(settings.get().service)(currency),
    onDefect,
    onVaultDefect: (error) => void (error instanceof VaultError || onDefect(error)),
    logDefect,
    opened,
    news,
    refresh: () => void news.emit('orders'),
    refreshApp: () => void news.emit('app'),
    refreshPrinters: () => void news.emit('printers'),
  };
}

/** The database and the receiver come first: the service tries three times within seconds, and never again. */
async function openKernel(options: CompositionOptions, basics: Basics, orderEffects: readonly OrderEffects[]): Promise<Context> {
  const keeping = { ...basics, ...openKeeping(basics, options) };
  const receiving = { ...keeping, ...startReceiving(keeping, options.openVault) };
  await takeApartOpen(keeping.store, basics.onDefect);
  const asking = { ...receiving, ...prepareAsking(receiving) };
  const deadlines = { ...asking, ...watchDeadlines(asking) };
  return { ...deadlines, ...startReading(deadlines, orderEffects) };
}

async function build(options: CompositionOptions, time: Clocks, opened: Opened): Promise<Omit<Composed, 'stop'>> {
  const { settings, log } = options;
  const orderEffects: OrderEffects[] = [];
  const services = openFeatures(await openKernel(options, basicsOf(options, time, opened), orderEffects));
  orderEffects.push(...partsOf('orderEffects', services));
  const { store, warnings, onDefect, vault, secrets, receiver, access, staff, redirects, customerLogo, sessions, notices, news } = services;
  showBoard(services);
  followClock(services);
  opened.defer(settings.onChange(services.refresh));

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
      .then(() => settings.change((now) => ({ ...now, staff: { ...now.staff, on: false } })))
      .then(warnings.pinTakenAway, onDefect);
  }
  log.info({ mode: options.mode }, 'started');
  const worker = startWorker({
    store,
    time,
    onDefect: (error, job) => services.logDefect(error, 'defect in a job', { job: job?.id, kind: job?.kind }),
    kinds: [services.reader.kind, ...partsOf('jobs', services).flat()],
  });
  opened.defer(worker.stop);
  tendTokens(services);
  for (const feature of Object.values(features)) feature.start?.(services);
  if (!store.readOnly)
    opened.defer(
      keepErasing({
        store,
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
    services.pace.contactReturned();
    await services.http.cutShort(voidMs);
    // The call that was answered just now may have to be repeated: its job is back in the queue once all promises have run.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (opened.isClosing()) return;
    store.write(() => store.queue.contactReturned());
    services.poller.contactReturned();
  }
  news.on('heardAgain', (voidMs) => void goOn(voidMs).catch(onDefect));

  return {
    refusalOf: staff.refusal,
    by: staff.by,
    left: sessions.end,
    noteCall(name, input, by) {
      const change = settings.get().staff.on ? changeMadeBy(name, input, by) : null;
      if (change !== null) store.write(() => store.staff.noteChange(by.name ?? '', change));
    },
    calls: callsOf(services),
    connectWith: services.redeemer.redeem,
    readOnly: store.readOnly,
    rescue: store.rescue,
    tell: notices.raise,
    untell: notices.clear,
    wake() {
      services.hurry();
      news.emit('wake');
      void goOn(HANGS_MS).catch(onDefect);
    },
    openLink(address) {
      if (redirects.arrived(address)) return;
      notices.raise('link', 'info', message('connect.unrequestedAuthorization'), message('connect.chooseReceiveByLink'));
    },
    logoAt: customerLogo.at,
    tilesOrigin: () => originOf(settings.get().map.tiles_url),
    async withVault(work) {
      const open = await vault.now();
      const [before] = await secrets.webhookSecrets();
      const result = await work(open);
      await secrets.reload();
      const [newest] = await secrets.webhookSecrets();
      if (newest !== before) news.emit('webhookSecret');
      news.emit('vault');
      services.refreshApp();
      return result;
    },
    async receiverUrl() {
      await receiver.settled();
      return receiver.view().url;
    },
  };
}

/** The board is kept true from here on. For whoever only brings news: what cannot be shown is no failure of theirs. */
function showBoard(services: Services): void {
  const { opened, news, onDefect } = services;
  const board = opened.use(startBoard({ ...services, app: () => appViewOf(services) }));
  const shown = (draw: () => void) => (): void => {
    try {
      draw();
    } catch (error) {
      onDefect(error);
    }
  };
  news.on('orders', shown(board.refresh));
  news.on('app', shown(board.refreshApp));
  news.on('printers', shown(board.refreshPrinters));
}

/** Each open order by itself, for notifications must have their turn: of hundreds there may be megabytes each. Everyone finds them ready then. */
async function takeApartOpen({ orders }: Store, onDefect: (error: unknown) => void): Promise<void> {
  await mapYielding(orders.openIds(), (id) => {
    try {
      orders.get(id);
    } catch (error) {
      onDefect(error);
    }
  });
}

/** Watches this computer's clock against the service's, and settles since when a recovered database counts. */
function followClock({ log, time, logDefect, refresh, opened, store, warnings }: Context): void {
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
