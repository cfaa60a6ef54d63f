import type { Context, CoreServices, IntakeServices, ServiceClients, StateServices } from '../../features/context.ts';
import { recordVerification } from '../../features/record-verification.ts';
import { vaultProblem } from '../../features/vault-problem.ts';
import { priceUnitBy } from '../../orders/couriers/delivery.ts';
import { createAddresses } from '../../service/addresses.ts';
import { createContactKeeper } from '../../service/contact.ts';
import { createDeliveryApi } from '../../service/deliveries/delivery-api.ts';
import { createHttp } from '../../service/http.ts';
import { createEndpoints } from '../../service/menu/endpoints.ts';
import { createMenuApi } from '../../service/menu/menu-api.ts';
import { createVenueApi } from '../../service/menu/venue-api.ts';
import { createOrderApi } from '../../service/order-api.ts';
import { createPaces } from '../../service/pace.ts';
import { failure, ok, type Result } from '../../service/problem.ts';
import { type Credentials, createTokenKeeper, tokensIn } from '../../service/tokens.ts';
import { createVenueClient } from '../../service/venue-client.ts';
import { originsOf } from '../../settings/secret-origins.ts';

const TEND_TOKENS_MS = 30_000;

export function createServiceClients(given: CoreServices & StateServices & IntakeServices): ServiceClients {
  const { store, vault, secrets, settings, log, time, onDefect, opened, appEvents, refresh, refreshApp } = given;
  const { wall: now, monotonic, service: clock } = time;
  const service = () => settings.get().service;
  // A read-only database couldn't save results or renewed tokens.
  const http = opened.use(createHttp({ time, isClosed: store.readOnly }));
  const contact = createContactKeeper({
    now,
    monotonic,
    onNews: refreshApp,
    underWay: http.underWay,
    onReturned: (voidMs) => {
      log.info('the service is heard again');
      appEvents.emit('reconnected', voidMs);
    },
  });
  http.onContact(contact.heard);
  async function credentials(): Promise<Credentials | null> {
    // A snapshot: addresses may change while the vault is read.
    const asked = service();
    const { auth_url: authUrl, client_id: clientId } = asked;
    const clientSecret = await secrets.clientSecret(asked);
    return authUrl && clientId && clientSecret ? { authUrl, clientId, clientSecret, addresses: originsOf(asked) } : null;
  }
  const tokens = createTokenKeeper({
    http,
    clock,
    vault: { get: async (name) => (await vault.now()).get(name), set: async (name, value) => (await vault.now()).set(name, value) },
    credentials,
    addresses: () => originsOf(service()),
    events: {
      connected: (venueId) => store.write(() => store.venues.connected(venueId, now())),
      renewed: (venueId) => store.write(() => store.venues.tokenRenewed(venueId, now())),
      mustReconnect: (venueId) => store.write(() => store.venues.mustReconnect(venueId)),
    },
  });
  const paces = createPaces(monotonic, Math.random);
  const merchant = async (): Promise<{ id: string; key: string } | null> => {
    const { merchant_id: id } = service();
    const key = id === null ? null : await secrets.merchantKey();
    return id === null || key === null ? null : { id, key };
  };
  const addresses = opened.use(
    createAddresses({
      http,
      inUse: () => ({ order: service().order_base_url, delivery: service().delivery_base_url }),
      async orderAccess() {
        let answer: Result<string> | null = null;
        // Any venue's token will do; some venues may have been connected through other addresses.
        for (const { id, state } of store.venues.all())
          if (state === 'connected' && !answer?.ok)
            answer = await tokens.accessToken(id).catch((error: unknown) => failure(vaultProblem(error)));
        return answer;
      },
      merchant: () =>
        merchant().then(
          (found) => found && ok(found),
          (error: unknown) => failure(vaultProblem(error)),
        ),
      verifiedAt: (name, address) => store.verifications.at(`${name}-api`, address),
      verified: (name, address) => recordVerification(store, `${name}-api`, address, onDefect),
      iso: clock.iso,
      onNews: refresh,
    }),
  );
  const baseUrl = () => service().order_base_url;
  const ofVenues = { http, tokens, monotonic, baseUrl, onProof: (base: string) => addresses.answered('order', base) };
  const api = createOrderApi({ http, client: createVenueClient({ ...ofVenues, pace: paces.orders }), baseUrl });
  const ofMenus = createVenueClient({ ...ofVenues, pace: paces.menus });
  const call = createEndpoints({ client: ofMenus, ofOrders: paces.orders, places: service });
  const menuApi = createMenuApi({ http, call, baseUrl });
  const venueApi = createVenueApi(call);
  const deliveryApi = createDeliveryApi({
    http,
    pace: paces.couriers,
    monotonic,
    baseUrl: () => service().delivery_base_url,
    merchantId: () => service().merchant_id,
    merchantKey: secrets.merchantKey,
    priceUnit: () => priceUnitBy(service()),
    onProof: (base) => addresses.answered('delivery', base),
  });
  return { http, contact, credentials, tokens, pace: paces.orders, api, menuApi, venueApi, deliveryApi, addresses };
}

export function tendTokens({ log, time, onDefect, opened, refreshApp, store, vault, secrets, tokens }: Context): void {
  const tend = async (): Promise<void> => {
    const venues = store.venues.all().filter((venue) => venue.state === 'connected');
    await tokens.tend(venues.map((venue) => venue.id));
  };
  opened.defer(time.every(TEND_TOKENS_MS, tend, onDefect));
  vault.opened.then(
    ({ kind }) => {
      log.info({ vault: kind }, 'the vault is open');
      // The callers report why secrets are unreadable.
      void secrets
        .webhookSecrets()
        .catch(() => undefined)
        .then(refreshApp);
      tend().catch(onDefect);
      secrets.readAll(store.venues.all().map(({ id }) => tokensIn(id))).catch(onDefect);
    },
    (error: unknown) => onDefect(error),
  );
}
