/** docs/relay.md: its text, with the settings written from the schema that checks them. */

import { MANAGEABLE, MANAGEABLE_OF_VENUE } from '../contract/settings/managed.ts';
import { UNMANAGED_PATHS } from '../contract/settings/unmanaged.ts';
import { type SchemaParts, unwrapped } from '../main/settings/schema-parts.ts';
import { rowsOf, table } from '../main/settings/settings-page.ts';
import { UNMANAGED_REASONS } from '../relay/operator/unmanaged-reasons.ts';
import { RelaySettings } from '../relay/settings/settings.ts';

/** The page's example of settings that a relay manages for a group of venues. A test checks it with the schema. */
export const GROUP_EXAMPLE = {
  work: { undo_seconds: 8, reminder_minutes: 90 },
  alerts: { volume: 100 },
  template: { language: 'fi', receipt: { footer: 'Kiitos!' } },
  venues: { '6b1f0c2d9e4a57318c2ad011': { reject_reasons: { GENERIC: ['Keittiö on kiinni'] }, accept_within_seconds: 240 } },
};

/** The page's example of relay.json. A test checks it with the schema. */
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
  const groups = entries.filter(([, schema]) => isGroup(schema));
  const plain = { ...RelaySettings, entries: Object.fromEntries(entries.filter(([, schema]) => !isGroup(schema))) };
  const tables = [
    table('Settings', SETTINGS_INTRO, rowsOf('', plain as unknown as SchemaParts)),
    ...groups.map(([name, schema]) => table(`\`${name}\``, null, rowsIn(name, schema)).replace('## ', '### ')),
  ];
  return `${TEXT}\n${tables.join('\n')}\n### Example\n\n\`\`\`json\n${JSON.stringify(RELAY_EXAMPLE, null, 2)}\n\`\`\`\n`;
}

const isGroup = (schema: SchemaParts): boolean => unwrapped(schema).type === 'strict_object';

/** Of a group of groups, the rows of these. */
function rowsIn(name: string, schema: SchemaParts): ReturnType<typeof rowsOf> {
  const inner = Object.entries(unwrapped(schema).entries ?? {}).filter(([, one]) => isGroup(one));
  return inner.length === 0 ? rowsOf(name, schema) : inner.flatMap(([key, one]) => rowsIn(`${name}.${key}`, one));
}

const SETTINGS_INTRO =
  '`relay.json` in the data folder, or the file named with `--settings`. JSON; comments are allowed. The start refuses a mistake with its place. Changed webhook secrets, alerts and TLS files apply within seconds; an unusable file is reported and the old one stays. Everything else applies at the next start (the service resends what a restart of up to ten seconds missed). Generated from the schema (`npm run docs`).';

/** Settings that a relay can manage, by section, named as in docs/settings.md. */
function manageable(): string {
  const own = Object.entries(MANAGEABLE).flatMap(([section, keys]) => (keys.length > 0 ? [`| \`${section}\` | ${named(keys)} |`] : []));
  return ['| Section | Keys |', '|---|---|', ...own, `| \`venues.<venue id>\` | ${named(MANAGEABLE_OF_VENUE)} |`].join('\n');
}

/** Settings that stay at the venue, by reason, named as in docs/settings.md. */
function keptHere(): string {
  const all = [...UNMANAGED_PATHS].map(([name, why]) => ({ name: name.replace(/^venues\./, 'venues.<venue id>.'), why }));
  const rows = Object.entries(UNMANAGED_REASONS).map(([reason, text]) => {
    const names = all.filter(({ why }) => why === reason).map(({ name }) => name);
    return `| ${named(names)} | ${text} |`;
  });
  return ['| Settings | Why they stay at the venue |', '|---|---|', ...rows].join('\n');
}

function named(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}

const TEXT = `# The relay

For whoever operates a relay: what it does, its commands and its settings. [README](../README.md#behind-a-router-the-relay) installs one in ten lines; [relay-scale.md](relay-scale.md) is about several relays for a chain, and [decisions/relay.md](decisions/relay.md) has the reasons.

The service posts a partner's notifications to one address, three times within ten seconds. Venues are behind routers that block incoming connections. The relay has a public address: it stores notifications and hands each to its venue's Tillbridge, here called a *counter*, which connects to it.

\`\`\`
service --HTTPS--> relay <--WebSocket, opened by the counter-- counter
\`\`\`

- **A 200 means stored**, synced to disk; waiting requests share one sync. If the disk fails, the answer is 503, so the service resends, and the operator is alerted.
- **Unsigned requests are only counted.** The signature is checked over the raw bytes, and again by the counter, so whoever is in between can only withhold. [What an intruder in the relay could do](security.md#a-relay-that-was-broken-into).
- **Only counters can read delivery events** ([below](#on-its-disk)).
- **Kept until acknowledged.** A counter acknowledges after its own commit; the rest comes again with its next connection, in order. Only what isn't fetched in 72 hours is deleted, and the operator sees how much and whose.
- **"Connected" is verified** every five seconds. A connection silent for 13 seconds is closed. A counter whose relay closes or dies is back at another within 15 seconds.
- Without WebSockets, the same frames travel in HTTPS requests that stay open until there is something to send.

## Routing

Order notifications and most delivery events name their venue. The courier's place and the PIN don't: they are routed by the service's references from an earlier event, or by the venue in our own (\`tb.VENUE.ID\`, sent as \`merchant_order_reference_id\`). Other programs' references aren't used, since two venues may both have an order 1001. An event without a venue waits for a later one with its reference, or for the operator. Notifications for a venue without a counter are kept, too.

## On its disk

Order notifications are stored as received: IDs and states. Delivery events are encrypted. Each counter has an X25519 key pair with the private half in its vault, and sends the public half when it connects. The relay verifies an event, finds its venue, encrypts it for the venue's counters (AES-256-GCM, its key passed to each by X25519 and HKDF) and writes only that. No key of the relay opens it.

Events no counter can open yet (no venue, no counter, no key) are encrypted for the relay's \`waiting.key\`. Whoever has that file and the database can read them; \`waiting_key_file\` moves it to another disk. Events for a lost computer can't be opened by its replacement, which skips them and says so; orders aren't affected.

## Who may connect

\`npm run relay -- invite VENUE_ID\` makes a code, valid once within 24 hours. Typed into the counter's Settings, it becomes a key for the invitation's venues only. The relay stores hashes. A key that is removed, or unused for 180 days, no longer works, and the counter says why. Of two connections with one key the newer stays. Two counters may read one venue: each gets everything, and a notification is deleted when both have acknowledged it. Remove a counter that is gone, or its venue's notifications wait 72 hours for it.

## For the operator

| | |
|---|---|
| \`npm run relay -- invite VENUE_ID... --label NAME\` | makes a code for one counter; \`--group GROUP\` manages its settings |
| \`npm run relay -- counters\` | lists counters: connected or not, version and update ring, what waits since when |
| \`npm run relay -- status [GROUP]\` | counters by group: connected, silent venues, versions, problems; then problems of relays and venues; of one group, each silent venue and problem |
| \`npm run relay -- relays\` | lists the relays that share a database: up or away, version, and how much only their disks have |
| \`npm run relay -- revoke COUNTER_ID\` | removes a key; the counter is notified immediately |
| \`npm run relay -- support COUNTER_ID --reason TEXT\` | [asks for a support file](#a-support-file); without \`--reason\` shows the answer, \`--out FILE\` saves the file, \`--withdraw\` ends it |
| \`npm run relay -- settings-key --by NAME\` | makes the key that signs settings |
| \`npm run relay -- settings publish GROUP FILE.json\` | publishes settings for a group |
| \`npm run relay -- settings show [GROUP] [--version N]\` | groups' settings, and how many counters use them |
| \`npm run relay -- settings rollback GROUP [--version N]\` | publishes the previous version again, or the named one |
| \`GET /operator\` | the same as a page, except settings, which need their signing key; opens with the key in \`operator.key\` |
| \`POST /operator/invitations\` | \`{"venue_ids": [...], "label": "...", "group": "...", "settings_key": "..."}\` answers 201 and \`{"code", "expires_at"}\`. \`group\` and the public key are optional; leave the key out once the group has settings |
| \`GET /operator/counters\` | \`{"counters": [...]}\`: label, venues, version, \`update_ring\`, connected since, last proof, what waits since when, printers, till, open orders, days of the refresh token, clock offset; group, its settings version (\`managed_version\`), the newest (\`newest_version\`), and what it refused and why (\`settings_refused\`) |
| \`DELETE /operator/counters/{id}\` | 204 |
| \`GET /operator/groups\` | \`{"groups": [...]}\`, \`group\` null for counters of none: counters, connected, silent venues since when, what waits since when, versions of app and settings and update rings with their counters, problems by code |
| \`GET /operator/silent\` | \`{"venues": [...]}\`, longest silent first: without a connected counter (\`not-connected\`), or open and without notifications for twice as long as usual (\`no-notifications\`), since when |
| \`GET /operator/relays\` | \`{"relays": [...]}\`, none for a relay alone: name, \`is_away\`, \`seen_at\`, version, \`spooled\` (notifications that are only on its disk) |
| \`POST /operator/counters/{id}/support\` | \`{"reason": "..."}\`, at most 200 characters: 201; 409 while a request is open |
| \`GET /operator/counters/{id}/support\` | \`state\` (\`asked\`, \`refused\` or \`sent\`), \`reason\`, \`asked_at\`, \`answered_at\`, \`deleted_at\` |
| \`GET /operator/counters/{id}/support/file\` | the file, gzip-encoded JSON (\`curl --compressed\`) |
| \`DELETE /operator/counters/{id}/support\` | withdraws the request and deletes the file; 204 |
| \`GET /operator/venues/{id}/backlog\` | how much waits for a venue, for which counter, since when |
| \`GET /operator/settings\`, \`GET /operator/settings/{group}\` | groups with their newest version; one with all versions as signed |
| \`POST /operator/settings/{group}\` | \`{"document", "signature", "key"}\` from the command: 201; 400 if unsigned or for another group, 409 if not newer, or signed with another key |
| \`GET /operator/unroutable\` | events without a venue, by kind and reference |
| \`POST /operator/unroutable/{seq}\` | \`{"venue_id": "..."}\` assigns one to a venue; 204 |
| \`GET /operator/problems\` | what needs attention: notifications that can't be stored, were deleted, wait for a silent counter or a venue without one, or name none; a counter or its sales in trouble; settings not in use; a webhook secret that doesn't match; a moved clock |
| \`GET /metrics\` | OpenMetrics: totals, none per venue. From this computer, or with the key |
| \`GET /health\` | for a balancer: 200 while counters may connect, 503 while the relay is being stopped |

![The operator's page: which counter is silent, since when, and what waits for it](images/relay-operator-light.png)

([The same in dark](images/relay-operator-dark.png).)

\`alerts\` posts each problem once when it begins and once when it ends, together with others of the same seconds: \`{"id", "at", "alerts": [{"id", "state": "began" or "ended", "code", "text", "counter_id", "venue_id", "group", "since", "began_at", "ended_at"}]}\`. It survives a restart and is retried until a 200, at most ten minutes apart. \`group\` is the counter's. It contains no order and no person, and is signed if a secret is set.

Counters report of each venue when its last order came, how often orders usually come at this time of the week (from the last four weeks, counting only hours in which it was open and receiving), what is marked sold out since when, and how many changes were refused. They report no order and no dish.

| \`code\` | Begins when |
|---|---|
| \`silent\` | a counter isn't connected for 60 s while notifications wait |
| \`unacknowledged\` | a connected counter hasn't acknowledged something for 30 s |
| \`refresh-token\` | a counter's access to the service expires in under seven days |
| \`clock-off\` | a counter's clock is off by more than 30 s |
| \`version-behind\` | a counter runs an older version than the relay |
| \`settings-refused\` | a counter has refused its group's settings |
| \`unheard\` | no one works at a counter's computer, and for a minute a venue has had no connected station that rings, during its opening hours or with its orders open |
| \`no-orders\` | a connected, open venue has had no order for half an hour and twice as long as usual |
| \`sold-out\` | a venue has had something marked sold out for three days |
| \`refused-changes\` | the service refused changes of menu, hours or sale, and staff haven't replaced them |
| \`unknown-venue\`, \`unroutable\` | notifications wait that no counter reads, or that name no venue |
| \`database\` | Postgres doesn't take notifications, which are then only on this relay's disk, or they can't be read |
| \`relay-away\`, \`relays-differ\` | another relay of the database stopped reporting, has another version or other webhook secrets, or has this one's name |
| \`wrong-secret\` | five requests in a row were signed with a secret that isn't in the settings |
| \`storage\`, \`expired\`, \`clock-moved\`, \`settings\` | the relay can't store notifications, deleted some, distrusts its clock, or can't use changed settings |

Send the operator's key as \`Authorization: Bearer KEY\`, over HTTPS or from this computer. While a shared database is away, calls that need it answer 503 and say why; \`GET /operator/problems\` still answers. Commands take \`--data-dir\` and \`--json\`; from another computer \`--relay https://...\` and \`--operator-key FILE\`.

## A support file

\`\`\`
npm run relay -- support COUNTER_ID --reason "Tickets print twice since Monday"
npm run relay -- support COUNTER_ID
npm run relay -- support COUNTER_ID --out support.json
\`\`\`

The counter's screen shows the relay's address and the reason. A manager opens the request, reads the [file](data.md#for-support), and taps Send or Refuse. Nothing leaves the counter before that tap, and what was shown is what is sent. If staff sign in, only a manager can answer; Settings, Staff lists who did and when.

*Support file* on the page does the same. A counter that isn't connected gets the request later. It ends after seven days, or when you withdraw it. One request per counter can be open, and its screen shows another one at the earliest after a minute. The relay keeps the file for seven days in its data folder, or in the shared database. Earlier versions of Tillbridge show no requests.

## Settings for a group of counters

A chain publishes common settings once for a group of counters, and each applies them automatically.

\`\`\`
npm run relay -- settings-key --by "Example chain"
npm run relay -- invite VENUE_ID --label "Harbour Kitchen" --group harbour
npm run relay -- settings publish harbour settings.json
npm run relay -- counters
npm run relay -- settings rollback harbour
\`\`\`

\`settings.json\` holds part of a counter's settings, named as in [settings.md](settings.md):

\`\`\`json
${JSON.stringify(GROUP_EXAMPLE, null, 2)}
\`\`\`

- **What it may contain.** Only this list. Command and counter refuse anything else by name: secrets, addresses, paths, and anything about till, printers or relay.

${manageable()}

- **What it may not, and why.** Whoever has the signing key manages every counter of the group, and a counter that joined with a code from the operator's page trusts the relay itself. If a service address could be changed remotely, the next request would carry the venue's client secret, refresh token and orders to someone else's server. These settings are made at the venue or by an installer's file:

${keptHere()}

- **All or nothing.** A counter checks signature, group, version, and each value against its own schema. On any mistake it keeps its settings and reports why: in \`counters\`, on the page, as an alert, and to staff in Settings, Webhooks.
- **Locked.** Managed settings show "Managed by Example chain" and change only with the next document. A version that leaves one out, or removing the relay, returns it to staff with its current value.
- **Versions only rise.** A rollback signs an earlier content as a new version. A counter that was off gets the newest. \`--version N\` sets a higher number, for a relay that lost its disk and counts from 1.
- **The key.** \`settings-key\` makes a private Ed25519 pair in \`settings.key\` in the current folder (or \`--key-file\`), never in the relay's data folder. Keep it, with a copy, on the chain's computer and publish from there with \`--relay\`, so an intruder in the relay can withhold settings but not make any.
- **Which key a counter trusts.** The first it got with a code for this relay. A code from \`invite --group\` ends in 16 letters of the key, so a relay can't name another; with a code from the operator's page the relay is trusted. Settings, Webhooks shows the letters, \`settings-key\` prints them. Other keys are refused until staff remove the relay and enter a new code.
- **Update rings.** \`desktop.update_ring\`: \`"early"\` gives a group [early versions](installing.md#updates) of the feed that is set at each venue. \`counters\` shows ring and version.
- A connected counter joins a group with a new code. A lost key can't be replaced: make another, use a new group name, and at each counter remove the relay and enter a new code.

## On a machine

TLS in the relay: set \`tls\` and \`listen\` as in the example below. Changed files are read within seconds.

Behind a proxy: set \`"behind_proxy": true\`, \`public_url\`, and leave \`listen\` on 127.0.0.1. Caddy: \`reverse_proxy 127.0.0.1:8750\`. nginx:

\`\`\`
location / {
  proxy_pass http://127.0.0.1:8750;
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection "upgrade";
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_read_timeout 60s;
  client_max_body_size 4m;
}
\`\`\`

- systemd: [\`relay/tillbridge-relay.service\`](../relay/tillbridge-relay.service).
- Container: [\`relay/Containerfile\`](../relay/Containerfile), built in the project folder: \`podman build -f relay/Containerfile -t tillbridge-relay .\` The volume \`/data\` is its data folder; put \`relay.json\` there with \`"listen": {"host": "0.0.0.0"}\` and TLS or \`behind_proxy\`.
- SIGTERM or Ctrl-C stops the relay in at most ten seconds: counters are sent away in batches, new ones get 503, and notifications are taken until all are away. A second signal ends it at once.
- Behind a balancer, let it check \`/health\` every two seconds.
- Each counter holds one connection: allow as many open files as \`limits.connections\` (the unit does).
- One relay per folder, for up to 10,000 counters: on two cores all are back about ten seconds after a restart.
- \`engine.postgres\` keeps notifications in PostgreSQL 15 or newer: a 200 then means that they are on the primary and its synchronous standby, or, if it doesn't answer within a second, on this relay's own disk (\`relay.sqlite\`), from where they are given to it in order once it's back; this relay's counters get them at once and are welcomed meanwhile, those of other relays wait, and the operator sees how many and since when. Make [a database and a role](relay-scale.md#the-database-role); the relay makes its tables. Several addresses are tried in turn, so a promoted standby is found. Several relays may share a database: any of them answers for all, a counter may connect to any, and one of them alerts about counters. Copy \`waiting.key\` and \`operator.key\` from the first into the others' data folders, and give each a \`name\`.
- Keep the clock right (NTP). If it moves by more than five minutes, nothing is deleted for a day and the operator is alerted.

## The data folder

| | |
|---|---|
| \`relay.sqlite\` | waiting notifications, counters, invitations, group settings, pending alerts; with a shared database, a copy of counters and settings, and what it hasn't taken yet. WAL, \`synchronous=FULL\`; private to this user |
| \`relay.json\` | settings, with the webhook secrets |
| \`support\` | support files that counters sent, for seven days |
| \`operator.key\` | the operator's key; delete it and the next start makes another |
| \`waiting.key\` | opens delivery events that no counter can open yet; without it they're lost |
| \`in-use.lock\`, \`relay.address\` | while it runs |

To change a webhook secret, put the new one before the old one, change it at the service, and remove the old one later; the relay rereads the file. Notifications need no backup: a lost disk costs only unacknowledged ones, and counters read their open orders from the service. A lost folder costs the keys: each counter needs a new code.
`;
