/** The partner's secrets, each with the addresses it was entered for: read from the vault, kept in memory only, and given out for these alone. */

import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { AppView } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/keychain/retrying-vault.ts';
import { CLIENT_SECRET, DELIVERY_SECRETS, MERCHANT_KEY, STOCK_KEYS, WEBHOOK_SECRETS } from './provision.ts';
import { RELAY_CODE, RELAY_KEY, RELAY_SEAL } from './relay-access.ts';
import { asKept, type EnteredSecret, type Origins, originsOf, readKept } from './secret-origins.ts';

type Service = Settings['service'];

export interface Secrets {
  /** The client secret, if it was entered for the token service and the order API of these settings; of those in use where none are given. */
  clientSecret(service?: Service): Promise<string | null>;
  /** Whether the secret in use was entered for this developer gateway as well. */
  isForGateway(gatewayUrl: string): Promise<boolean>;
  /** For which addresses the client secret of an environment was entered; null where there is none. */
  clientSecretFor(environment: Service['environment']): Promise<Origins | null>;
  /** Whether this is the client secret, whichever addresses it was entered for. Takes as long for a wrong one as for a right one. */
  isClientSecret(given: string): Promise<boolean>;
  setClientSecret(secret: string, service: Service): Promise<void>;
  /** The live secrets of order notifications: the newest first, and the one before it. Waits until the vault is open. */
  webhookSecrets(): Promise<readonly string[]>;
  /** Whether there is one; null until the vault has been read. */
  hasWebhookSecret(): boolean | null;
  /** Adds a secret; the one in use until now stays live, so that changing it loses nothing. */
  addWebhookSecret(secret: string): Promise<void>;
  /** The key of the delivery API (section 5, point 5), if it was entered for the address in use; null while none is. */
  merchantKey(): Promise<string | null>;
  /** `other-address`: there is one, but for another address of the delivery API. */
  merchantKeyState(): Promise<'none' | 'kept' | 'other-address'>;
  setMerchantKey(key: string): Promise<void>;
  /** The live secrets of delivery events, the newest first: each address at the service has its own. */
  deliverySecrets(): Promise<readonly string[]>;
  /** Answers with the way back, for a secret that the service did not take. */
  addDeliverySecret(secret: string): Promise<() => Promise<void>>;
  /** The key with which a till gives counted stock; null while none was made. Waits until the vault is open. */
  stockKey(): Promise<string | null>;
  /** The one before does not hold any more. */
  setStockKey(key: string): Promise<void>;
  /** The manager's PIN, as a salted hash; null while none is set. Waits until the vault is open. */
  pin(): Promise<string | null>;
  setPin(hash: string | null): Promise<void>;
  /** The PINs and badges of those who work here, as salted hashes, by person. Waits until the vault is open. */
  staff(): Promise<StaffHashes>;
  setStaff(hashes: StaffHashes): Promise<void>;
  /** Reads everything once, so that it is known what must not stand in a text. `others`: names of what other rooms keep in the vault. */
  readAll(others: readonly string[]): Promise<void>;
  /** Reads the webhook secrets from the vault again. */
  reload(): Promise<void>;
  view(): AppView['vault'];
}

const StaffHashes = v.record(v.string(), v.object({ pin: v.optional(v.string()), badge: v.optional(v.string()) }));
export type StaffHashes = v.InferOutput<typeof StaffHashes>;

const LIVE_AT_ONCE = 2;
/** More: each address of delivery events has a secret of its own. */
const LIVE_DELIVERY_SECRETS = 12;
const PIN = 'counter/pin';
const STAFF = 'counter/staff';

/** `service`: the settings in use. */
export function createSecrets(vault: RetryingVault<VaultByEnvironment>, service: () => Service): Secrets {
  const webhook = keepList(vault, WEBHOOK_SECRETS);
  const delivery = keepList(vault, DELIVERY_SECRETS);
  const stock = keepList(vault, STOCK_KEYS);
  let view: AppView['vault'] = { kind: 'keychain', text: message('keychain.opening') };
  vault.opened.then(
    (opened) => {
      view = { kind: opened.kind, text: opened.text };
    },
    // Whoever opened the vault tells this failure.
    () => undefined,
  );
  // In time for the first notification; a failure is told to whoever asks then.
  webhook.get().catch(() => undefined);

  async function entered(name: string, environment: Service['environment']): Promise<EnteredSecret | null> {
    return readKept(await (await vault.now()).of(environment).get(name));
  }

  async function clientSecretOf(of: Service): Promise<EnteredSecret | null> {
    const kept = await entered(CLIENT_SECRET, of.environment);
    const { auth, order } = originsOf(of);
    return kept?.origins.auth === auth && kept.origins.order === order ? kept : null;
  }

  async function merchantKeyState(): Promise<{ state: 'none' | 'kept' | 'other-address'; key: string | null }> {
    const kept = await entered(MERCHANT_KEY, service().environment);
    if (!kept) return { state: 'none', key: null };
    const { delivery: origin } = originsOf(service());
    return origin !== null && kept.origins.delivery === origin
      ? { state: 'kept', key: kept.secret }
      : { state: 'other-address', key: null };
  }

  return {
    clientSecret: async (of = service()) => (await clientSecretOf(of))?.secret ?? null,
    isForGateway: async (gatewayUrl) => {
      const { gateway } = originsOf({ ...service(), gateway_url: gatewayUrl });
      return gateway !== null && (await clientSecretOf(service()))?.origins.gateway === gateway;
    },
    clientSecretFor: async (environment) => (await entered(CLIENT_SECRET, environment))?.origins ?? null,
    async isClientSecret(given) {
      const kept = await entered(CLIENT_SECRET, service().environment);
      return isSame(given, kept?.secret ?? null);
    },
    setClientSecret: async (secret, of) => (await vault.now()).of(of.environment).set(CLIENT_SECRET, asKept(secret, originsOf(of))),
    webhookSecrets: webhook.get,
    hasWebhookSecret: webhook.hasAny,
    addWebhookSecret: async (secret) => void (await webhook.add(secret, LIVE_AT_ONCE)),
    merchantKey: async () => (await merchantKeyState()).key,
    merchantKeyState: async () => (await merchantKeyState()).state,
    setMerchantKey: async (key) => (await vault.now()).set(MERCHANT_KEY, asKept(key, originsOf(service()))),
    deliverySecrets: delivery.get,
    addDeliverySecret: (secret) => delivery.add(secret, LIVE_DELIVERY_SECRETS),
    stockKey: async () => (await stock.get())[0] ?? null,
    setStockKey: async (key) => void (await stock.add(key, 1)),
    pin: async () => (await vault.opened).get(PIN),
    async setPin(hash) {
      const open = await vault.now();
      await (hash === null ? open.delete(PIN) : open.set(PIN, hash));
    },
    async staff() {
      const kept = await (await vault.opened).get(STAFF);
      return kept === null ? {} : v.parse(StaffHashes, JSON.parse(kept));
    },
    setStaff: async (hashes) => (await vault.now()).set(STAFF, JSON.stringify(hashes)),
    async readAll(others) {
      const open = await vault.now();
      const ofRelay = [RELAY_CODE, RELAY_KEY, RELAY_SEAL];
      const names = [CLIENT_SECRET, MERCHANT_KEY, WEBHOOK_SECRETS, DELIVERY_SECRETS, STOCK_KEYS, ...ofRelay, ...others];
      for (const environment of ['production', 'development']) for (const name of names) await open.of(environment).get(name);
    },
    async reload() {
      await Promise.all([webhook.again(), delivery.again(), stock.again()]);
    },
    view: () => view,
  };
}

/** By their fingerprints, so that neither the time nor the length tells how much of a guess was right. */
function isSame(given: string, kept: string | null): boolean {
  const print = (text: string): Buffer => createHash('sha256').update(text).digest();
  const same = timingSafeEqual(print(given), print(kept ?? ''));
  return same && kept !== null && kept !== '';
}

/** A list of live secrets, read once: each notification and each step of a courier asks for one. What could not be read is read again. */
function keepList(vault: RetryingVault<VaultByEnvironment>, name: string) {
  let kept: Promise<readonly string[]> | null = null;
  let hasAny: boolean | null = null;
  const known = <L extends readonly string[]>(list: L): L => {
    hasAny = list.length > 0;
    return list;
  };
  const get = (): Promise<readonly string[]> => {
    kept ??= vault.opened
      .then(async (open) => known(secretsIn(await open.get(name))))
      .catch((error: unknown) => {
        kept = null;
        throw error;
      });
    return kept;
  };
  return {
    get,
    hasAny: () => hasAny,
    again() {
      kept = null;
      return get();
    },
    /** The newest first; the oldest leave. Answers with the way back: the secret goes, and what left for it returns. */
    async add(secret: string, most: number) {
      const open = await vault.now();
      const before = await get();
      const keep = async (live: readonly string[]): Promise<void> => {
        await open.set(name, JSON.stringify(live));
        kept = Promise.resolve(known(live));
      };
      await keep([secret, ...before.filter((other) => other !== secret)].slice(0, most));
      return async () => {
        const others = (await get()).filter((other) => other !== secret);
        await keep([...others, ...before.filter((other) => !others.includes(other))].slice(0, most));
      };
    },
  };
}

function secretsIn(text: string | null): string[] {
  return text === null ? [] : (JSON.parse(text) as string[]);
}
