/** The relay: opens its parts in order and closes them in reverse. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RELAY_PATHS } from '../contract/relay/wire.ts';
import { writePrivately } from '../shared/files/private-files.ts';
import { readIfThere } from '../shared/files/read-if-there.ts';
import { refuse } from '../shared/http/guarded-server.ts';
import type { Time } from '../shared/time/time.ts';
import { keepAlerts } from './alerts/keep-alerts.ts';
import { createHub } from './give/hub.ts';
import { servePoll } from './give/poll.ts';
import { presencesHere } from './give/presences.ts';
import { createRedeemDesk } from './give/redeem.ts';
import { sharePresences } from './give/shared-presences.ts';
import { createSockets } from './give/socket.ts';
import { createSupportDesk } from './give/support-desk.ts';
import { answerText } from './listening/answer.ts';
import { openPort, type Port } from './listening/server.ts';
import { OPERATOR_KEY_FILE, publishAddress } from './operator/ask-relay.ts';
import { createMetrics, METRICS_PATH } from './operator/metrics.ts';
import { createOperatorApi, OPERATOR_PATH } from './operator/operator-api.ts';
import { printOfSecrets, RELAY_VERSION, type RelayState } from './operator/other-relays.ts';
import { servePage } from './operator/page.ts';
import { problemsHere, problemsOf, problemsShared, type Watched } from './operator/problems.ts';
import { keepRetention } from './retention.ts';
import { createSealing } from './seal/sealing.ts';
import { openWaitingKey } from './seal/waiting-key.ts';
import type { RelaySettings } from './settings/settings.ts';
import { watchSettings } from './settings/watch-settings.ts';
import { openStorage, printOf } from './storage.ts';
import { takeDataFolder } from './store/data-folder.ts';
import { openDatabase } from './store/database.ts';
import { createTake, TAKE_PATHS } from './take/take.ts';

/** Printed at start as one line of JSON. */
export interface RelayAddresses {
  ingest_url: string;
  counter_url: string;
  operator_url: string;
  operator_key: string;
  metrics_url: string;
}

export interface Relay extends AsyncDisposable {
  addresses: RelayAddresses;
  /** Sends counters elsewhere while notifications are taken. */
  drain(): Promise<void>;
}

const DATABASE_FILE = 'relay.sqlite';
const WAITING_KEY_FILE = 'waiting.key';
const PROBE_EVERY_MS = 5_000;
const HEALTH_PATH = '/health';
const SUPPORT_FOLDER = 'support';
const SUPPORT_CHECKED_EVERY_MS = 3_600_000;

interface RelayOptions {
  dataDir: string;
  settings: RelaySettings;
  settingsFile?: string;
  time: Time;
  onDefect: (error: unknown) => void;
}

/** Throws CannotStart, and leaves nothing open. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const opened = new AsyncDisposableStack();
  try {
    const relay = await openAll(options, opened);
    return { ...relay, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openAll(
  { dataDir, settings, settingsFile, time, onDefect }: RelayOptions,
  opened: AsyncDisposableStack,
): Promise<Pick<Relay, 'addresses' | 'drain'>> {
  opened.use(takeDataFolder(dataDir));
  const db = opened.use(openDatabase(join(dataDir, DATABASE_FILE)));
  const waiting = openWaitingKey(settings.waiting_key_file ?? join(dataDir, WAITING_KEY_FILE));
  const key = operatorKey(dataDir);
  const keys = { 'waiting.key': printOf(waiting.publicKey), 'operator.key': printOf(key) };
  const supportFolder = join(dataDir, SUPPORT_FOLDER);
  const storage = await openStorage({ db, settings, supportFolder, keys, time, opened, onDefect });
  const { engine, registry, groupSettings, support, alerts, shared } = storage;
  void support.deleteOld().catch(onDefect);
  opened.defer(time.every(SUPPORT_CHECKED_EVERY_MS, support.deleteOld, onDefect));
  const sealing = createSealing(registry, waiting);
  const live = opened.use(watchSettings(settings, settingsFile ?? null, time, onDefect));
  const trust = (request: IncomingMessage): void => port.trust(request);
  const take = createTake({ engine, sealing, secrets: live.secrets, trust, onDefect });
  const keeps = (): boolean => take.trouble() === null;
  const mostUnacknowledged = settings.limits.unacknowledged;
  const hub = opened.use(createHub({ engine, registry, sealing, groupSettings, support, time, mostUnacknowledged, keeps, onDefect }));
  registry.onRevoked((id) => hub.sendAway(id, 'revoked'));
  opened.defer(time.every(PROBE_EVERY_MS, take.probe, onDefect));
  const clockAheadMs = (): number | null => (sharing ? sharing.clockAheadMs() : 0);
  const retention = opened.use(keepRetention({ engine, time, hours: settings.retention_hours, clockAheadMs, onDefect }));
  const relayName = settings.name ?? `${hostname()}:${settings.listen.port}`;
  const state = (): RelayState => ({
    version: RELAY_VERSION,
    secrets: printOfSecrets(live.secrets(), key),
    spooled: engine.spooled().waiting,
    problems: problemsHere(watched).map(({ code, text, since }) => ({ code, text, since })),
  });
  const sharing = shared && opened.use(sharePresences({ postgres: shared.postgres, hub, relayName, state, time, onDefect }));
  const watched: Watched = {
    engine,
    registry,
    groupSettings,
    presences: sharing ?? presencesHere(hub),
    relays: sharing && { ...sharing, name: relayName, state },
    take,
    retention,
    time,
    retentionHours: settings.retention_hours,
    settingsTrouble: live.trouble,
  };
  const alerting = { watched, settings: live.alerts, onDefect };
  opened.use(keepAlerts({ ...alerting, rows: alerts, problems: shared ? async () => problemsHere(watched) : () => problemsOf(watched) }));
  // One of the relays alerts about what they share.
  if (shared) opened.use(keepAlerts({ ...alerting, rows: shared.alerts(relayName), problems: () => problemsShared(watched) }));
  const operator = createOperatorApi(watched, key, settings, sealing, support, onDefect);
  const sockets = createSockets({ registry, hub, time, trust, onDefect });
  const serveSupport = createSupportDesk({ registry, support, trust });
  const redeemDesk = createRedeemDesk({ registry, engine, settings, time });
  const { isOperator } = operator;
  const serveMetrics = createMetrics({ ...watched, hub, isOperator, connections: () => port.connections(), startedAt: time.wall() });

  const port: Port = await openPort({
    settings,
    time,
    onDefect,
    async serve(request, response, path) {
      // The service's configuration may have a trailing slash.
      switch (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path) {
        case TAKE_PATHS.orders:
          return take.serve(request, response, 'order');
        case TAKE_PATHS.deliveries:
        case TAKE_PATHS.deliveriesAlone:
          return take.serve(request, response, 'delivery');
        case RELAY_PATHS.poll:
          return servePoll(request, response, { registry, hub, time, trust });
        case RELAY_PATHS.redeem:
          return redeemDesk.serve(request, response);
        case HEALTH_PATH:
          return hub.takesCounters() ? answerText(response, 200, 'ok') : answerText(response, 503, 'closing');
        case METRICS_PATH:
          return serveMetrics(request, response);
      }
      if (path.startsWith(`${RELAY_PATHS.support}/`)) return serveSupport(request, response, path);
      if (servePage(response, request.method, path)) return;
      if (path.startsWith(`${OPERATOR_PATH}/`)) return operator.serve(request, response, path);
      answerText(response, 404, 'nothing here');
    },
    upgrade(request, socket, head, path) {
      if (path === RELAY_PATHS.socket) return sockets.upgrade(request, socket, head);
      refuse(socket, 404);
    },
  });
  // Counters disconnect before the port closes, as it waits for open connections.
  opened.use(port);
  opened.defer(() => hub.sendAllAway());
  opened.use(publishAddress(dataDir, { origin: port.origin, certificate_file: settings.tls?.certificate_file ?? null }));
  const base = settings.public_url ?? port.origin;
  const addresses = {
    ingest_url: base + TAKE_PATHS.orders,
    counter_url: base,
    operator_url: base + OPERATOR_PATH,
    operator_key: key,
    metrics_url: base + METRICS_PATH,
  };
  return { addresses, drain: hub.drain };
}

/** 256 bits, created at the first start, and again if the file is removed. */
function operatorKey(dataDir: string): string {
  const file = join(dataDir, OPERATOR_KEY_FILE);
  const kept = readIfThere(file)?.trim();
  if (kept) return kept;
  const made = randomBytes(32).toString('base64url');
  writePrivately(file, `${made}\n`);
  return made;
}
