/**
 * What a relay and a counter say to each other: JSON frames over one WebSocket that the counter opens, or the same frames in the answers of
 * HTTPS requests where WebSockets are blocked. Both sides keep keys and pass over frames that they do not know.
 */
import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import { GroupName, SettingsKey, SignedSettings } from './settings-document.ts';

/** Spoken here, the newest first; 1 was spoken before the first release. */
export const RELAY_VERSIONS = [2] as const;
/**
 * Below the relay's counter address: the WebSocket, the same frames by POST, and a code exchanged for a key. The key is the bearer of the
 * upgrade and of each POST. One key has one connection: the newer one stays, the older one is refused as `too-many`.
 */
export const RELAY_PATHS = { socket: '/counter', poll: '/counter/poll', redeem: '/counter/redeem' } as const;
/** The counter asks this often for a proof, and takes a relay that answers none of it within the second for gone, ms. */
export const PROOF_EVERY_MS = 5_000;
export const NO_PROOF_AFTER_MS = 12_000;
/** No frame is longer, bytes: a notification has at most 64 KiB, and more sealed and in base64. */
export const LONGEST_FRAME = 256 * 1024;
export const MOST_VENUES = 500;

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
/** Of one venue's news; grows by time, with gaps. */
const Seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** ISO UTC. */
const At = v.pipe(v.string(), v.isoTimestamp());
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The first frame, and no other one later. `after`: the last news of each venue that this counter has committed; 0 for none. */
const Hello = v.looseObject({
  type: v.literal('hello'),
  versions: list(Count, 10),
  appVersion: v.pipe(v.string(), v.maxLength(40)),
  venues: list(v.looseObject({ venueId: Id, after: Seq }), MOST_VENUES),
  at: At,
  /** For which delivery events are sealed from now on (sealed.ts); a counter that gives none is given them as they came. */
  sealKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  /**
   * Which settings of its group it runs, 0 for none, and which version it has refused since it was started: 0 for one that it did not believe,
   * so that it is given the newest again, be it what it runs. A counter that says nothing of it takes none.
   */
  settings: v.optional(v.looseObject({ version: Count, refused: v.nullable(Count) })),
});

/** All news of this venue up to this one are committed at the counter. */
const Ack = v.looseObject({ type: v.literal('ack'), venueId: Id, seq: Seq });

/** `code`: why, as main/settings/managed names it; `about`: the setting, and what is wrong with its value, in English. */
const SettingsRefused = v.looseObject({
  version: v.nullable(Count),
  code: v.pipe(v.string(), v.maxLength(40)),
  about: v.nullable(v.pipe(v.string(), v.maxLength(300))),
});
export type SettingsRefused = v.InferOutput<typeof SettingsRefused>;

/** Asks for a proof; `health` is what the operator sees of the counter. */
const Ping = v.looseObject({
  type: v.literal('ping'),
  id: Count,
  at: At,
  health: v.optional(
    v.looseObject({
      appVersion: v.pipe(v.string(), v.maxLength(40)),
      openOrders: Count,
      printers: v.picklist(['none', 'ready', 'trouble']),
      till: v.picklist(['none', 'ready', 'trouble']),
      /** Null where no venue has tokens. */
      refreshTokenDays: v.nullable(v.number()),
      /** Of its group's settings, which it runs; null where nobody manages it. */
      managedVersion: v.nullable(Count),
      /** The settings that it refused last and whole, and why; null where it runs the last that it was given. */
      settingsRefused: v.optional(v.nullable(SettingsRefused)),
    }),
  ),
});

export const CounterFrame = v.variant('type', [Hello, Ack, Ping]);
export type CounterFrame = v.InferOutput<typeof CounterFrame>;

/** `last`: the newest news that the relay has of each venue that this key may read. Venues of the hello that it may not read are in `refused`. */
const Welcome = v.looseObject({
  type: v.literal('welcome'),
  version: Count,
  relayVersion: v.pipe(v.string(), v.maxLength(40)),
  at: At,
  venues: list(v.looseObject({ venueId: Id, last: Seq }), MOST_VENUES),
  refused: list(Id, MOST_VENUES),
});

/** One request of the service as it came; comes again until it is acknowledged. */
const News = v.looseObject({
  type: v.literal('news'),
  venueId: Id,
  seq: Seq,
  takenAt: At,
  /** The news of this venue before it: a counter that has not come that far acknowledges nothing beyond. */
  after: v.optional(Seq),
  kind: v.picklist(['order', 'delivery']),
  /** The value of the signature header; null where the body carries its own. */
  signature: v.nullable(v.pipe(v.string(), v.maxLength(500))),
  /** The body is sealed (sealed.ts). */
  sealed: v.optional(v.boolean()),
  /** The raw bytes, base64. */
  body: v.pipe(v.string(), v.maxLength(LONGEST_FRAME)),
});

/**
 * The proof: the relay works on this connection now. `newsAt`: when it last took something for any venue of this counter; null for never.
 * `keeps`: false while it can keep nothing that the service sends.
 */
const Pong = v.looseObject({
  type: v.literal('pong'),
  id: Count,
  at: At,
  newsAt: v.nullable(At),
  keeps: v.boolean(),
});

/** Why the relay ends the connection, as its last frame, or as the JSON body of a POST that it refuses; what a person can do follows from the code. */
const Refused = v.looseObject({
  type: v.literal('refused'),
  code: v.picklist(['key', 'revoked', 'expired', 'version', 'too-many', 'bad-frame', 'closing']),
});

/** The newest settings of the counter's group, where it runs others: once for each connection, and when there are newer ones. */
const GivenSettings = v.looseObject({ type: v.literal('settings'), ...SignedSettings.entries });

export const RelayFrame = v.variant('type', [Welcome, News, Pong, Refused, GivenSettings]);
export type RelayFrame = v.InferOutput<typeof RelayFrame>;

/** POST redeem: a code that an operator made, once. */
export const Redeem = v.looseObject({ code: v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(100)), label: v.optional(Id) });
/** Its answer (200). Refused with 400 (`code`: "unknown", "used", "expired"), 429 after too many tries. */
export const Redeemed = v.looseObject({
  counterId: Id,
  key: v.pipe(v.string(), v.minLength(32), v.maxLength(200)),
  venueIds: list(Id, MOST_VENUES),
  /** Who may manage its settings from now on: what is signed with this key, and made for this group. */
  settings: v.optional(v.looseObject({ group: GroupName, key: SettingsKey })),
});

/**
 * POST poll: the frames that the counter would send, a hello first in each: the relay remembers nothing from one to the next. `wait`: how long
 * it may keep the request open where it has no news, ms.
 */
export const Poll = v.looseObject({ frames: list(CounterFrame, 100), wait: v.pipe(Count, v.maxValue(25_000)) });
/** Its answer (200): the frames that the relay would send. Refused with 401, 400 or 503, and a `refused` as the body. */
export const Polled = v.looseObject({ frames: list(RelayFrame, 100) });
