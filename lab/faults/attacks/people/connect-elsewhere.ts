/** An attacker at the screen or in a settings file names their own server as the service, which records what it receives. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallInput } from '../../../../contract/contract.ts';
import { byEnvironment } from '../../../../main/vault/by-environment.ts';
import { openVault } from '../../../../main/vault/vault.ts';
import { openVenue, until, type Venue, WEBHOOK_SECRET } from '../../../../test/e2e/venue/venue.ts';
import { bodyOf, type LocalServer, serve } from '../../local-server.ts';
import type { Attack, Outcome } from '../attack.ts';
import { secretsFoundIn } from '../data/secrets-found.ts';

const MERCHANT_KEY = 'merchant-key-of-this-venue-91x';

const DESTINATION = { place: { lat: 60.1, lon: 24.9 }, address: 'x', scheduledTime: null };
/** Addresses that resemble this computer, or plain HTTP to others. Port 9 is unused. */
const NOT_SAFE = [
  ...['http://127.0.0.1:80@evil.example', 'http://127.0.0.1@evil.example:9', 'http://localhost.evil.example', 'http://localhost.'],
  ...['http://[::ffff:127.0.0.1]:9', 'http://127.0.0.1.nip.example', 'http://0.0.0.0:9', 'http://10.0.0.7:9', 'http://192.0.2.7:9'],
  ...['http:\\\\evil.example', 'http:evil.example', 'HTTP://EVIL.EXAMPLE'],
  ...['https://name:password@auth.example.test', 'https://auth.example.test/?to=', 'https://auth.example.test/#'],
];

interface Listener extends LocalServer {
  heard(): string;
}

/** A server that records requests. As `service` it gives tokens of this venue, so that the app continues. */
async function listen(answerAs: 'service' | { redirectTo: string; status: number }, venueId: string): Promise<Listener> {
  const heard: string[] = [];
  const server = await serve(async (request, response) => {
    heard.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n\n${await bodyOf(request).catch(() => '')}`);
    if (answerAs !== 'service') return void response.writeHead(answerAs.status, { location: answerAs.redirectTo + request.url }).end();
    const claims = Buffer.from(JSON.stringify({ integration: { venue_id: venueId } })).toString('base64url');
    const body = { access_token: `x.${claims}.x`, refresh_token: 'of-the-attacker', expires_in: 3600 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return { ...server, heard: () => heard.splice(0).join('\n') };
}

async function secretsOf(venue: Venue): Promise<Record<string, string>> {
  const vault = byEnvironment(await openVault({ dataDir: venue.dataDir, prefer: 'file' }), () => 'development');
  const pair = JSON.parse((await vault.get(`tokens/${venue.venueId}`)) ?? '{}') as { access_token: string; refresh_token: string };
  return {
    'client secret': venue.sandbox.client_secret,
    'access token': pair.access_token,
    'refresh token': pair.refresh_token,
    'merchant key': MERCHANT_KEY,
    'webhook secret': WEBHOOK_SECRET,
  };
}

export const connectElsewhere: Attack = {
  wants: 'A server of the attacker is sent a stored secret or a token, or the counter keeps its addresses',
  async run({ chance, tries, say }): Promise<Outcome> {
    const reached: string[] = [];
    let tried = 0;
    const polling = { fastest_seconds: 1, slowest_seconds: 1 };
    const venue = await openVenue({ venue: { accept_within_seconds: 0 }, gateway: true, settings: { polling } });
    const evil = await listen('service', venue.venueId);
    const redirecting = await Promise.all([301, 302, 307, 308].map((status) => listen({ redirectTo: evil.url, status }, venue.venueId)));
    try {
      await venue.call('settings.saveMerchant', { merchantId: 'merchant-1', key: MERCHANT_KEY, webhookSecret: null });
      const order = await venue.place('takeaway');
      await until('the card', () => venue.card(order.order_id));
      const secrets = await secretsOf(venue);
      const real = await venue.newConnection();
      const before = await addressesOf(venue);
      const search = (what: string): void => {
        tried += 1;
        for (const [name, where] of secretsFoundIn(evil.heard(), secrets)) reached.push(`${what}: the ${name} (${where})`);
      };
      const look = async (what: string): Promise<void> => {
        search(what);
        const now = await addressesOf(venue);
        if (now !== before) reached.push(`${what}: the addresses were kept: ${now}`);
      };

      // Connections without the client secret, with any of three addresses replaced.
      const mixes = tries(200);
      for (let count = 0; count < Math.max(mixes, 8); count += 1) {
        const mask = 1 + (count < 7 ? count : chance.below(7));
        const given: CallInput<'venue.connect'> = {
          ...real,
          ...(mask & 1 ? { authUrl: evil.url + chance.pick(['', '/', '/a/b']) } : {}),
          ...(mask & 2 ? { orderBaseUrl: evil.url } : {}),
          ...(mask & 4 ? { deliveryBaseUrl: evil.url } : {}),
          environment: chance.pick(['development', 'development', 'production']),
          clientSecret: chance.pick([null, null, 'a guess']),
          authorizationCode: chance.pick(['none', 'x'.repeat(300)]),
        };
        // With their own secret, attackers only connect to themselves.
        if (given.clientSecret !== null && mask & 1) given.clientSecret = null;
        await venue.call('venue.connect', given);
        await venue.call('courier.venues', DESTINATION);
        // The app reads the open order once a second, maybe from the attacker.
        if (count === 1) await new Promise((resolve) => setTimeout(resolve, 1_500));
        await look(`venue.connect ${mask}`);
      }
      say(`${tried} connections`);

      for (const { url } of redirecting) {
        await venue.call('venue.connect', { ...real, authUrl: url, clientSecret: venue.sandbox.client_secret });
        await look('a redirect');
      }

      // Deceptive addresses, in every field.
      for (const url of NOT_SAFE) {
        const answers = await Promise.all([
          ...['authUrl', 'orderBaseUrl', 'deliveryBaseUrl'].map((field) =>
            venue.call('venue.connect', { ...real, [field]: url, clientSecret: 'a guess' }),
          ),
          venue.call('settings.saveDesktop', { desktop: { update_feed: url } }),
          ...(url.startsWith('https') ? [] : [venue.call('settings.savePos', { pos: { kind: 'http', url } })]),
          ...(url.startsWith('https') ? [] : [venue.call('settings.saveAlerts', { alerts: { webhook_url: url } })]),
        ]);
        tried += answers.length;
        const taken = answers.filter((answer) => answer.ok || answer.problem.code !== 'bad-input');
        if (taken.length > 0) reached.push(`${url} was taken ${taken.length} times`);
      }
      await look('addresses that are not safe');

      // From a settings file the addresses apply, but secrets go only to the earlier ones.
      const files: Record<string, string>[] = [
        { auth_url: evil.url, order_base_url: evil.url, delivery_base_url: evil.url, gateway_url: evil.url },
        { order_base_url: evil.url },
        { auth_url: evil.url },
        { delivery_base_url: evil.url },
        { gateway_url: evil.url },
      ];
      for (const service of files) {
        await withSettingsFile(venue, service);
        await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 });
        // At its own gateway this would really end the venue's access.
        if (service.gateway_url) await venue.call('venue.resetIntegration', { venueId: venue.venueId });
        await venue.call('courier.venues', DESTINATION);
        await venue.call('webhooks.list', {});
        const held = await venue.call('settings.get', {});
        const connection = held.ok ? held.value.settings.service : null;
        await venue.call('venue.connect', {
          ...real,
          authUrl: connection?.auth_url ?? evil.url,
          orderBaseUrl: connection?.order_base_url ?? evil.url,
          authorizationCode: 'none',
        });
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        search(`a settings file with ${Object.keys(service).join(', ')}`);
      }

      await withSettingsFile(venue, {});
      const next = await venue.place('takeaway');
      await until('the next order', () => venue.card(next.order_id), 20_000).catch(() => reached.push('the venue not working any more'));
    } finally {
      await venue.close();
      for (const { close } of [evil, ...redirecting]) await close();
    }
    return { tried, reached: [...new Set(reached)] };
  },
};

async function addressesOf(venue: Venue): Promise<string> {
  const held = await venue.call('settings.get', {});
  if (!held.ok) return `settings cannot be read: ${held.problem.text}`;
  const { service, pos, alerts, desktop } = held.value.settings;
  const { environment, auth_url, order_base_url, delivery_base_url, client_id } = service;
  return JSON.stringify({ environment, auth_url, order_base_url, delivery_base_url, client_id, pos, alerts, desktop });
}

async function withSettingsFile(venue: Venue, service: Record<string, string>): Promise<void> {
  await venue.stopApp();
  const file = join(venue.dataDir, 'venue.json');
  const { auth_url, order_base_url, delivery_base_url, gateway_url, client_id } = venue.sandbox;
  const own = { auth_url, order_base_url, delivery_base_url, gateway_url, client_id };
  const settings = {
    service: { environment: 'development', ...own, merchant_id: 'merchant-1', ...service },
    receiver: { port: 0 },
    counter: { port: 0 },
    polling: { fastest_seconds: 1, slowest_seconds: 1 },
    work: { undo_seconds: 0 },
  };
  writeFileSync(file, JSON.stringify(settings));
  await venue.startApp();
}
