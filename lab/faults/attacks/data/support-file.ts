/** Types secrets and personal data everywhere, then searches support file, logs, database and screen updates for them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallName, calls, Settings } from '../../../../contract/contract.ts';
import { type App, startApp } from '../../../../main/app/app.ts';
import { byEnvironment } from '../../../../main/vault/by-environment.ts';
import { openVault } from '../../../../main/vault/vault.ts';
import { openVenue, until, type Venue, WEBHOOK_SECRET } from '../../../../test/e2e/venue/venue.ts';
import { type LocalServer, serve } from '../../local-server.ts';
import type { Chance } from '../../seeded.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack, Outcome } from '../attack.ts';
import { fill } from './filled.ts';
import { secretsFoundIn } from './secrets-found.ts';

/** Calls that scan the network, take long, or end what the attack needs. */
const NOT_CALLED = new Set<CallName>([
  ...(['printers.find', 'selfTest.run', 'training.start', 'venue.awaitCode'] as const),
  ...(['venue.openRedirect', 'access.setPin', 'access.enter'] as const),
]);

const NOWHERE = 'http://127.0.0.1:9';

interface Placed {
  /** Allowed only in vault and settings, never on a screen. */
  secrets: Record<string, string>;
  /** Never in the support file or the log. */
  texts: Record<string, string>;
}

export const supportFile: Attack = {
  wants:
    'A secret, or what somebody typed, stands in the support file, a log, a crash report, the database or on a screen where it has no business',
  async run({ chance, tries, say }): Promise<Outcome> {
    const reached: string[] = [];
    let tried = 0;
    for (let round = 0; round < Math.max(1, tries(20)); round += 1) {
      const { placed, found } = await oneVenue(chance, round);
      tried += placed;
      reached.push(...found);
      say(`round ${round + 1}: ${placed} secrets and texts were placed`);
    }
    const crash = await oneCrash(chance);
    tried += crash.placed;
    reached.push(...crash.found);
    return { tried, reached: [...new Set(reached)], figures: `${tried} secrets and texts placed` };
  },
};

/** Makes secrets: generated ones, and words a person would choose. */
function secretsBy(chance: Chance): () => string {
  let count = 0;
  return () => {
    count += 1;
    const letters = () => String.fromCharCode(97 + chance.below(26));
    const word = `zq${Array.from({ length: 12 }, letters).join('')}`;
    return count % 4 === 0 ? word : `Zq${count}x${word.slice(2, 10)}K${chance.below(10_000)}`;
  };
}

async function oneVenue(chance: Chance, round: number): Promise<{ placed: number; found: string[] }> {
  const secret = secretsBy(chance);
  const outside = await failingServer();
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-till-'));
  const filled = fill(Settings, { secret, variant: round });
  const [password, key, part, token] = [secret(), secret(), secret(), secret()];
  const own = `http://till:${password}@127.0.0.1:${outside.port}/hooks/${part}?key=${key}#${token}`;
  const venue = await openVenue({
    venue: { accept_within_seconds: 0 },
    settings: withOwnAddresses(filled.value as Settings, own, folder, round),
  });
  const placed: Placed = {
    secrets: { 'webhook secret': WEBHOOK_SECRET, 'client secret': venue.sandbox.client_secret },
    texts: Object.fromEntries(filled.placed.map(({ place, secret: text }) => [`settings ${place}`, text])),
  };
  Object.assign(placed.secrets, { 'password in an address': password, 'key in an address': key, 'token in an address': token });
  // A key in a path is recognized by its form; a word isn't, and is shown to the manager.
  (/\d/.test(part) ? placed.secrets : placed.texts)['part of an address'] = part;
  const environment = secret();
  process.env.TILLBRIDGE_ATTACK = environment;
  placed.secrets.environment = environment;
  const reported: string[] = [];
  let app: App | null = null;
  try {
    await venue.stopApp();
    const settingsFile = join(venue.dataDir, 'venue.json');
    writeFileSync(settingsFile, JSON.stringify({ ...JSON.parse(readFileSync(settingsFile, 'utf8')), secrets: {} }));
    typeTheRest(join(venue.dataDir, 'settings.json'), filled.value as Settings);
    const running = await startApp({ dataDir: venue.dataDir, log: 'info', vault: 'file' });
    app = running;
    running.watch((push) => reported.push(JSON.stringify(push)));
    const ask = async (name: string, input: unknown): Promise<unknown> => {
      const answer = await running.call(name, input);
      reported.push(JSON.stringify(answer));
      return answer;
    };
    await venue.control('POST', '/webhooks', { url: await running.receiverUrl(), secret: WEBHOOK_SECRET });
    await orderWithPersons(venue, ask, placed, secret, reported);
    Object.assign(placed.secrets, await typeSecrets(ask, secret));
    await everyCall(ask, placed, secret);
    await ask('settings.get', {});
    await ask('diagnostics.get', {});
    await ask('state.snapshot', {});
    const bundle = (await running.call('diagnostics.bundle', {})) as { ok: boolean; value?: { text: string } };
    Object.assign(placed.secrets, await tokensOf(venue));
    await running.close();
    app = null;
    const where = {
      'the support file': { text: bundle.value?.text ?? '', hides: { ...placed.secrets, ...placed.texts } },
      'the log': { text: textsIn(join(venue.dataDir, 'log')), hides: { ...placed.secrets, ...placed.texts } },
      'the database': { text: textsIn(venue.dataDir, /sqlite/), hides: placed.secrets },
      'a screen': { text: reported.join('\n'), hides: placed.secrets },
    };
    const found = Object.entries(where).flatMap(([place, { text, hides }]) => [
      ...(text.length < 100 ? [`${place} is empty`] : []),
      ...secretsFoundIn(text, hides).map(([name, clothing]) => `${place}: ${name} (${clothing})`),
    ]);
    return { placed: Object.keys(placed.secrets).length + Object.keys(placed.texts).length, found };
  } finally {
    delete process.env.TILLBRIDGE_ATTACK;
    await app?.close();
    await venue.close();
    await outside.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings full of secrets, except what the venue needs to run: service, ports, one printer. */
function withOwnAddresses(filled: Settings, own: string, folder: string, round: number): Record<string, unknown> {
  const typed = filled.pos.kind === 'hot-folder' ? { ...filled.pos, folder: join(folder, filled.pos.folder) } : filled.pos;
  const { service: _service, receiver: _receiver, counter: _counter, polling: _polling, ...rest } = filled;
  return {
    ...rest,
    work: { undo_seconds: 0 },
    // No sign-in, so every call runs.
    staff: { ...filled.staff, on: false },
    alerts: { ...filled.alerts, webhook_url: own, webhook_after_seconds: 10 },
    pos: round % 2 === 0 ? { kind: 'http', url: own } : typed,
    receiver: { host: '127.0.0.1', port: 0 },
  };
}

function typeTheRest(file: string, { service, receiver }: Settings): void {
  const { environment: _environment, auth_url, order_base_url, delivery_base_url, gateway_url, client_id, ...typed } = service;
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.service = { ...settings.service, ...typed };
  settings.receiver.path = receiver.path;
  writeFileSync(file, JSON.stringify(settings));
}

/** A till, chat or light that answers with errors, so that they are logged. */
const failingServer = (): Promise<LocalServer> =>
  serve((request, response) => {
    request.resume();
    response.writeHead(500).end('no');
  });

async function typeSecrets(ask: (name: string, input: unknown) => Promise<unknown>, secret: () => string): Promise<Record<string, string>> {
  const typed = {
    'merchant key': secret(),
    'delivery secret': `${secret()}-of-16-and-more`,
    'next webhook secret': `${secret()}-of-16-and-more`,
  };
  await ask('settings.saveMerchant', { merchantId: 'merchant-1', key: typed['merchant key'], webhookSecret: typed['delivery secret'] });
  await ask('settings.saveWebhookSecret', { secret: typed['next webhook secret'] });
  const guess = { 'a guessed client secret': secret(), 'an authorization code': secret() };
  const addresses = { authUrl: NOWHERE, orderBaseUrl: NOWHERE, deliveryBaseUrl: null, redirectUri: `${NOWHERE}/connected` };
  const [clientSecret, authorizationCode] = Object.values(guess);
  await ask('venue.connect', { environment: 'development', ...addresses, clientId: 'client', clientSecret, authorizationCode });
  const pin = { 'a wrong PIN': secret() };
  await ask('access.setPin', { pin: '4711' });
  await ask('access.leave', {});
  await ask('access.enter', { pin: pin['a wrong PIN'] });
  await ask('access.enter', { pin: '4711' });
  await ask('access.setPin', { pin: null });
  return { ...typed, ...guess, ...pin };
}

async function orderWithPersons(
  venue: Venue,
  ask: (name: string, input: unknown) => Promise<unknown>,
  placed: Placed,
  secret: () => string,
  reported: readonly string[],
): Promise<void> {
  const person = { consumer_name: secret(), consumer_comment: secret(), consumer_phone_number: `+35840${secret()}` };
  for (const [name, text] of Object.entries(person)) placed.texts[name] = text;
  placed.texts['a rejection'] = secret();
  const first = await venue.place('takeaway', person);
  const second = await venue.place('self-delivery', person);
  await until('the cards', () => [first, second].every(({ order_id: id }) => reported.some((text) => text.includes(id))));
  await ask('order.accept', { orderId: first.order_id, extraMinutes: 0 });
  await ask('order.reject', { orderId: second.order_id, reason: placed.texts['a rejection'], code: 'GENERIC' });
  // Failures that log all of these texts.
  const isTrouble = async () => /"error":\{"code"/.test(JSON.stringify(await ask('diagnostics.get', {})));
  await until('trouble with the till or a printer', isTrouble, 20_000);
}

async function everyCall(ask: (name: string, input: unknown) => Promise<unknown>, placed: Placed, secret: () => string): Promise<void> {
  for (const [name, { input }] of Object.entries(calls)) {
    if (NOT_CALLED.has(name as CallName) || name.startsWith('settings.save') || name === 'venue.connect') continue;
    const filled = fill(input, { secret });
    for (const { place, secret: text } of filled.placed) placed.texts[`${name} ${place}`] = text;
    await ask(name, filled.value);
  }
}

async function tokensOf(venue: Venue): Promise<Record<string, string>> {
  const vault = byEnvironment(await openVault({ dataDir: venue.dataDir, prefer: 'file' }), () => 'development');
  const pair = JSON.parse((await vault.get(`tokens/${venue.venueId}`)) ?? '{}') as { access_token: string; refresh_token: string };
  return { 'access token': pair.access_token, 'refresh token': pair.refresh_token };
}

/** A crash whose error holds everything a library's error could. */
async function oneCrash(chance: Chance): Promise<{ placed: number; found: string[] }> {
  const secret = secretsBy(chance);
  const secrets = { 'password in an address': secret(), 'key in an address': secret(), 'token in a header': `${secret()}${secret()}` };
  const outside = await failingServer();
  const url = `http://till:${secrets['password in an address']}@127.0.0.1:${outside.port}/x?key=${secrets['key in an address']}`;
  await using app = await openVenueProcess({ robot: false, settings: { pos: { kind: 'http', url } } });
  const { dataDir, sandbox } = app.venue;
  const trigger = join(dataDir, 'trigger');
  const defect = join(dataDir, 'defect.mjs');
  const texts = [
    `POST ${url} failed`,
    `refused ${secrets['password in an address']} and ${encodeURIComponent(secrets['key in an address'])}`,
    `Authorization: Bearer ${secrets['token in a header']}`,
    `Basic ${Buffer.from(`client:${sandbox.client_secret}`).toString('base64')}`,
    `secret ${sandbox.client_secret}, ${WEBHOOK_SECRET}`,
  ];
  // It doesn't restart: only this process is examined.
  writeFileSync(
    defect,
    `import cp from 'node:child_process'; import { syncBuiltinESMExports } from 'node:module'; import { existsSync } from 'node:fs';
     cp.spawn = () => ({ pid: 1, unref() {}, on() {}, once() {} }); syncBuiltinESMExports();
     setInterval(() => { if (existsSync(${JSON.stringify(trigger)})) throw new Error(${JSON.stringify(texts.join('; '))}, { cause: new TypeError(${JSON.stringify(texts.join(' '))}) }); }, 100);`,
  );
  try {
    await app.switchOn([], { NODE_OPTIONS: `--import ${new URL(`file://${defect}`).href}` });
    const log = join(dataDir, 'log');
    await until('the start', () => existsSync(join(log, 'tillbridge.log')) && textsIn(log).includes('the vault is open'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    writeFileSync(trigger, '');
    await app.ended();
    rmSync(defect);
    const all = { ...secrets, 'client secret': sandbox.client_secret, 'webhook secret': WEBHOOK_SECRET };
    const report = textsIn(join(dataDir, 'crash'));
    const secretsFound = secretsFoundIn(`${report}\n${textsIn(log)}`, all);
    const found = secretsFound.map(([name, clothing]) => `a crash report: ${name} (${clothing})`);
    return { placed: texts.length, found: report.includes('TypeError') ? found : ['there is no crash report', ...found] };
  } finally {
    await outside.close();
  }
}

function textsIn(folder: string, which = /./): string {
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return files
    .filter((entry) => entry.isFile() && which.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}
