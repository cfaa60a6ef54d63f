/** The relay's settings; docs/relay.md is generated from this schema. */
import * as v from 'valibot';
import { mayBePlain, readAddress, readHost } from '../../contract/address.ts';
import { list } from '../../shared/json/bounded-list.ts';

const described = <const S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** At least 128 bits. */
const WebhookSecret = v.pipe(v.string(), v.minLength(16), v.maxLength(500));
const FilePath = v.pipe(v.string(), v.minLength(1), v.maxLength(4_096));
const PublicUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must begin with https:// or http://'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Alerts name counters, so their address must be HTTPS or this computer. */
const AlertUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => {
    const url = readAddress(text);
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain(url));
  }, 'must begin with https://'),
  v.transform((text) => readAddress(text)?.href ?? text),
);
const PostgresUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), 'must begin with postgresql://'),
  v.check((text) => !URL.parse(text)?.pathname.includes('@'), 'signs in its password must be percent-encoded'),
);

/** Two, as during a change old and new signatures arrive. */
const LIVE_SECRETS = 2;

const PostgresSettings = v.strictObject({
  urls: described(
    v.pipe(v.array(PostgresUrl), v.minLength(1), v.maxLength(8)),
    'Addresses of the primary and its standbys: `postgresql://user:password@host:5432/database`. The one that is the primary is used.',
  ),
  ca_file: described(v.optional(v.nullable(FilePath), null), 'PEM certificates that vouch for the database; connections then use TLS.'),
  replicated_beneath: described(
    v.optional(v.boolean(), false),
    'The database has no synchronous standby because its storage is replicated, as at some providers.',
  ),
});
export type PostgresSettings = v.InferOutput<typeof PostgresSettings>;

export const RelaySettings = v.strictObject({
  listen: v.optional(
    v.strictObject({
      host: described(
        v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.transform(readHost)), '127.0.0.1'),
        'Address to listen on. A public one needs `tls` or `behind_proxy`.',
      ),
      port: described(v.optional(whole(0, 65_535), 8_750), 'Port for notifications, counters and operator. 0 for a free one.'),
    }),
    {},
  ),
  public_url: described(v.optional(v.nullable(PublicUrl), null), 'Public address of the relay, if it differs from the one it listens on.'),
  behind_proxy: described(
    v.optional(v.boolean(), false),
    'A proxy ends TLS and sets `X-Forwarded-For` and `X-Forwarded-Proto`, which are trusted. Only the proxy may reach the port.',
  ),
  tls: described(
    v.optional(
      v.nullable(
        v.strictObject({
          certificate_file: described(FilePath, 'PEM, the full chain.'),
          key_file: described(FilePath, 'PEM. Both files are reread when they change.'),
        }),
      ),
      null,
    ),
    'The relay ends TLS itself.',
  ),
  webhook_secrets: v.optional(
    v.strictObject({
      orders: described(
        v.optional(list(WebhookSecret, LIVE_SECRETS), []),
        'For the order API, at least 16 characters each: the current one and, during a change, the other.',
      ),
      deliveries: described(v.optional(list(WebhookSecret, LIVE_SECRETS), []), 'Client secrets of the delivery API, likewise.'),
    }),
    {},
  ),
  alerts: described(
    v.optional(
      v.nullable(
        v.strictObject({
          url: described(AlertUrl, 'Receives problems when they begin and end, as JSON, retried until a 200.'),
          secret: described(
            v.optional(v.nullable(WebhookSecret), null),
            'At least 16 characters: `relay-signature` is the hex HMAC-SHA256 of the body.',
          ),
        }),
      ),
      null,
    ),
    'Alerts the operator by webhook.',
  ),
  engine: described(
    v.optional(v.nullable(v.strictObject({ postgres: PostgresSettings })), null),
    'Where everything is kept: a Postgres that relays share, or by default a file in the data folder.',
  ),
  name: described(
    v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(100))), null),
    "This relay's name among those of a database; by default its host and port.",
  ),
  waiting_key_file: described(
    v.optional(v.nullable(FilePath), null),
    'File for the key of delivery events that no counter can open yet, such as on another disk, instead of `waiting.key`.',
  ),
  retention_hours: described(
    v.optional(whole(1, 720), 72),
    'How long notifications wait for their counter before they are deleted and the operator is alerted.',
  ),
  keys_expire_after_days: described(v.optional(whole(1, 3_650), 180), 'A counter that did not connect for this long needs a new code.'),
  limits: v.optional(
    v.strictObject({
      connections: described(
        v.optional(whole(16, 100_000), 10_000),
        'Connections at once, counters included; the system must allow as many open files.',
      ),
      unacknowledged: described(
        v.optional(whole(1, 100_000), 1_000),
        'Unacknowledged notifications per connection; unread ones are held back much earlier.',
      ),
      redeem_tries_per_minute: described(v.optional(whole(1, 1_000), 10), 'Codes one address may try per minute.'),
    }),
    {},
  ),
});
export type RelaySettings = v.InferOutput<typeof RelaySettings>;

export function usualSettings(): RelaySettings {
  return v.parse(RelaySettings, {});
}
