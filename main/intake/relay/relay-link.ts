/** Keeps up the relay connection: checks it, reopens it with jitter, falls back to HTTPS. Connected means a recent check. */
import {
  type CounterFrame,
  NO_PROOF_AFTER_MS,
  PROOF_EVERY_MS,
  RELAY_VERSIONS,
  type RelayFrame,
  type SupportRequest,
} from '../../../contract/relay/wire.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import { timeSlice } from '../../time/yielding.ts';
import { checkFrame, readFrame } from './frames.ts';
import type { NewsIngestion, NewsSession } from './ingest-news.ts';
import type { LineEnd, RelayLine } from './line.ts';
import { openPolledLine } from './polled-line.ts';
import { openSocketLine } from './socket-line.ts';
import { needsAPerson, type RelayTrouble } from './trouble.ts';

export type Health = NonNullable<Extract<CounterFrame, { type: 'ping' }>['health']>;
export type GivenSettings = Extract<RelayFrame, { type: 'settings' }>;
export type RelayTransport = 'socket' | 'poll';

export interface LinkView {
  state: 'connected' | 'connecting' | 'trouble';
  trouble: RelayTrouble | null;
  /** Whether the relay responds, even with a problem. */
  answers: boolean;
  way: RelayTransport | null;
  /** The last response, epoch ms on this computer's clock. */
  verifiedAt: number | null;
  /** When the relay last received something for this computer's venues. */
  newsAt: number | null;
  refused: readonly string[];
}

export interface RelayLink extends Disposable {
  view(): LinkView;
  /** Checks or retries immediately, after sleep or a network change. */
  retryNow(): void;
  /** Reconnects: the secret or the venues changed. */
  again(): void;
}

const LOOK_MS = 1_000;
const WELCOME_WITHIN_MS = 8_000;
/** Limit for a WebSocket trial while polling. It ends before polling's last check expires. */
const TRIAL_WITHIN_MS = 3_000;
const HURRIED_PROOF_MS = 3_000;
/** Pause between WebSocket trials while polling; doubles. */
const SOCKET_AGAIN_MS = 60_000;
const SOCKET_SELDOM_MS = 600_000;
/** Doubles. */
const FIRST_PAUSE_MS = 3_000;
/** Each computer notices silence at another time. */
const SILENT_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Until a balancer chooses another relay. */
const CLOSING_PAUSE_MS = 6_000;
const PERSON_PAUSE_MS = 60_000;
/** Pause if nothing can be stored here; the relay keeps the notifications. */
const NOT_NOW_MS = 5_000;
/** Unprocessed frames before the line is paused. */
const MOST_WAITING = 64;
const MOST_WAITING_SIZE = 1024 * 1024;
/** Pauses after this many useless frames, so that no relay can keep this computer busy. */
const MOST_WORTHLESS = 100;
const WORTHLESS_PAUSE_MS = 500;

interface Connection {
  way: RelayTransport;
  line: RelayLine;
  session: NewsSession;
  venues: readonly string[];
  startedAt: number;
  /** Ms. */
  welcomeWithin: number;
  isWelcome: boolean;
  /** Last check, monotonic; null before the first. */
  verifiedAt: number | null;
  pinged: { id: number; at: number };
  /** Ping IDs up to this one are answered or belong to earlier connections. */
  answered: number;
  /** Monotonic deadline for an answer after `hurry`. */
  hurried: number | null;
  waiting: { frame: unknown; size: number }[];
  waitingSize: number;
  isWorking: boolean;
  worthless: number;
  isFlooded: boolean;
  hadNews: boolean;
  idle: (() => void)[];
}

export function openRelayLink(options: {
  address: string;
  key: string;
  appVersion: string;
  time: Time;
  random: () => number;
  venues: () => readonly string[];
  health: () => Health | undefined;
  news: NewsIngestion;
  /** The public key with which the relay seals delivery events; null without a key pair. */
  sealKey: string | null;
  settings: { report: () => { version: number; refused: number | null }; take: (given: GivenSettings) => 'taken' | 'known' | 'refused' };
  support: { known: () => string | null; take: (request: SupportRequest | null) => void };
  onWorthless: () => void;
  onChange: () => void;
  onDefect: (error: unknown) => void;
}): RelayLink {
  const { time, news, random } = options;
  let now: Connection | null = null;
  let isOver = false;
  let nextTry: Cancel | null = null;
  let notNow: Cancel | null = null;
  let attempt = 0;
  let trouble: RelayTrouble | null = null;
  let proof: { at: number; wall: number } | null = null;
  let newsAt: number | null = null;
  let refused: readonly string[] = [];
  /** Whether the relay can store what the service sends. */
  let keeps = true;
  let pings = 0;
  let socketAgain = { in: SOCKET_AGAIN_MS, at: Number.POSITIVE_INFINITY };
  let looked = { monotonic: time.monotonic(), wall: time.wall() };
  let shown = '';

  function view(): LinkView {
    const isFresh = proof !== null && time.monotonic() - proof.at <= NO_PROOF_AFTER_MS;
    const isConnected = now?.isWelcome === true && isFresh;
    const seen = { answers: isConnected, way: now?.way ?? null, verifiedAt: proof?.wall ?? null, newsAt, refused };
    if (isConnected && !keeps) return { state: 'trouble', trouble: 'not-kept', ...seen };
    const isTrouble = trouble !== null && (needsAPerson(trouble) || !isFresh);
    const state = isConnected ? 'connected' : isTrouble ? 'trouble' : 'connecting';
    return { state, trouble: state === 'trouble' ? trouble : null, ...seen };
  }

  function show(): void {
    const { state, trouble: why, way } = view();
    const next = JSON.stringify([state, why, way, refused]);
    if (next === shown) return;
    shown = next;
    options.onChange();
  }

  function connect(way: RelayTransport): void {
    nextTry?.();
    nextTry = null;
    if (isOver) return;
    const venues = options.venues();
    const session = news.begin(venues);
    const events = {
      first: () => [hello(venues), ping(connection)],
      onFrame: (frame: unknown, size: number) => came(connection, frame, size),
      onEnd: (end: LineEnd) => ended(connection, end),
    };
    const connection: Connection = {
      way,
      line: NO_LINE,
      session,
      venues,
      startedAt: time.monotonic(),
      welcomeWithin: way === 'socket' && socketAgain.at < Number.POSITIVE_INFINITY ? TRIAL_WITHIN_MS : WELCOME_WITHIN_MS,
      isWelcome: false,
      verifiedAt: null,
      pinged: { id: 0, at: time.monotonic() },
      answered: pings,
      hurried: null,
      waiting: [],
      waitingSize: 0,
      isWorking: false,
      worthless: 0,
      isFlooded: false,
      hadNews: false,
      idle: [],
    };
    now = connection;
    const { address, key } = options;
    connection.line =
      way === 'socket'
        ? openSocketLine(address, key, events)
        : openPolledLine(address, key, { ...events, time, idle: () => whenIdle(connection) });
    show();
  }

  function hello(venues: readonly string[]): CounterFrame {
    return {
      type: 'hello',
      versions: [...RELAY_VERSIONS],
      appVersion: options.appVersion,
      venues: venues.map((venueId) => ({ venueId, after: news.after(venueId) })),
      at: new Date(time.wall()).toISOString(),
      ...(options.sealKey === null ? {} : { sealKey: options.sealKey }),
      settings: options.settings.report(),
      support: { request: options.support.known() },
    };
  }

  function ping(connection: Connection): CounterFrame {
    pings += 1;
    connection.pinged = { id: pings, at: time.monotonic() };
    const health = options.health();
    return { type: 'ping', id: pings, at: new Date(time.wall()).toISOString(), ...(health ? { health } : {}) };
  }

  function drop(connection: Connection): void {
    if (now === connection) now = null;
    connection.line.close();
    connection.waiting = [];
    for (const resolve of connection.idle.splice(0)) resolve();
    try {
      connection.session.flush();
    } catch {
      // The store reports the error; repeated notifications are recognized.
    }
  }

  function ended(connection: Connection, { trouble: why, isBlocked }: LineEnd): void {
    if (now !== connection) return;
    drop(connection);
    if (isBlocked && connection.way === 'socket' && !connection.isWelcome) {
      trouble = why;
      return connect('poll');
    }
    fail(why, connection);
  }

  /** Retries with jitter, so that a returning relay isn't flooded. */
  function fail(why: RelayTrouble, { way, isWelcome }: Connection): void {
    trouble = why;
    const first = isWelcome && why === 'silent' ? SILENT_PAUSE_MS : FIRST_PAUSE_MS;
    const most = why === 'closing' ? CLOSING_PAUSE_MS : LONGEST_PAUSE_MS;
    const longest = needsAPerson(why) ? PERSON_PAUSE_MS : Math.min(most, first * 2 ** Math.min(attempt, 10));
    const least = needsAPerson(why) || why === 'too-many' ? longest / 2 : 500;
    attempt += 1;
    nextTry?.();
    nextTry = time.after(Math.round(least + random() * longest), () => connect(isWelcome ? way : 'socket'));
    show();
  }

  function markVerified(connection: Connection): void {
    const at = time.monotonic();
    connection.verifiedAt = at;
    connection.hurried = null;
    proof = { at, wall: time.wall() };
    attempt = 0;
    trouble = null;
    shown = '';
    show();
  }

  function came(connection: Connection, frame: unknown, size: number): void {
    if (now !== connection) return;
    connection.waiting.push({ frame, size });
    connection.waitingSize += size;
    if (connection.waiting.length >= MOST_WAITING || connection.waitingSize > MOST_WAITING_SIZE) connection.line.pause();
    if (!connection.isWorking) void work(connection);
  }

  async function work(connection: Connection): Promise<void> {
    connection.isWorking = true;
    const own = timeSlice();
    for (let next = connection.waiting.shift(); now === connection && next; next = connection.waiting.shift()) {
      connection.waitingSize -= next.size;
      await handle(connection, typeof next.frame === 'string' ? readFrame(next.frame) : checkFrame(next.frame)).catch(options.onDefect);
      if (connection.worthless >= MOST_WORTHLESS) {
        connection.worthless = 0;
        connection.isFlooded = true;
        await time.wait(WORTHLESS_PAUSE_MS);
      }
      if (own.isOver()) await own.next();
    }
    connection.isWorking = false;
    if (now !== connection) return;
    for (const ack of connection.session.acks()) connection.line.send(ack);
    connection.line.resume();
    for (const resolve of connection.idle.splice(0)) resolve();
  }

  async function handle(connection: Connection, frame: RelayFrame | 'unknown' | 'unreadable'): Promise<void> {
    if (frame === 'unknown') connection.worthless += 1;
    else if (frame === 'unreadable') worthless(connection);
    else if (frame.type === 'welcome') welcome(connection, frame);
    else if (frame.type === 'pong') pong(connection, frame);
    else if (frame.type === 'refused') ended(connection, { trouble: frame.code, isBlocked: false });
    else if (!connection.isWelcome) worthless(connection);
    else if (frame.type === 'settings') takeSettings(connection, frame);
    else if (frame.type === 'support') {
      connection.worthless += 1;
      options.support.take(frame.request);
    } else await take(connection, frame);
  }

  function worthless(connection: Connection): void {
    connection.worthless += 1;
    options.onWorthless();
  }

  function welcome(connection: Connection, { version, venues, refused: notOurs }: Extract<RelayFrame, { type: 'welcome' }>): void {
    if (!(RELAY_VERSIONS as readonly number[]).includes(version)) return ended(connection, { trouble: 'version', isBlocked: false });
    if (connection.isWelcome && connection.way === 'socket') return worthless(connection);
    connection.isWelcome = true;
    refused = notOurs.filter((id) => connection.venues.includes(id));
    markVerified(connection);
    if (connection.way === 'socket') socketAgain = { in: SOCKET_AGAIN_MS, at: Number.POSITIVE_INFINITY };
    else if (socketAgain.at === Number.POSITIVE_INFINITY) trySocketIn(SOCKET_AGAIN_MS);
    const behind = venues.filter(({ venueId, last }) => connection.venues.includes(venueId) && last < news.after(venueId));
    if (behind.length === 0) return;
    for (const { venueId } of behind) news.restartSequence(venueId);
    again();
  }

  function trySocketIn(ms: number): void {
    socketAgain = { in: ms, at: time.monotonic() + Math.round(ms * (0.5 + random())) };
  }

  /** Only answers to this connection's pings count. */
  function pong(connection: Connection, answer: Extract<RelayFrame, { type: 'pong' }>): void {
    const { id, at, newsAt: newestAt } = answer;
    if (!connection.isWelcome || id > connection.pinged.id || id <= connection.answered) return worthless(connection);
    connection.answered = id;
    keeps = answer.keeps;
    // Uses the age, as the two clocks may differ.
    const age = newestAt === null ? null : Math.max(0, Date.parse(at) - Date.parse(newestAt));
    newsAt = age === null || Number.isNaN(age) ? null : time.wall() - age;
    markVerified(connection);
  }

  async function take(connection: Connection, frame: Extract<RelayFrame, { type: 'news' }>): Promise<void> {
    const taken = await connection.session.take(frame);
    if (taken === 'taken') connection.hadNews = true;
    else if (taken === 'again') connection.worthless += 0.05;
    else if (taken === 'held') connection.worthless += 1;
    else notNow ??= time.after(NOT_NOW_MS, again);
  }

  /** Repeated or refused settings count as useless frames. */
  function takeSettings(connection: Connection, frame: GivenSettings): void {
    const became = options.settings.take(frame);
    if (became !== 'taken') connection.worthless += 1;
    if (became !== 'known' && now === connection && connection.way === 'socket') connection.line.send(ping(connection));
  }

  async function whenIdle(connection: Connection): Promise<boolean> {
    if (connection.isWorking) await new Promise<void>((resolve) => connection.idle.push(resolve));
    const { hadNews } = connection;
    connection.hadNews = false;
    return hadNews;
  }

  function again(): void {
    notNow?.();
    notNow = null;
    if (isOver) return;
    const way = now?.way ?? 'socket';
    if (now) drop(now);
    connect(way);
  }

  function retryNow(): void {
    if (isOver) return;
    attempt = 0;
    if (now === null || !now.isWelcome) return again();
    // Only new answers count, so that a dead connection is noticed soon.
    now.hurried = time.monotonic() + HURRIED_PROOF_MS;
    if (now.way === 'socket') now.line.send(ping(now));
  }

  function look(): void {
    const { monotonic, wall } = { monotonic: time.monotonic(), wall: time.wall() };
    const slept = Math.max(monotonic - looked.monotonic, wall - looked.wall) > 5 * LOOK_MS;
    looked = { monotonic, wall };
    if (slept) retryNow();
    const connection = now;
    if (connection) {
      const until = (connection.verifiedAt ?? connection.startedAt) + (connection.isWelcome ? NO_PROOF_AFTER_MS : connection.welcomeWithin);
      if (!slept && monotonic >= (connection.hurried ?? until))
        ended(connection, { trouble: connection.isFlooded ? 'nonsense' : 'silent', isBlocked: true });
      else if (connection.way === 'socket' && connection.isWelcome && monotonic - connection.pinged.at >= PROOF_EVERY_MS)
        connection.line.send(ping(connection));
      else if (connection.way === 'poll' && connection.isWelcome && monotonic >= socketAgain.at) {
        trySocketIn(Math.min(SOCKET_SELDOM_MS, socketAgain.in * 2));
        drop(connection);
        connect('socket');
      }
    }
    show();
  }

  const stopLooking = time.every(LOOK_MS, look, options.onDefect);
  connect('socket');
  return {
    view,
    retryNow,
    again,
    [Symbol.dispose]() {
      isOver = true;
      stopLooking();
      nextTry?.();
      notNow?.();
      if (now) drop(now);
    },
  };
}

const NO_LINE: RelayLine = { send: () => undefined, pause: () => undefined, resume: () => undefined, close: () => undefined };
