/**
 * Builds the kernel part by part (database, receivers, service, reading), then features, board and queue worker. Stops in reverse order.
 */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Composed, CompositionOptions } from '../../features/composed.ts';
import type { AppEvents, Context, CoreServices } from '../../features/context.ts';
import type { OrderEffects } from '../../intake/reading/apply-reading.ts';
import { digitsBy } from '../../orders/money/money.ts';
import { keepErasing } from '../../store/erase-persons.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Store } from '../../store/store.ts';
import { startWorker } from '../../store/worker.ts';
import { type OpenParts, openStack } from '../../time/opened.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { startTime } from '../../time/start-time.ts';
import { mapYielding } from '../../time/yielding.ts';
import { VaultError } from '../../vault/vault.ts';
import { features, openFeatures, type Services } from '../features.ts';
import { CRASH_FOLDER } from '../keep-up/crash-reports.ts';
import { composedOf } from './composed-of.ts';
import { resumeOnContact } from './contact-returned.ts';
import { watchDeadlines } from './deadlines.ts';
import { startIntake } from './intake.ts';
import { startReading } from './order-reading.ts';
import { createServiceClients, tendTokens } from './service-clients.ts';
import { followClock, showBoard } from './show.ts';
import { openStateServices } from './state-services.ts';

/** Throws StoreError, StorageTrouble, DataFolderInUse or VaultError, with everything closed again. Other failures are shown on screens. */
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
  { dataDir, settings, feed, log, mode, host, updates, tablets, version }: CompositionOptions,
  time: Clocks,
  opened: OpenParts,
): CoreServices {
  const appEvents: AppEvents = new EventEmitter();
  // Storage problems aren't logged here: the store reports them once.
  const logDefect = (error: unknown, text: string, about: object = {}): void => {
    if (!storageTroubleOf(error)) log.error({ err: error, ...about }, text);
  };
  function onDefect(error: unknown): void {
    logDefect(error, 'defect');
    appEvents.emit('defect', error);
  }
  return {
    dataDir,
    settings,
    feed,
    log,
    mode,
    host,
    updates,
    tablets,
    version,
    crashFolder: join(dataDir, CRASH_FOLDER),
    time,
    currencyDigits: (currency) => digitsBy(settings.get().service)(currency),
    onDefect,
    onVaultDefect: (error) => void (error instanceof VaultError || onDefect(error)),
    logDefect,
    opened,
    appEvents,
    refresh: () => void appEvents.emit('orders'),
    refreshApp: () => void appEvents.emit('app'),
    refreshPrinters: () => void appEvents.emit('printers'),
  };
}

/** Opens database and receiver first: the service sends a webhook three times within seconds, never again. */
async function openKernel(options: CompositionOptions, basics: CoreServices, orderEffects: readonly OrderEffects[]): Promise<Context> {
  const keeping = { ...basics, ...openStateServices(basics, options) };
  const receiving = { ...keeping, ...startIntake(keeping, options.openVault) };
  await takeApartOpen(keeping.store, basics.onDefect);
  const asking = { ...receiving, ...createServiceClients(receiving) };
  const deadlines = { ...asking, ...watchDeadlines(asking) };
  return { ...deadlines, ...startReading(deadlines, orderEffects) };
}

async function build(options: CompositionOptions, time: Clocks, opened: OpenParts): Promise<Omit<Composed, 'stop'>> {
  const orderEffects: OrderEffects[] = [];
  const services = openFeatures(await openKernel(options, basicsOf(options, time, opened), orderEffects));
  orderEffects.push(...features.orderEffects(services));
  showBoard(services);
  followClock(services);
  opened.defer(options.settings.onChange(services.refresh));
  await vaultAnswered(services);
  if (options.resetPin) takePinAway(services);
  options.log.info({ mode: options.mode }, 'started');
  workOff(services);
  tendTokens(services);
  features.start(services);
  erasePersons(services);
  return composedOf(services, resumeOnContact(services));
}

/** Nothing is sent before the vault has answered; behind a locked keychain the app still starts, as printouts and the till need no token. */
async function vaultAnswered({ vault, access }: Services): Promise<void> {
  await vault.known;
  await vault.now().catch((error: unknown) => {
    if (!(error instanceof VaultError && vault.isWaiting())) throw error;
  });
  if (!vault.isWaiting()) await access.looked;
}

/** Removes the PIN. Allowed for anyone who can start the app. */
function takePinAway({ vault, access, settings, warnings, onDefect }: Services): void {
  vault.opened
    .then(() => access.looked)
    .then(() => access.setPin(null))
    .then(() => settings.change((now) => ({ ...now, staff: { ...now.staff, on: false } })))
    .then(warnings.pinTakenAway, onDefect);
}

function workOff(services: Services): void {
  const { store, time, opened, logDefect, reader } = services;
  const worker = startWorker({
    store,
    time,
    onDefect: (error, job) => logDefect(error, 'defect in a job', { job: job?.id, kind: job?.kind }),
    kinds: [reader.kind, ...features.jobs(services)],
  });
  opened.defer(worker.stop);
}

function erasePersons({ store, settings, time, opened, warnings, onDefect }: Services): void {
  if (store.readOnly) return;
  const keepDays = () => settings.get().privacy.keep_days;
  opened.defer(keepErasing({ store, keepDays, time, onErased: warnings.notErased, onDisputed: warnings.erasingWaits, onDefect }));
}

/** Parses open orders early, yielding to notifications: hundreds may have megabytes each. */
async function takeApartOpen({ orders }: Store, onDefect: (error: unknown) => void): Promise<void> {
  await mapYielding(orders.openIds(), (id) => {
    try {
      orders.get(id);
    } catch (error) {
      onDefect(error);
    }
  });
}
