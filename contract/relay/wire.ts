/**
 * Protocol between relay and app: JSON frames over one WebSocket, opened by the app, or in HTTPS requests if WebSockets are blocked.
 * Unknown keys are kept and unknown frames ignored.
 */
import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import { GroupName, SettingsKey, SignedSettings } from './settings-document.ts';

/** Supported versions, newest first; 1 predates the first release. */
export const RELAY_VERSIONS = [2] as const;
/**
 * Paths below the relay's address: the WebSocket, the same frames by POST, the exchange of a code for a key, and answers to support
 * requests (by ID). The key is the bearer token of all but the exchange. A key's newest connection stays; its older ones end with `too-many`.
 */
export const RELAY_PATHS = { socket: '/counter', poll: '/counter/poll', redeem: '/counter/redeem', support: '/counter/support' } as const;
/** Interval of pings, and time without a pong after which the relay counts as lost, ms. */
export const PROOF_EVERY_MS = 5_000;
export const NO_PROOF_AFTER_MS = 10_000;
/** Longest frame, bytes: a notification has at most 64 KiB, and more when encrypted in base64. */
export const LONGEST_FRAME = 256 * 1024;
export const MOST_VENUES = 500;
/** Longest answer to a support request, bytes. */
export const LONGEST_SUPPORT_ANSWER = 4 * 1024 * 1024;

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
/** Number of a venue's notification; increases, with gaps. */
const Seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const At = v.pipe(v.string(), v.isoTimestamp());
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The app's first frame. `after`: the last `seq` of each venue that the app has saved; 0 for none. */
const Hello = v.looseObject({
  type: v.literal('hello'),
  versions: list(Count, 10),
  appVersion: v.pipe(v.string(), v.maxLength(40)),
  venues: list(v.looseObject({ venueId: Id, after: Seq }), MOST_VENUES),
  at: At,
  /** Public key for encrypting delivery events from now on (sealed.ts); without it they're sent as received. */
  sealKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  /**
   * Version of the group settings in use, 0 for none; and the version refused since the app's start, 0 for an untrusted one, so that the
   * relay sends the newest again. Absent: no managed settings wanted.
   */
  settings: v.optional(v.looseObject({ version: Count, refused: v.nullable(Count) })),
  /** ID of the support request that the app has. Absent: it shows none. */
  support: v.optional(v.looseObject({ request: v.nullable(Id) })),
});

/** The app has saved this venue's notifications up to `seq`. */
const Ack = v.looseObject({ type: v.literal('ack'), venueId: Id, seq: Seq });

/** `code`: the reason, as in main/settings/managed. `about`: the setting and the mistake, in English. */
const SettingsRefused = v.looseObject({
  version: v.nullable(Count),
  code: v.pipe(v.string(), v.maxLength(40)),
  about: v.nullable(v.pipe(v.string(), v.maxLength(300))),
});
export type SettingsRefused = v.InferOutput<typeof SettingsRefused>;

const unknownIf = <S extends v.GenericSchema<unknown, unknown>>(schema: S) => v.optional(v.fallback(v.nullable(schema), null), null);
/** Names no order and no person. Unusable values are null. */
const VenueReport = v.looseObject({
  venueId: Id,
  lastOrderAt: unknownIf(At),
  /** At this time of the week, without time closed or not receiving. */
  usualGapMs: unknownIf(Count),
  /** Open and receiving since, without a break; null if not. */
  openSince: unknownIf(At),
  /** The oldest mark, and how many. */
  soldOut: unknownIf(v.looseObject({ since: At, count: Count })),
  refusedChanges: unknownIf(Count),
});
export type VenueReport = v.InferOutput<typeof VenueReport>;

/** For the relay's operator. */
export const Health = v.looseObject({
  appVersion: v.pipe(v.string(), v.maxLength(40)),
  openOrders: Count,
  printers: v.picklist(['none', 'ready', 'trouble']),
  till: v.picklist(['none', 'ready', 'trouble']),
  /** Null if no venue has tokens. */
  refreshTokenDays: v.nullable(v.number()),
  managedVersion: v.nullable(Count),
  /** Null if the group's latest settings are in use. */
  settingsRefused: v.optional(v.nullable(SettingsRefused)),
  /** Unattended, without a connected station that rings. */
  isUnheard: v.optional(v.boolean()),
  venues: v.fallback(v.optional(list(VenueReport, MOST_VENUES)), undefined),
  /** Null if it isn't updated from a feed. */
  updateRing: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
});

const Ping = v.looseObject({ type: v.literal('ping'), id: Count, at: At, health: v.optional(Health) });

export const CounterFrame = v.variant('type', [Hello, Ack, Ping]);
export type CounterFrame = v.InferOutput<typeof CounterFrame>;

/** Answer to the hello. `last`: newest `seq` of each venue this key may read. `refused`: venues in the hello that it may not read. */
const Welcome = v.looseObject({
  type: v.literal('welcome'),
  version: Count,
  relayVersion: v.pipe(v.string(), v.maxLength(40)),
  at: At,
  venues: list(v.looseObject({ venueId: Id, last: Seq }), MOST_VENUES),
  refused: list(Id, MOST_VENUES),
});

/** One request from the service, unchanged; sent again until acknowledged. */
const News = v.looseObject({
  type: v.literal('news'),
  venueId: Id,
  /** 0: not numbered yet; moves no position, and comes again with its number. */
  seq: Seq,
  takenAt: At,
  /** `seq` of the venue's previous notification. An app that lacks that one acknowledges no later ones. */
  after: v.optional(Seq),
  kind: v.picklist(['order', 'delivery']),
  /** Value of the signature header; null if the body has its own. */
  signature: v.nullable(v.pipe(v.string(), v.maxLength(500))),
  sealed: v.optional(v.boolean()),
  /** Base64. */
  body: v.pipe(v.string(), v.maxLength(LONGEST_FRAME)),
});

/**
 * Answer to a ping. `newsAt`: when the relay last received anything for this app's venues; null for never. `keeps`: false while it can't
 * save notifications.
 */
const Pong = v.looseObject({
  type: v.literal('pong'),
  id: Count,
  at: At,
  newsAt: v.nullable(At),
  keeps: v.boolean(),
});

/** Why the relay ends the connection: its last frame, or the body of a refused POST or upgrade. After `closing`, try again soon. */
const Refused = v.looseObject({
  type: v.literal('refused'),
  code: v.picklist(['key', 'revoked', 'expired', 'version', 'too-many', 'bad-frame', 'closing']),
});

/** The group's newest settings, sent if the app uses others: once per connection, and for each new version. */
const GivenSettings = v.looseObject({ type: v.literal('settings'), ...SignedSettings.entries });

export const SupportReason = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

/** The open request for a support file, if the app has another one; null after a withdrawal. */
const Support = v.looseObject({
  type: v.literal('support'),
  request: v.nullable(v.looseObject({ id: v.pipe(v.string(), v.uuid()), reason: SupportReason, askedAt: At })),
});
export type SupportRequest = NonNullable<v.InferOutput<typeof Support>['request']>;

export const RelayFrame = v.variant('type', [Welcome, News, Pong, Refused, GivenSettings, Support]);
export type RelayFrame = v.InferOutput<typeof RelayFrame>;

/** Body of POST redeem: an operator's single-use code. */
export const Redeem = v.looseObject({ code: v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(100)), label: v.optional(Id) });
/** Answer to redeem (200). Otherwise 400 (`code`: "unknown", "used", "expired"), or 429 after too many tries. */
export const Redeemed = v.looseObject({
  counterId: Id,
  key: v.pipe(v.string(), v.minLength(32), v.maxLength(200)),
  venueIds: list(Id, MOST_VENUES),
  /** The group that may manage this computer's settings, and the key that signs them. */
  settings: v.optional(v.looseObject({ group: GroupName, key: SettingsKey })),
});

/**
 * POST poll: the app's frames, a hello first each time, as the relay keeps no state between requests. `wait`: how long it may hold the
 * request open, ms.
 */
export const Poll = v.looseObject({ frames: list(CounterFrame, 100), wait: v.pipe(Count, v.maxValue(25_000)) });
/** Answer to poll (200): the relay's frames. Otherwise 401, 400 or 503 with a `refused` as the body. */
export const Polled = v.looseObject({ frames: list(RelayFrame, 100) });

/** Body of POST support: gzip in base64, or null for a refusal. Answered with 200, 401 (a `refused`), or 410 if it isn't open. */
export const SupportAnswer = v.looseObject({ file: v.nullable(v.pipe(v.string(), v.regex(/^H4sI[A-Za-z0-9+/]+={0,2}$/))) });
