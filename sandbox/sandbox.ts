/** The service in a box: token service, order API, webhooks and a control API on one loopback port, all in memory. */
import { randomBytes } from 'node:crypto';
import { ASSUMED } from './assumptions.ts';
import { createAwkward } from './awkward/awkward.ts';
import { startClock } from './clock.ts';
import { serveControl } from './control/control-api.ts';
import { createDeliveries } from './delivery/deliveries.ts';
import { createDeliveryApi } from './delivery/delivery-api.ts';
import { createMerchants } from './delivery/merchants.ts';
import { createPromises } from './delivery/promises.ts';
import { createDeliveryWebhooks } from './delivery/webhooks.ts';
import { newId } from './ids.ts';
import { createNotifier } from './notifications.ts';
import { createDocuments } from './orders/documents.ts';
import { createOrderApi, type Feature } from './orders/order-api.ts';
import { createOrderBook } from './orders/order-book.ts';
import { createOnboarding } from './tokens/onboarding.ts';
import { createTokenBook } from './tokens/token-book.ts';
import { createTokenService } from './tokens/token-service.ts';
import { createVenueResource } from './venue-resource.ts';
import { createVenues } from './venues.ts';
import { createFaults } from './wire/faults.ts';
import { createJournal } from './wire/journal.ts';
import { startServer } from './wire/server.ts';
import { secretPart } from './wire/strangers.ts';

export interface SandboxOptions {
  /** 0 takes a free one. */
  port: number;
  clientId?: string;
  clientSecret?: string;
  /** How long after a 202 reads still show the old state, ms. */
  effectDelayMs?: number;
  pickupEtaDelayMs?: number;
  /** Between two attempts of a notification, ms. */
  notificationRetryMs?: number;
  /** How many entries of the log are kept; 100,000 when left out. */
  logEntries?: number;
  /** Where the venue resource of section 2.6 stands below the order API, with `{venue_id}`; nowhere when left out. */
  venuePath?: string;
  /** The control API stands at an address that nobody can guess. */
  private?: boolean;
  /** Starts in the awkward mode. */
  awkward?: { seed: number; without: string[] };
}

export interface Sandbox {
  auth_url: string;
  order_base_url: string;
  delivery_base_url: string;
  gateway_url: string;
  control_url: string;
  client_id: string;
  client_secret: string;
  close(): Promise<void>;
}

/** Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  let origin = '';
  const control = options.private ? `/control/${secretPart()}` : '/control';
  const client = {
    id: options.clientId ?? `client-${newId().slice(0, 8)}`,
    secret: options.clientSecret ?? randomBytes(24).toString('base64url'),
  };
  const clock = startClock();
  const journal = createJournal(clock, options.logEntries);
  const faults = createFaults(clock);
  const venues = createVenues();
  const tokens = createTokenBook(clock);
  const notifier = createNotifier({
    clock,
    journal,
    faults,
    orderBaseUrl: () => `${origin}/order`,
    retryMs: options.notificationRetryMs ?? ASSUMED.notificationRetryMs,
  });
  const orders = createOrderBook({
    clock,
    venues,
    notifier,
    faults,
    journal,
    effectDelayMs: options.effectDelayMs ?? ASSUMED.effectDelayMs,
    pickupEtaDelayMs: options.pickupEtaDelayMs ?? ASSUMED.pickupEtaDelayMs,
  });
  const awkward = createAwkward({ clock, faults, orders, tokens, journal });
  if (options.awkward) awkward.switchOn(options.awkward);
  const onboarding = createOnboarding({ clientId: client.id, venues, book: tokens });
  const tokenService = createTokenService({ client, book: tokens, venues, clock, issuer: () => `${origin}/auth`, onboarding });
  const documents = createDocuments({ now: clock.now, uploadUrl: (id) => `${origin}/uploads/${id}` });
  const enabled = new Set<Feature>(['refunds', 'documents']);
  const orderApi = createOrderApi({ book: orders, tokens, documents, enabled });
  const venueResource = createVenueResource({ path: options.venuePath ?? null, venues, book: orders, tokens });
  const merchants = createMerchants();
  const deliveryWebhooks = createDeliveryWebhooks({ clock, journal, faults });
  const deliveries = createDeliveries({ clock, webhooks: deliveryWebhooks, merchantOf: merchants.get });
  const promises = createPromises(clock);
  const deliveryApi = createDeliveryApi({ clock, venues, merchants, promises, deliveries, webhooks: deliveryWebhooks });
  const parts = {
    merchants,
    deliveries,
    client,
    clock,
    venues,
    tokens,
    orders,
    documents,
    enabled,
    notifier,
    faults,
    awkward,
    journal,
    origin: () => origin,
  };

  const server = await startServer({
    port: options.port,
    clock,
    faults,
    journal,
    services: [
      { base: '/auth', observed: true, serve: tokenService.serve },
      { base: '/order', observed: true, serve: (request) => venueResource(request) ?? orderApi.serve(request), read: orderApi.read },
      { base: '/uploads', observed: true, serve: documents.upload },
      { base: '/delivery', observed: true, serve: deliveryApi.serve, read: deliveryApi.read },
      { base: '/gateway', observed: true, serve: tokenService.serveGateway },
      { base: control, observed: false, serve: (request) => serveControl(parts, request) },
    ],
  });
  origin = server.origin;

  return {
    auth_url: `${origin}/auth`,
    order_base_url: `${origin}/order`,
    delivery_base_url: `${origin}/delivery`,
    gateway_url: `${origin}/gateway`,
    control_url: `${origin}${control}`,
    client_id: client.id,
    client_secret: client.secret,
    async close() {
      notifier.stop();
      deliveryWebhooks.stop();
      clock.stop();
      await server.close();
    },
  };
}
