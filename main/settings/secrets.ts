/** The partner's secrets, each with the addresses it was entered for: read from the vault, kept in memory only, and given out for these alone. */

import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { AppView } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/retrying-vault.ts';
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
  /** The live secrets of order notifications, the newest first. Waits until the vault is open. */
  webhookSecrets(): Promise<readonly string[]>;
  /** How many there are; null until the vault has been read. */
  webhookSecretCount(): number | null;
  /**
   * Adds a secret. The one that the service signs with stays live until notifications arrive with a newer one, however many are added
   * meanwhile, so that changing it loses nothing.
   */
  addWebhookSecret(secret: string, change: SecretChange): Promise<void>;
  /** A notification of the service is signed with this one, which is not the newest. */
  arrivedWithOlder(secret: string): void;
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

export interface SecretChange {
  /** Whether a notification signed with the newest secret arrived. */
  isNewestProved(): boolean;
  /** In the moment in which another secret is the newest. */
  onNewest(): void;
}

const StaffHashes = v.record(v.string(), v.object({ pin: v.optional(v.string()), badge: v.optional(v.string()) }));
export type StaffHashes = v.InferOutput<typeof StaffHashes>;

/** The newest, others that were given away and not used yet, and the one that the service signs with. */
const LIVE_WEBHOOK_SECRETS = 4;
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

  let older: string | null = null;
  /** What the service signs with; where no one knows, the oldest: it was there before those that nothing was signed with. */
  const inUse = (live: readonly string[], isNewestProved: boolean): string | undefined =>
    isNewestProved ? live[0] : (live.find((one) => one === older) ?? live.at(-1));

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
    webhookSecretCount: webhook.count,
    async addWebhookSecret(secret, { isNewestProved, onNewest }) {
      await webhook.change(
        (live) => {
          const isProved = isNewestProved();
          const used = inUse(live, isProved);
          const unused = isProved ? [] : live.filter((one) => one !== secret && one !== used).slice(0, LIVE_WEBHOOK_SECRETS - 2);
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
  /** One at a time, so that none is lost between two. `onKept`: before the next. */
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
    // Whoever asked for a change is told of its failure; the next one is made all the same.
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
    /** The newest first; the oldest leave. Answers with the way back: the secret goes, and what left for it returns. */
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
