/** Training mode: a separate composition and data folder on the embedded sandbox, without contact to a real venue. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenSettings } from '../../contract/contract.ts';
import { makePrivateFolder } from '../../shared/files/private-files.ts';
import type { Composed, CompositionOptions } from '../features/composed.ts';
import type { AppEnvironment } from '../features/context.ts';
import { CLIENT_SECRET, WEBHOOK_SECRETS } from '../settings/provision.ts';
import { originsOf, serializeSecret } from '../settings/secret-origins.ts';
import { openSettings, printerWith } from '../settings/settings.ts';
import { type OpenParts, openStack } from '../time/opened.ts';
import type { Clocks } from '../time/service-clock.ts';
import { byEnvironment } from '../vault/by-environment.ts';
import { openVault } from '../vault/vault.ts';
import type { Feed } from '../view/feed.ts';
import { startEmbeddedRelay } from './embedded-relay.ts';
import { registerEvents, startEmbeddedSandbox } from './embedded-sandbox.ts';

export interface Training {
  composed: Composed;
  order(kind: string): Promise<void>;
  stop(): Promise<void>;
}

/** Short, so that staff see a delivery's end. */
const COURIER_STEP_SECONDS = 12;

/** Empties the practice folder, as the sandbox starts empty. */
export async function startTraining(options: {
  dataDir: string;
  time: Clocks;
  screen: ScreenSettings;
  /** Whether the venue uses a relay. */
  throughRelay: boolean;
  feed: Feed;
  log: AppEnvironment['log'];
  host: 'desktop' | 'browser';
  version: string;
  compose: (options: CompositionOptions) => Promise<Composed>;
  onLoss: NonNullable<CompositionOptions['onLoss']>;
}): Promise<Training> {
  const dataDir = join(options.dataDir, 'training');
  rmSync(dataDir, { recursive: true, force: true });
  makePrivateFolder(dataDir);
  const opened = openStack(options.time, (error) => options.log.error({ err: error }, 'defect at leaving training'));
  try {
    return await startIn(dataDir, opened, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function startIn(dataDir: string, opened: OpenParts, options: Parameters<typeof startTraining>[0]): Promise<Training> {
  const sandbox = await startEmbeddedSandbox(options.time);
  opened.defer(sandbox.stop);
  const { addresses } = sandbox;
  const webhookSecret = randomBytes(24).toString('base64url');
  const relay = options.throughRelay
    ? await startEmbeddedRelay(options.time, { folder: join(dataDir, 'relay'), secret: webhookSecret })
    : null;
  if (relay) opened.defer(relay.stop);

  const settings = openSettings(dataDir, options.time.wall);
  settings.change((now) => ({
    ...now,
    screen: options.screen,
    service: {
      ...now.service,
      environment: 'development',
      auth_url: addresses.auth_url,
      order_base_url: addresses.order_base_url,
      delivery_base_url: addresses.delivery_base_url,
      client_id: addresses.client_id,
    },
    receiver: { host: '127.0.0.1', port: 0, path: '/notifications' },
    printers: [printerWith({ id: 'practice', name: 'Practice printer', host: addresses.printer_host, port: addresses.printer_port })],
  }));
  const vault = byEnvironment(await openVault({ dataDir, prefer: 'file' }), () => settings.get().service.environment);
  await vault.set(CLIENT_SECRET, serializeSecret(addresses.client_secret, originsOf(settings.get().service)));
  await vault.set(WEBHOOK_SECRETS, JSON.stringify([webhookSecret]));

  const composed = await options.compose({ ...options, dataDir, settings, openVault: async () => vault, mode: 'training' });
  opened.defer(composed.stop);
  const url = relay?.ingestUrl ?? String(await composed.receiverUrl());
  await sandbox.control('/webhooks', { url, secret: webhookSecret });
  const name = 'Practice venue';
  const venue = await sandbox.control('/venues', { name, courier_after_seconds: COURIER_STEP_SECONDS });
  await composed.connectWith([{ code: String(venue.authorization_code), redirect_uri: String(venue.redirect_uri) }], async () => undefined);
  if (relay) {
    const joined = await composed.calls['settings.joinRelay']({
      address: relay.counterUrl,
      code: await relay.invite(String(venue.venue_id)),
      secret: null,
    });
    if (!joined.ok) throw new Error(`The lesson could not join its relay: ${joined.problem.code}.`);
  }
  // The service sends the venue's name only with the first order.
  await composed.calls['venue.rename']({ venueId: String(venue.venue_id), name });

  const merchant = await sandbox.control('/merchants', {
    cash_enabled: true,
    handshake_enabled: true,
    courier_step_seconds: COURIER_STEP_SECONDS,
  });
  const { merchant_id: merchantId, merchant_key: key } = merchant;
  await composed.calls['settings.saveMerchant']({ merchantId: String(merchantId), key: String(key), webhookSecret });
  await registerEvents(sandbox, merchant, `${url}/deliveries`, webhookSecret);

  return {
    composed,
    async order(kind) {
      await sandbox.control('/orders', { venue_id: venue.venue_id, kind });
    },
    stop: opened.close,
  };
}
