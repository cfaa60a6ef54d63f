/** What can be set of a relay, with what each setting means: docs/relay.md is written from this schema. */
import * as v from 'valibot';
import { mayBePlain, readAddress, readHost } from '../../contract/address.ts';
import { list } from '../../contract/bounded-list.ts';

const described = <const S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** At least 128 bits, as text. */
const WebhookSecret = v.pipe(v.string(), v.minLength(16), v.maxLength(500));
const FilePath = v.pipe(v.string(), v.minLength(1), v.maxLength(4_096));
const PublicUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must begin with https:// or http://'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Names of counters stand in alerts: nobody else reads them. */
const AlertUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => {
    const url = readAddress(text);
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain(url));
  }, 'must begin with https://'),
  v.transform((text) => readAddress(text)?.href ?? text),
);
/** The oldest is the last; two are enough to change one without a gap. */
const LIVE_SECRETS = 2;

export const RelaySettings = v.strictObject({
  listen: v.optional(
    v.strictObject({
      host: described(
        v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.transform(readHost)), '127.0.0.1'),
        'The address to listen on. One that other computers reach needs `tls` or `behind_proxy`.',
      ),
      port: described(
        v.optional(whole(0, 65_535), 8_750),
        'The port of everything: notifications, counters, operator. 0 takes a free one.',
      ),
    }),
    {},
  ),
  public_url: described(
    v.optional(v.nullable(PublicUrl), null),
    'The address under which the service, counters and operators reach the relay, if it is not the one it listens on.',
  ),
  behind_proxy: described(
    v.optional(v.boolean(), false),
    'A proxy in front ends TLS and sets `X-Forwarded-For` and `X-Forwarded-Proto`; both are believed. Nobody but the proxy may reach the port.',
  ),
  tls: described(
    v.optional(
      v.nullable(
        v.strictObject({
          certificate_file: described(FilePath, 'PEM, the whole chain.'),
          key_file: described(FilePath, 'PEM. Both files are read again when they change.'),
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
        'Of the order API, at least 16 characters each: the one in use, and beside it the one before or after it while it is being changed.',
      ),
      deliveries: described(v.optional(list(WebhookSecret, LIVE_SECRETS), []), 'The client secrets of the delivery API, likewise.'),
    }),
    {},
  ),
  alerts: described(
    v.optional(
      v.nullable(
        v.strictObject({
          url: described(AlertUrl, 'Is posted what begins to need somebody and what is over, as JSON, until it answers with 200.'),
          secret: described(
            v.optional(v.nullable(WebhookSecret), null),
            'At least 16 characters: `relay-signature` is the HMAC-SHA256 of the body with it, in hex.',
          ),
        }),
      ),
      null,
    ),
    'Tells the operator by webhook.',
  ),
  waiting_key_file: described(
    v.optional(v.nullable(FilePath), null),
    'The key that seals delivery events which no counter can open yet, instead of `waiting.key` in the data folder: on another disk.',
  ),
  retention_hours: described(
    v.optional(whole(1, 720), 72),
    'So long news waits for its counter. What nobody has fetched by then is deleted, and the operator is told.',
  ),
  keys_expire_after_days: described(v.optional(whole(1, 3_650), 180), 'A counter that did not connect for so long needs a new code.'),
  limits: v.optional(
    v.strictObject({
      connections: described(
        v.optional(whole(16, 100_000), 10_000),
        'Connections at once, counters included; the system must allow as many open files.',
      ),
      unacknowledged: described(
        v.optional(whole(1, 100_000), 1_000),
        'So many notifications are given to one connection before it has acknowledged any; what it does not read is held back long before.',
      ),
      redeem_tries_per_minute: described(v.optional(whole(1, 1_000), 10), 'Codes that one address may try in a minute.'),
    }),
    {},
  ),
});
export type RelaySettings = v.InferOutput<typeof RelaySettings>;

/** A relay that nobody has set anything of. */
export function usualSettings(): RelaySettings {
  return v.parse(RelaySettings, {});
}
