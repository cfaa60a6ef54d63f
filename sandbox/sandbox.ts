/** The sandbox: token service, order API, webhooks and control API on one loopback port, in memory. */
import { ASSUMED } from './assumptions.ts';
import { createAwkward } from './awkward/awkward.ts';
import { anyChance, chanceOf } from './chance.ts';
import { startClock } from './clock.ts';
import { serveControl } from './control/control-api.ts';
import { createDeliveries } from './delivery/deliveries.ts';
import { createDeliveryApi } from './delivery/delivery-api.ts';
import { createMerchants } from './delivery/merchants.ts';
import { createPromises } from './delivery/promises.ts';
import { createDeliveryWebhooks } from './delivery/webhooks.ts';
import { menuEndpoints } from './menu/menu-api.ts';
import { createMenuBook } from './menu/menu-book.ts';
import { createMenuReadings } from './menu/menu-readings.ts';
import { createSelling } from './menu/selling.ts';
import { createNotifier } from './notifications.ts';
import { createDocuments } from './orders/documents.ts';
import { createOrderApi, type Feature } from './orders/order-api.ts';
import { createOrderBook } from './orders/order-book.ts';
import { createOnboarding } from './tokens/onboarding.ts';
import { createTokenBook } from './tokens/token-book.ts';
import { type Client, createTokenService, newClient } from './tokens/token-service.ts';
import { createVariants } from './variants.ts';
import { createVenues } from './venue/venues.ts';
import { createVenueEndpoints } from './venue-api/endpoints.ts';
import { createLimits } from './venue-api/limits.ts';
import { createVenueAlerts } from './venue-api/venue-alerts.ts';
import { venueEndpoints } from './venue-api/venue-api.ts';
import { createVenueResource } from './venue-resource.ts';
import { createFaults } from './wire/faults.ts';
import { createJournal } from './wire/journal.ts';
import { secretPart } from './wire/protection.ts';
import { startServer } from './wire/server.ts';

export interface SandboxOptions {
  /** 0 for a free port. */
  port: number;
  clientId?: string;
  clientSecret?: string;
  /** ms after a 202 until reads change. */
  effectDelayMs?: number;
  pickupEtaDelayMs?: number;
  notificationRetryMs?: number;
  /** Most entries kept in the log; 100,000 by default. */
  logEntries?: number;
  /** Path of section 2.6's venue resource with `{venue_id}`; none by default. */
  venuePath?: string;
  /** The control API gets an unguessable path. */
  private?: boolean;
  awkward?: { seed: number; without: string[] };
  orderSeed?: number;
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

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  let origin = '';
  let storageOrigin = '';
  const control = options.private ? `/control/${secretPart()}` : '/control';
  const client = newClient(options.clientId, options.clientSecret);
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
  const variants = createVariants();
  const menus = createMenuBook({ clock, journal });
  const readings = createMenuReadings({ clock, menus, variants, storageUrl: () => `${storageOrigin}/storage` });
  const alerts = createVenueAlerts({ clock, notifier });
  const selling = createSelling({ clock, menus });
  const orders = createOrderBook({
    clock,
    venues,
    notifier,
    faults,
    journal,
    selling,
    alerts,
    chance: options.orderSeed === undefined ? anyChance() : chanceOf(options.orderSeed),
    effectDelayMs: options.effectDelayMs ?? ASSUMED.effectDelayMs,
    pickupEtaDelayMs: options.pickupEtaDelayMs ?? ASSUMED.pickupEtaDelayMs,
  });
  const awkward = createAwkward({ clock, faults, orders, tokens, journal });
  if (options.awkward) awkward.switchOn(options.awkward);
  const onboarding = createOnboarding({ clientId: client.id, venues, book: tokens });
  const clients: [Client, ...Client[]] = [client];
  const tokenService = createTokenService({ clients, book: tokens, venues, clock, issuer: () => `${origin}/auth`, onboarding });
  const documents = createDocuments({ now: clock.now, uploadUrl: (id) => `${origin}/uploads/${id}` });
  const enabled = new Set<Feature>(['refunds', 'documents']);
  const orderApi = createOrderApi({ book: orders, tokens, documents, enabled });
  const venueResource = createVenueResource({ path: options.venuePath ?? null, venues, book: orders, tokens, clock });
  const venueService = createVenueEndpoints({
    endpoints: [
      ...menuEndpoints({ clock, menus, readings, variants }),
      ...venueEndpoints({ clock, book: orders, variants, alerts, journal }),
    ],
    tokens,
    venues,
    limits: createLimits(clock),
  });
  const merchants = createMerchants();
  const deliveryWebhooks = createDeliveryWebhooks({ clock, journal, faults });
  const deliveries = createDeliveries({ clock, webhooks: deliveryWebhooks, merchantOf: merchants.get });
  const promises = createPromises(clock);
  const deliveryApi = createDeliveryApi({ clock, venues, merchants, promises, deliveries, webhooks: deliveryWebhooks });
  const parts = {
    merchants,
    deliveries,
    clients,
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
    menus,
    selling,
    alerts,
    variants,
    venueService,
    origin: () => origin,
  };

  const server = await startServer({
    port: options.port,
    clock,
    faults,
    journal,
    befalls: awkward.befalls,
    services: [
      { base: '/auth', observed: true, serve: tokenService.serve },
      {
        base: '/order',
        observed: true,
        // Uploaded menus in another format get a 406 (section 7.3).
        takesJson: ({ path, method }) => venueService.read(path, method) !== 'create menu',
        serve: (request) => venueResource(request) ?? venueService.serve(request) ?? orderApi.serve(request),
        read: (path, method) => {
          const operation = venueService.read(path, method);
          return operation === null ? orderApi.read(path) : { operation, orderId: null };
        },
      },
      { base: '/uploads', observed: true, serve: documents.upload },
      { base: '/delivery', observed: true, takesJson: () => true, serve: deliveryApi.serve, read: deliveryApi.read },
      { base: '/gateway', observed: true, serve: tokenService.serveGateway },
      { base: control, observed: false, serve: (request) => serveControl(parts, request) },
    ],
  });
  origin = server.origin;
  // Menu files have their own address, to find clients that send their token there.
  const storage = await startServer({
    port: 0,
    // Menus are read rarely.
    mostConnections: 32,
    clock,
    faults,
    journal,
    befalls: awkward.befalls,
    services: [{ base: '/storage', observed: true, serve: readings.serve, read: () => ({ operation: 'poll venue menu', orderId: null }) }],
  });
  storageOrigin = storage.origin;

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
      await Promise.all([server.close(), storage.close()]);
    },
  };
}
