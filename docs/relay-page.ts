/** docs/relay.md: its text, with the settings written from the schema that checks them. */

import { KEPT_PLACES } from '../contract/settings/kept-here.ts';
import { MANAGEABLE, MANAGEABLE_OF_VENUE } from '../contract/settings/managed.ts';
import { type SchemaParts, unwrapped } from '../main/settings/schema-parts.ts';
import { rowsOf, table } from '../main/settings/settings-page.ts';
import { WHY_KEPT } from '../relay/operator/why-kept.ts';
import { RelaySettings } from '../relay/settings/settings.ts';

/** What a group may be given, as the page shows it. A test checks it with the schema. */
export const GROUP_EXAMPLE = {
  work: { undo_seconds: 8, reminder_minutes: 90 },
  alerts: { volume: 100 },
  template: { language: 'fi', receipt: { footer: 'Kiitos!' } },
  venues: { '6b1f0c2d9e4a57318c2ad011': { reject_reasons: { GENERIC: ['Keittiö on kiinni'] }, accept_within_seconds: 240 } },
};

/** The example file of the page. A test checks it with the schema. */
export const RELAY_EXAMPLE = {
  listen: { host: '0.0.0.0', port: 443 },
  public_url: 'https://relay.example.test',
  tls: {
    certificate_file: '/etc/letsencrypt/live/relay.example.test/fullchain.pem',
    key_file: '/etc/letsencrypt/live/relay.example.test/privkey.pem',
  },
  webhook_secrets: { orders: ['at-least-sixteen-random-characters'], deliveries: ['another-sixteen-random-characters'] },
};

export function relayPage(): string {
  const entries = Object.entries(RelaySettings.entries as unknown as Record<string, SchemaParts>);
  const isGroup = (schema: SchemaParts): boolean => unwrapped(schema).type === 'strict_object';
  const groups = entries.filter(([, schema]) => isGroup(schema));
  const plain = { ...RelaySettings, entries: Object.fromEntries(entries.filter(([, schema]) => !isGroup(schema))) };
  const tables = [
    table('Settings', SETTINGS_INTRO, rowsOf('', plain as unknown as SchemaParts)),
    ...groups.map(([name, schema]) => table(`\`${name}\``, null, rowsOf(name, schema)).replace('## ', '### ')),
  ];
  return `${TEXT}\n${tables.join('\n')}\n### Example\n\n\`\`\`json\n${JSON.stringify(RELAY_EXAMPLE, null, 2)}\n\`\`\`\n`;
}

const SETTINGS_INTRO =
  '`relay.json` in the data folder, or the file named with `--settings`. JSON; comments are allowed. A mistake is refused at the start with its place. Webhook secrets and alerts that are changed hold within seconds, and so do TLS files; a file that cannot be used is told, and what was before goes on. Anything else holds after the next start (the service sends again what a restart of up to ten seconds missed). This part is written from the schema that checks the file (`npm run docs`).';

/** By section, as docs/settings.md names them. */
function manageable(): string {
  const own = Object.entries(MANAGEABLE).map(([section, keys]) => `| \`${section}\` | ${named(keys)} |`);
  return ['| Section | Keys |', '|---|---|', ...own, `| \`venues.<venue id>\` | ${named(MANAGEABLE_OF_VENUE)} |`].join('\n');
}

/** By why, as docs/settings.md names them. */
function keptHere(): string {
  const all = [...KEPT_PLACES].map(([name, why]) => ({ name: name.replace(/^venues\./, 'venues.<venue id>.'), why }));
  const rows = Object.entries(WHY_KEPT).map(([reason, text]) => {
    const names = all.filter(({ why }) => why === reason).map(({ name }) => name);
    return `| ${named(names)} | ${text} |`;
  });
  return ['| Settings | Why they stay with the counter |', '|---|---|', ...rows].join('\n');
}

function named(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}

const TEXT = `# The relay

The service posts all notifications of a partner to one address, three times within ten seconds, and never again. A counter sits behind a router that lets nobody in, and a chain has hundreds of them. The relay is a small program with a public address: it takes the notifications, keeps them on its disk, and hands each to the counter of its venue, which has dialled out to it. [README](../README.md#behind-a-router-the-relay) puts it on a machine in ten lines.

\`\`\`
service --HTTPS--> relay <--WebSocket, opened by the counter-- counter
\`\`\`

- **A 200 means kept.** A notification is answered when it is on the relay's disk, synced. All requests that wait share one sync. A disk that takes nothing is answered with 503, so that the service sends again, and the operator is told.
- **Unsigned is nothing.** The signature is checked over the raw bytes; what has none is counted in memory and never written. The counter checks the service's signature again: whoever stands between can withhold news and make none. Who has broken into the relay itself has the webhook secrets too; [docs/security.md](security.md#a-relay-that-was-broken-into) says what comes of it.
- **A courier's place and a person's name are for the counter alone.** Delivery events lie on the disk encrypted for the counters of their venue, each of which has the only key in its vault ([below](#what-lies-on-its-disk)).
- **Kept until acknowledged.** A counter acknowledges after its own commit. What is not acknowledged comes again in its next connection, in order. Only what nobody has fetched in 72 hours is deleted, and the operator is told how much and whose.
- **Never "connected" without proof.** The counter asks for a proof every five seconds. A connection without a word for 15 seconds is gone.
- Where WebSockets are blocked, the same frames travel in HTTPS requests that the relay keeps open until there is news.

## Whose it is

An order notification names its venue. So do most delivery events; two kinds do not (the courier's place, the PIN). They go by the references that the service gave the delivery in an earlier event, or by the venue that stands in a reference of ours (\`tb.VENUE.ID\`, sent as \`merchant_order_reference_id\`). References of other programs are not used: two venues may both have an order 1001. What names no venue waits until a later event with its reference names one, or until the operator gives it to a venue. News of a venue that no counter reads is kept as well: its counter may come tomorrow.

## What lies on its disk

Order notifications as they came: ids and states. Delivery events encrypted: a counter makes a pair of keys (X25519), keeps the private half in its vault and tells the relay the public half whenever it connects; the relay checks the signature, finds the venue, encrypts the event for all counters of the venue (AES-256-GCM under a key of its own, given to each counter by X25519 and HKDF) and writes only that. Neither the database nor any key of the relay opens it again.

What no counter can open yet is encrypted for the relay's own \`waiting.key\`: events of a venue that has no counter, or one that gave no key, and events that name no venue. Whoever has the database and that file reads these; put the file on another disk with \`waiting_key_file\`. Events for a counter whose computer is gone for good are lost with it: the counter in its place passes them over and says so, and orders are not among them.

## Who may listen

\`npm run relay -- invite VENUE_ID\` makes a code. It works once, within 24 hours, and is typed into Settings of the counter, where it becomes a key that reads the venues of the invitation and no others. Codes and keys are kept as hashes. A key that is removed, or that no counter has used for 180 days, opens nothing, and the counter says why. Of two connections with one key the newer one stays. Two counters may read one venue: each gets everything, and news goes when both have acknowledged it; remove a counter that is gone for good, or its venue's news waits for it for 72 hours.

## For the operator

| | |
|---|---|
| \`npm run relay -- invite VENUE_ID... --label NAME\` | makes a code for one counter; with \`--group GROUP\` one whose settings are managed |
| \`npm run relay -- counters\` | lists the counters: connected or not, what waits since when |
| \`npm run relay -- revoke COUNTER_ID\` | takes a key away; the counter is told at once |
| \`npm run relay -- settings-key --by NAME\` | makes the key that signs settings |
| \`npm run relay -- settings publish GROUP FILE.json\` | gives the counters of a group these settings |
| \`npm run relay -- settings show [GROUP] [--version N]\` | which settings groups have, and how many counters run them |
| \`npm run relay -- settings rollback GROUP [--version N]\` | gives those of the version before again, or of the one that is named |
| \`GET /operator\` | the same as a page, without the settings, which nothing but their key signs: opened with the key in \`operator.key\` of the data folder |
| \`POST /operator/invitations\` | \`{"venue_ids": [...], "label": "...", "group": "...", "settings_key": "..."}\` is answered with 201 and \`{"code", "expires_at"}\`. \`group\` and the public key are optional; the key may be left out once the group has settings |
| \`GET /operator/counters\` | \`{"counters": [...]}\`: label, venues, version, connected since, last proof, what waits since when, printers, till, open orders, days of the refresh token, clock offset; group, the version of its settings that it runs (\`managed_version\`) and the newest there is (\`newest_version\`), and what it refused and why (\`settings_refused\`) |
| \`DELETE /operator/counters/{id}\` | 204 |
| \`GET /operator/venues/{id}/backlog\` | how much waits for a venue, for which counter, since when |
| \`GET /operator/settings\`, \`GET /operator/settings/{group}\` | groups with their newest version; one with all its versions, as they were signed |
| \`POST /operator/settings/{group}\` | \`{"document", "signature", "key"}\`, as the command signs it: 201; 400 for what is not signed or of another group, 409 for a version that is not newer, or signed with another key |
| \`GET /operator/unroutable\` | what names no venue, by its kind and reference |
| \`POST /operator/unroutable/{seq}\` | \`{"venue_id": "..."}\` gives it to a venue; 204 |
| \`GET /operator/problems\` | what needs somebody: notifications that cannot be kept, that were deleted, that wait for a silent counter, for a venue without one, or name none; a counter that needs somebody; settings that are not in use; a clock that was moved |
| \`GET /metrics\` | OpenMetrics: figures of the whole, none of a venue. From this computer, or with the key |

![The operator's page: which counter is deaf, since when, and what waits for it](images/relay-operator-light.png)

([The same in dark](images/relay-operator-dark.png).)

Where \`alerts\` is set, the same is posted there when it begins and when it is over, once each and together with what else changed in the same seconds: \`{"id", "at", "alerts": [{"id", "state": "began" or "ended", "code", "says", "counter_id", "venue_id", "since", "began_at", "ended_at"}]}\`. It is kept over a restart and posted until it is answered with 200, less and less often, ten minutes apart at most. No order and no person is in it; with a secret it is signed.

| \`code\` | Begins when |
|---|---|
| \`silent\` | a counter is not connected for 60 s while news waits for it |
| \`unacknowledged\` | a counter is connected and has not acknowledged something for 30 s |
| \`refresh-token\` | a counter's access to the service runs out in under seven days |
| \`clock-off\` | a counter's clock is off by more than 30 s |
| \`version-behind\` | a counter runs an older version than the relay |
| \`settings-refused\` | a counter has refused its group's settings |
| \`unknown-venue\`, \`unroutable\` | news waits that no counter reads, or that names no venue |
| \`storage\`, \`expired\`, \`clock-moved\`, \`settings\` | the relay cannot keep news, has deleted some, does not trust its clock, or cannot use its changed settings |

The operator's key goes as \`Authorization: Bearer KEY\`, over HTTPS or from this computer alone. Commands take \`--data-dir\` of the relay that they mean, and \`--json\`. From another computer they take \`--relay https://...\` and \`--operator-key FILE\` instead.

## Settings for a group of counters

A chain sets what is the same everywhere once, for a group of its counters, and each of them takes it over by itself.

\`\`\`
npm run relay -- settings-key --by "Example chain"
npm run relay -- invite VENUE_ID --label "Harbour Kitchen" --group harbour
npm run relay -- settings publish harbour settings.json
npm run relay -- counters
npm run relay -- settings rollback harbour
\`\`\`

\`settings.json\` holds a part of a counter's settings, under the names of [settings.md](settings.md):

\`\`\`json
${JSON.stringify(GROUP_EXAMPLE, null, 2)}
\`\`\`

- **What it may hold.** Only what is in this list. No secret, no address that is called or listened on, no path of a computer, nothing of the till, of printers or of the relay: anything else is refused by its name, by the command and by the counter.

${manageable()}

- **What it may not, and why.** Whoever has the key that signs settings has every counter of the group, and a counter that joined with a code of the operator's page believes the relay itself. So an address of the service is never changed from afar: the next request would carry the venue's client secret, refresh token and orders to somebody else's server. It is set by whoever stands at the counter, or by an installer's settings file, as all of these are. Secrets are no settings: no document has a name for them.

${keptHere()}

- **Whole or not at all.** A counter looks at the signature, the group, the version, and each value with its own schema. If one thing is wrong, nothing of the document is used, the settings of before go on, and the operator reads why: in \`counters\`, on the page and as an alert. Staff read it in Settings, Webhooks.
- **Managed.** What the document holds is shown in the counter's Settings as it is, with "Managed by Example chain", and is not changed there; nor by any other way than the next document. Everything else is changed as ever. A version that leaves something out gives it back: its value stays, and staff change it again. So does removing the relay in Settings, for all of it.
- **Versions only rise.** A rollback signs what an earlier version said as a new one. A counter that was off takes the newest when it comes back. \`--version N\` publishes under a higher number, for a relay that lost its disk and counts from 1 again.
- **The key.** \`settings-key\` makes an Ed25519 pair in \`settings.key\` where the command is typed (or \`--key-file\`), for this user alone, and refuses the relay's data folder. Keep it, and a copy, on a computer of the chain, and publish from there with \`--relay\`: who has broken into the relay can keep settings back, and make none. [docs/security.md](security.md#a-relay-that-was-broken-into) says what else.
- **Who a counter believes.** It learns the public key with its code, and keeps the first that it was given for this relay. The code that \`invite --group\` prints ends in 16 letters of the key, so that a relay cannot name another; a code of the operator's page has none, and there the relay is believed. Settings, Webhooks shows the letters, \`settings-key\` prints them. Documents signed with another key are refused, until staff remove the relay and enter a new code.
- A counter that is connected already joins a group with a new code. A lost key cannot be replaced: make another one, use a group of another name, and have the relay removed and a new code entered at its counters.

## On a machine

Own TLS: set \`tls\` and \`listen\` as in the example below. Files that change are read again within seconds; a file that cannot be used is told, and the certificate of before goes on.

Behind a proxy: set \`"behind_proxy": true\`, \`public_url\`, and leave \`listen\` on 127.0.0.1. With Caddy, \`reverse_proxy 127.0.0.1:8750\` is all. With nginx:

\`\`\`
location / {
  proxy_pass http://127.0.0.1:8750;
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection "upgrade";
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_read_timeout 60s;
  client_max_body_size 256k;
}
\`\`\`

- systemd: [\`relay/tillbridge-relay.service\`](../relay/tillbridge-relay.service).
- A container: [\`relay/Containerfile\`](../relay/Containerfile), built from the folder of the project: \`podman build -f relay/Containerfile -t tillbridge-relay .\` Its data folder is the volume \`/data\`; put \`relay.json\` there with \`"listen": {"host": "0.0.0.0"}\` and TLS or \`behind_proxy\`.
- Each counter holds one connection: let the process have as many open files as \`limits.connections\` (the unit does).
- One relay runs on one folder, and carries about 2,500 counters: more of them come back too slowly after a restart.
- The clock has to be right (NTP). If it is moved by more than five minutes, nothing is deleted for a day and the operator is told.

## The data folder

| | |
|---|---|
| \`relay.sqlite\` | news that waits, counters, invitations, settings of groups, alerts to be sent. WAL, \`synchronous=FULL\`; nobody but this user reads it |
| \`relay.json\` | settings, with the webhook secrets |
| \`operator.key\` | the operator's key; remove it, and the next start makes another |
| \`waiting.key\` | opens delivery events that no counter can open yet; lost, they are |
| \`in-use.lock\`, \`relay.address\` | while it runs |

To change a webhook secret, put the new one in front of the old one, change it at the service, and take the old one out later; the relay reads the file again by itself. A backup is not needed for the news: lost with the disk is what no counter had acknowledged yet, and counters read their open orders from the service by themselves. What a lost folder costs is the keys: each counter needs a new code.
`;
