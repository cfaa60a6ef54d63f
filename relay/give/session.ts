/** A counter's session: answers its frames. */
import * as v from 'valibot';
import { isSealKey } from '../../contract/relay/sealed.ts';
import { CounterFrame, RELAY_VERSIONS, type RelayFrame } from '../../contract/relay/wire.ts';
import manifest from '../../package.json' with { type: 'json' };
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord } from '../../shared/json/values.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Engine } from '../engine/engine.ts';
import { isoTime } from '../iso-time.ts';
import type { Sealing } from '../seal/sealing.ts';
import type { GroupSettings } from '../store/group-settings.ts';
import type { Counter, Registry } from '../store/registry.ts';
import type { SupportRequests } from '../store/support-requests.ts';
import { createGiving, type Outlet } from './give-news.ts';

export type RefusedCode = Extract<RelayFrame, { type: 'refused' }>['code'];
type Hello = Extract<CounterFrame, { type: 'hello' }>;
type Ping = Extract<CounterFrame, { type: 'ping' }>;

/** What a counter reports about itself, for the operator. */
export interface AppReport {
  appVersion: string | null;
  health: NonNullable<Ping['health']> | null;
  /** Counter's clock minus the relay's, ms; null until known. */
  clockOffsetMs: number | null;
}

export interface Session {
  /** Handles one frame as received. Returns why the session must end, or null. */
  received(frame: unknown): Promise<RefusedCode | null>;
  wake(venueId: string): void;
  offerSettings(): void;
  offerSupport(): void;
  resume(): void;
  /** Empty before the hello. */
  venueIds(): string[];
  heard: Readonly<AppReport>;
  end(): void;
}

const KNOWN = new Set(['hello', 'ack', 'ping']);
const RELAY_VERSION: string = manifest.version;

export function openSession(options: {
  counter: Counter;
  engine: Engine;
  registry: Pick<Registry, 'setSealKey'>;
  sealing: Sealing;
  groupSettings: Pick<GroupSettings, 'newest'>;
  support: Pick<SupportRequests, 'of'>;
  time: Time;
  outlet: Outlet;
  mostUnacknowledged: number;
  /** By venue: the last place given early. */
  earlyGiven: Map<string, number>;
  /** Whether notifications can be stored now. */
  keeps: () => boolean;
  /** After the hello, before any notification. */
  onHello: (session: Session) => void;
  onDefect: (error: unknown) => void;
}): Session {
  const { counter, time, outlet } = options;
  const giving = createGiving({ ...options, counterId: counter.id, sealKey: () => sealKey });
  const heard: AppReport = { appVersion: null, health: null, clockOffsetMs: null };
  let sealKey: string | null = null;
  /** Settings versions that the counter uses or refused, or that were sent; they aren't sent again. Null if it takes no settings. */
  let settingsSeen: (number | null)[] | null = null;
  /** The counter's support request; undefined if it shows none. */
  let supportKnown: string | null | undefined;
  let isGreeted = false;
  let isOver = false;
  let working: Promise<unknown> = Promise.resolve();
  /** Not `working`: a silent database must not delay pongs. */
  let offering: Promise<unknown> = Promise.resolve();

  async function handle(given: unknown): Promise<RefusedCode | null> {
    const value = typeof given === 'string' ? readJson(given) : given;
    const type = asRecord(value)?.type;
    if (typeof type !== 'string') return 'bad-frame';
    // A frame type of a later app version is ignored.
    if (!KNOWN.has(type)) return null;
    const read = v.safeParse(CounterFrame, value, { abortEarly: true });
    if (!read.success) return 'bad-frame';
    const frame = read.output;
    if (frame.type === 'hello') return isGreeted ? 'bad-frame' : hello(frame);
    if (!isGreeted) return 'bad-frame';
    if (frame.type === 'ping') ping(frame);
    else await giving.acknowledge(frame.venueId, frame.seq);
    return null;
  }

  async function hello({ versions, appVersion, venues: asked, at, sealKey: given, settings, support }: Hello): Promise<RefusedCode | null> {
    const version = RELAY_VERSIONS.find((one) => versions.includes(one));
    if (version === undefined) return 'version';
    const isOther = given !== undefined && given !== counter.sealKey;
    if (isOther && !isSealKey(given)) return 'bad-frame';
    isGreeted = true;
    sealKey = given ?? null;
    if (sealKey !== counter.sealKey) await options.registry.setSealKey(counter.id, sealKey).catch(options.onDefect);
    heard.appVersion = appVersion;
    heard.clockOffsetMs = Date.parse(at) - time.wall();
    const joined: { venueId: string; last: number }[] = [];
    const refused = new Set<string>();
    for (const { venueId, after } of asked) {
      if (giving.has(venueId)) continue;
      if (!counter.venueIds.includes(venueId)) {
        refused.add(venueId);
        continue;
      }
      joined.push({ venueId, last: await giving.add(venueId, after) });
    }
    if (isOver) return null;
    outlet.send({ type: 'welcome', version, relayVersion: RELAY_VERSION, at: isoTime(time.wall()), venues: joined, refused: [...refused] });
    options.onHello(session);
    settingsSeen = settings ? (settings.refused === 0 ? [] : [settings.version, settings.refused]) : null;
    offerSettings();
    supportKnown = support?.request;
    offerSupport();
    giving.goOn();
    return null;
  }

  /** Sends older versions, too: the counter reports to the publisher why they're refused. */
  function offerSettings(): void {
    const newest = counter.group === null || settingsSeen === null || isOver ? null : options.groupSettings.newest(counter.group);
    if (newest === null || settingsSeen === null || settingsSeen.includes(newest.version)) return;
    settingsSeen.push(newest.version);
    const { document, signature, key } = newest.signed;
    outlet.send({ type: 'settings', document, signature, key });
  }

  function offerSupport(): void {
    offering = offering.then(giveSupport).catch(options.onDefect);
  }

  async function giveSupport(): Promise<void> {
    if (supportKnown === undefined || isOver) return;
    const found = await options.support.of(counter.id);
    const open = found?.state === 'asked' ? found : null;
    if (isOver || (open?.id ?? null) === supportKnown) return;
    supportKnown = open?.id ?? null;
    outlet.send({ type: 'support', request: open && { id: open.id, reason: open.reason, askedAt: isoTime(open.askedAt) } });
  }

  function ping({ id, at, health }: Ping): void {
    heard.clockOffsetMs = Date.parse(at) - time.wall();
    if (health) Object.assign(heard, { health, appVersion: health.appVersion });
    if (isOver) return;
    const newsAt = giving.newsAt();
    outlet.send({ type: 'pong', id, at: isoTime(time.wall()), newsAt: newsAt === null ? null : isoTime(newsAt), keeps: options.keeps() });
  }

  const session: Session = {
    heard,
    received(frame) {
      const next = working.then(() => (isOver ? null : handle(frame)));
      working = next.catch(() => undefined);
      return next;
    },
    wake: giving.wake,
    offerSettings,
    offerSupport,
    resume: giving.goOn,
    venueIds: giving.venueIds,
    end() {
      isOver = true;
      giving.end();
    },
  };
  return session;
}
