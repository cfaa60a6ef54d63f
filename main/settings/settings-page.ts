/** Makes docs/settings.md: keys, values, defaults, and an example file. */
import { PrinterSettings, Secrets, Settings, VenueSettings } from '../../contract/settings/settings.ts';
import { type SchemaParts, unwrapped } from './schema-parts.ts';

/** A test validates it against the schema. */
export const EXAMPLE = {
  service: {
    environment: 'production',
    auth_url: 'https://auth.example.test',
    order_base_url: 'https://orders.example.test',
    delivery_base_url: 'https://delivery.example.test',
    client_id: 'client-of-the-partner',
    gateway_url: null,
    refund_unit: 'minor',
    venue_path: null,
    merchant_id: null,
    delivery_price_unit: 'minor',
    currency_digits: {},
  },
  receiver: { host: '127.0.0.1', port: 8741, path: '/notifications' },
  relay: { url: 'https://relay.example.test' },
  counter: { port: 8740 },
  polling: { fastest_seconds: 15, slowest_seconds: 30 },
  privacy: { keep_days: 30 },
  venues: {
    '6b1f0c2d9e4a57318c2ad011': {
      name: 'Harbour Kitchen',
      flavour: 'device-free',
      accept_within_seconds: 180,
      confirm_within_seconds: 900,
    },
  },
  printers: [
    {
      id: 'kitchen',
      name: 'Kitchen printer',
      host: '192.0.2.20',
      port: 9100,
      columns: 48,
      dots: 576,
      family: 'epson',
      documents: ['kitchen-ticket', 'participant-label'],
    },
  ],
  pos: { kind: 'hot-folder', folder: '/srv/till/orders' },
  secrets: {
    client_secret: 'the-client-secret',
    webhook_secrets: ['at-least-sixteen-random-characters'],
    merchant_key: 'the-key-of-the-merchant',
    relay_code: 'the-code-of-the-relay',
    authorization_codes: [{ code: 'the-code-from-onboarding', redirect_uri: 'https://partner.example.test/connected' }],
  },
};

interface Row {
  key: string;
  takes: string;
  otherwise: string;
  about: string;
}

export function settingsPage(): string {
  const entries = Settings.entries as unknown as Record<string, SchemaParts>;
  const { version, venues, printers, pos, ...plain } = entries;
  const sections = [
    ...Object.entries(plain).map(([name, schema]) => table(`\`${name}\``, null, rowsOf(name, schema))),
    table('`venues`', aboutOf(venues), rowsOf('venues.<venue id>', VenueSettings as unknown as SchemaParts)),
    table('`printers`', aboutOf(printers), rowsOf('printers[]', PrinterSettings as unknown as SchemaParts)),
    table(
      '`pos`',
      `${aboutOf(pos)} One of:`,
      (unwrapped(pos as SchemaParts).options ?? []).flatMap((option) => rowsOf('pos', option as SchemaParts)),
    ),
    table(
      '`secrets`',
      "Only in a file given with `--settings`. They go to the vault at the first start with the file and aren't read again; delete them from the file afterwards.",
      rowsOf('secrets', Secrets as unknown as SchemaParts),
    ),
  ];
  return `# Settings

For installers and support: every key of \`settings.json\`, which the Settings screen writes into the [data folder](data.md). An installer can set all of it with one file:

\`\`\`
npm start -- --settings venue.json
\`\`\`

\`version\` (${takesOf(version as SchemaParts)}): ${aboutOf(version).replace(/^The version of these settings\. /, 'the version of the settings. ')} Settings of a newer version are used as far as known, and not changed.

The file is JSON; comments are allowed. It is checked as a whole first: a mistake is refused with its line and what is expected. Each content is imported once, so a later start doesn't undo what staff change.

Generated from the schema (\`npm run docs\`).

${sections.join('\n')}
## Example

\`\`\`json
${JSON.stringify(EXAMPLE, null, 2)}
\`\`\`
`;
}

export function table(title: string, intro: string | null, rows: Row[]): string {
  const lines = rows.map((row) => `| \`${row.key}\` | ${row.takes} | ${row.otherwise} | ${row.about} |`);
  return `## ${title}\n\n${intro ? `${intro}\n\n` : ''}| Key | Takes | Default | Meaning |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

/** One row per key. `prefix`: the object's name. */
export function rowsOf(prefix: string, schema: SchemaParts): Row[] {
  return Object.entries(unwrapped(schema).entries ?? {}).map(([name, entry]) => ({
    key: prefix === '' ? name : `${prefix}.${name}`,
    takes: takesOf(entry),
    otherwise: otherwiseOf(entry),
    about: aboutOf(entry),
  }));
}

function takesOf(schema: SchemaParts): string {
  const inner = unwrapped(schema);
  switch (inner.type) {
    case 'picklist':
      return (inner.options ?? []).map((option) => `\`${JSON.stringify(option)}\``).join(' or ');
    case 'union':
      return (inner.options ?? []).map((option) => takesOf(option as SchemaParts)).join(' or ');
    case 'literal':
      return `\`${JSON.stringify(inner.literal)}\``;
    case 'array':
      return `list of ${inner.item ? takesOf(inner.item) : 'values'}`;
    case 'strict_object':
      return `{ ${Object.keys(inner.entries ?? {}).join(', ')} }`;
    case 'record':
      return `each key a name, each value a ${inner.value ? takesOf(inner.value) : 'value'}`;
    case 'boolean':
      return '`true` or `false`';
    case 'number':
      return `number${limits(inner)}`;
    default:
      return 'text';
  }
}

function limits(schema: SchemaParts): string {
  const bound = (type: string) => schema.pipe?.find((step) => step.type === type)?.requirement;
  const least = bound('min_value');
  const most = bound('max_value');
  return least === undefined || most === undefined ? '' : `, ${String(least)} to ${String(most)}`;
}

function otherwiseOf(schema: SchemaParts): string {
  if (schema.type !== 'optional') return 'must be given';
  if (schema.default === null || schema.default === undefined) return 'none';
  return `\`${JSON.stringify(schema.default)}\``;
}

function aboutOf(schema: SchemaParts | undefined): string {
  return schema?.pipe?.find((step) => step.type === 'description')?.description ?? '';
}
