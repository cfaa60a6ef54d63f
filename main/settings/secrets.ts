/** Secrets are kept in memory and used only for the addresses they were entered for. */

import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { AppView } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/retrying-vault.ts';
import { CLIENT_SECRET, DELIVERY_SECRETS, MERCHANT_KEY, STOCK_KEYS, WEBHOOK_SECRETS } from './provision.ts';
import { RELAY_CODE, RELAY_KEY, RELAY_SEAL } from './relay-access.ts';
import { type EnteredSecret, type Origins, originsOf, parseSecret, serializeSecret } from './secret-origins.ts';

type Service = Settings['service'];

export interface Secrets {
  /** Null unless entered for these settings' token service and order API; by default those in use. */
  clientSecret(service?: Service): Promise<string | null>;
  /** Whether the client secret in use was also entered for this gateway. */
  isForGateway(gatewayUrl: string): Promise<boolean>;
  /** The addresses of an environment's client secret; null without one. */
  clientSecretFor(environment: Service['environment']): Promise<Origins | null>;
  /** Checks the client secret, for any address. Takes the same time for right and wrong secrets. */
  isClientSecret(given: string): Promise<boolean>;
  setClientSecret(secret: string, service: Service): Promise<void>;
  /** Newest first. Waits for the vault. */
  webhookSecrets(): Promise<readonly string[]>;
  /** Number of webhook secrets; null until the vault was read. */
  webhookSecretCount(): number | null;
  /** Adds a secret. However many are added, the service's current one stays valid until a notification has a newer one. */
  addWebhookSecret(secret: string, change: SecretChange): Promise<void>;
  /** Call after a notification signed with this secret, which isn't the newest. */
  arrivedWithOlder(secret: string): void;
  /** The delivery API's key; null unless entered for the address in use (section 5, point 5). */
  merchantKey(): Promise<string | null>;
  /** `other-address`: entered for another address of the delivery API. */
  merchantKeyState(): Promise<'none' | 'kept' | 'other-address'>;
  setMerchantKey(key: string): Promise<void>;
  /** Newest first; each webhook of the delivery API has its own. */
  deliverySecrets(): Promise<readonly string[]>;
  /** Adds a secret; returns an undo function, in case the service refuses it. */
  addDeliverySecret(secret: string): Promise<() => Promise<void>>;
  /** The till's key for counted stock, or null. Waits for the vault. */
  stockKey(): Promise<string | null>;
  /** Saves a new key and invalidates the previous. */
  setStockKey(key: string): Promise<void>;
  /** The manager PIN as salted hash, or null. Waits for the vault. */
  pin(): Promise<string | null>;
  setPin(hash: string | null): Promise<void>;
  /** PINs and badges as salted hashes, by person. Waits for the vault. */
  staff(): Promise<StaffHashes>;
  setStaff(hashes: StaffHashes): Promise<void>;
  /** Reads every secret for redaction. `others`: vault names of other modules. */
  readAll(others: readonly string[]): Promise<void>;
  reload(): Promise<void>;
  view(): AppView['vault'];
}

export interface SecretChange {
  /** Whether a notification with the newest secret arrived. */
  isNewestVerified(): boolean;
  /** Called when another secret becomes the newest. */
  onNewest(): void;
}

const StaffHashes = v.record(v.string(), v.object({ pin: v.optional(v.string()), badge: v.optional(v.string()) }));
export type StaffHashes = v.InferOutput<typeof StaffHashes>;

/** Room for the newest secret, some not used yet, and the service's current one. */
const LIVE_WEBHOOK_SECRETS = 4;
/** Each delivery webhook has its own. */
const LIVE_DELIVERY_SECRETS = 12;
const PIN = 'counter/pin';
const STAFF = 'counter/staff';

export function createSecrets(vault: RetryingVault<VaultByEnvironment>, service: () => Service): Secrets {
  const webhook = keepList(vault, WEBHOOK_SECRETS);
  const delivery = keepList(vault, DELIVERY_SECRETS);
  const stock = keepList(vault, STOCK_KEYS);
  let view: AppView['vault'] = { kind: 'keychain', text: message('keychain.opening') };
  vault.opened.then(
    (opened) => {
      view = { kind: opened.kind, text: opened.text };
    },
    // Reported where the vault is opened.
    () => undefined,
  );
  // Preloads; a failure is reported on use.
  webhook.get().catch(() => undefined);

  async function entered(name: string, environment: Service['environment']): Promise<EnteredSecret | null> {
    return parseSecret(await (await vault.now()).of(environment).get(name));
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

  let older: string | null = null;
  /** The service's current secret; if unknown, the oldest, as nothing was signed with the others. */
  const inUse = (live: readonly string[], isNewestVerified: boolean): string | undefined =>
    isNewestVerified ? live[0] : (live.find((one) => one === older) ?? live.at(-1));

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
    setClientSecret: async (secret, of) =>
      (await vault.now()).of(of.environment).set(CLIENT_SECRET, serializeSecret(secret, originsOf(of))),
    webhookSecrets: webhook.get,
    webhookSecretCount: webhook.count,
    async addWebhookSecret(secret, { isNewestVerified, onNewest }) {
      await webhook.change(
        (live) => {
          const isVerified = isNewestVerified();
          const used = inUse(live, isVerified);
          const unused = isVerified ? [] : live.filter((one) => one !== secret && one !== used).slice(0, LIVE_WEBHOOK_SECRETS - 2);
          return [secret, ...live.filter((one) => one !== secret && (one === used || unused.includes(one)))];
        },
        (live, before) => {
          if (live[0] !== before[0]) onNewest();
        },
      );
    },
    arrivedWithOlder(secret) {
      older = secret;
    },
    merchantKey: async () => (await merchantKeyState()).key,
    merchantKeyState: async () => (await merchantKeyState()).state,
    setMerchantKey: async (key) => (await vault.now()).set(MERCHANT_KEY, serializeSecret(key, originsOf(service()))),
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

/** Compares hashes, so timing and length reveal nothing. */
function isSame(given: string, kept: string | null): boolean {
  const print = (text: string): Buffer => createHash('sha256').update(text).digest();
  const same = timingSafeEqual(print(given), print(kept ?? ''));
  return same && kept !== null && kept !== '';
}

/** A list of secrets, cached because every webhook needs it. Failed reads are retried. */
function keepList(vault: RetryingVault<VaultByEnvironment>, name: string) {
  let kept: Promise<readonly string[]> | null = null;
  let count: number | null = null;
  let changing: Promise<unknown> = Promise.resolve();
  const known = <L extends readonly string[]>(list: L): L => {
    count = list.length;
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
  type Live = readonly string[];
  /** Changes run one at a time. `onKept`: runs before the next change. */
  function change(to: (live: Live) => Live, onKept: (live: Live, before: Live) => void = () => undefined): Promise<Live> {
    const done = changing.then(async () => {
      const open = await vault.now();
      const before = await get();
      const live = to(before);
      await open.set(name, JSON.stringify(live));
      kept = Promise.resolve(known(live));
      onKept(live, before);
      return before;
    });
    // The caller gets the error; later changes still run.
    changing = done.catch(() => undefined);
    return done;
  }
  return {
    get,
    count: () => count,
    again() {
      kept = null;
      return get();
    },
    change,
    /** Adds a secret first; drops the oldest. Returns an undo function that also restores those. */
    async add(secret: string, most: number) {
      const before = await change((live) => [secret, ...live.filter((other) => other !== secret)].slice(0, most));
      return async () => {
        await change((live) => {
          const others = live.filter((other) => other !== secret);
          return [...others, ...before.filter((other) => !others.includes(other))].slice(0, most);
        });
      };
    },
  };
}

function secretsIn(text: string | null): string[] {
  return text === null ? [] : (JSON.parse(text) as string[]);
}
