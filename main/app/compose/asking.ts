/** Everything that asks the service: connections, whether it is heard, tokens, pace, the order API and the delivery API. */
import { type ContactKeeper, createContactKeeper } from '../../service/contact.ts';
import { createDeliveryApi, type DeliveryApi } from '../../service/delivery-api.ts';
import { createHttp, type Http } from '../../service/http.ts';
import { createOrderApi, type OrderApi } from '../../service/order-api.ts';
import { createPace, type Pace } from '../../service/pace.ts';
import { type Credentials, createTokenKeeper, type TokenKeeper, tokensIn } from '../../service/tokens.ts';
import { originsOf } from '../../settings/entered-for.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';
import type { ReceivingSide } from './receiving.ts';

const TEND_TOKENS_MS = 30_000;

export interface AskingSide {
  http: Http;
  contact: ContactKeeper;
  credentials: () => Promise<Credentials | null>;
  tokens: TokenKeeper;
  pace: Pace;
  api: OrderApi;
  deliveryApi: DeliveryApi;
}

export function prepareAsking(
  { settings, log, time, opened, news, refreshApp }: Basics,
  { store }: Keeping,
  { vault, secrets }: ReceivingSide,
): AskingSide {
  const { wall: now, monotonic, service: clock } = time;
  const service = () => settings.get().service;
  const http = opened.use(createHttp({ time }));
  const contact = createContactKeeper({
    now,
    monotonic,
    onNews: refreshApp,
    underWay: http.underWay,
    onReturned: (voidMs) => {
      log.info('the service is heard again');
      news.emit('heardAgain', voidMs);
    },
  });
  http.onContact(contact.heard);
  async function credentials(): Promise<Credentials | null> {
    // Of one moment: the addresses may change while the vault is asked.
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
    earlier: async () => {
      const { enteredFor } = await vault.opened;
      return enteredFor?.environment === service().environment ? enteredFor : null;
    },
    events: {
      connected: (venueId) => store.write(() => store.venues.connected(venueId, now())),
      renewed: (venueId) => store.write(() => store.venues.tokenRenewed(venueId, now())),
      mustReconnect: (venueId) => store.write(() => store.venues.mustReconnect(venueId)),
    },
  });
  const pace = createPace(monotonic, Math.random);
  const api = createOrderApi({
    http,
    tokens,
    pace,
    monotonic,
    baseUrl: () => service().order_base_url,
    venuePath: () => service().venue_path,
  });
  const deliveryApi = createDeliveryApi({
    http,
    baseUrl: () => service().delivery_base_url,
    async merchant() {
      const { merchant_id: id } = service();
      const key = id === null ? null : await secrets.merchantKey();
      return id === null || key === null ? null : { id, key };
    },
    priceUnit: () => service().delivery_price_unit,
  });
  return { http, contact, credentials, tokens, pace, api, deliveryApi };
}

/** Renews tokens well before they end, and reads the secrets as soon as the vault is open. */
export function tendTokens(
  { log, time, onDefect, opened, refreshApp }: Basics,
  { store }: Keeping,
  { vault, secrets }: ReceivingSide,
  { tokens }: AskingSide,
): void {
  const tend = async (): Promise<void> => {
    const venues = store.venues.all().filter((venue) => venue.state === 'connected');
    await tokens.tend(venues.map((venue) => venue.id));
  };
  opened.defer(time.every(TEND_TOKENS_MS, tend, onDefect));
  vault.opened.then(
    ({ kind }) => {
      log.info({ vault: kind }, 'the vault is open');
      // Whoever asks for the secrets is told why they cannot be read.
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
