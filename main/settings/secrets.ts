/** The partner's secrets, read from the vault once and kept in memory only. */
import type { AppView } from '../../preload/contract.ts';
import type { PatientVault } from '../vault/patient-vault.ts';
import { CLIENT_SECRET, DELIVERY_SECRETS, MERCHANT_KEY, WEBHOOK_SECRETS } from './provision.ts';

export interface Secrets {
  clientSecret(): Promise<string | null>;
  setClientSecret(secret: string): Promise<void>;
  /** The live secrets of order notifications: the newest first, and the one before it. Waits until the vault is open. */
  webhookSecrets(): Promise<readonly string[]>;
  /** Adds a secret; the one in use until now stays live, so that changing it loses nothing. */
  addWebhookSecret(secret: string): Promise<void>;
  /** The key of the delivery API (section 5, point 5); null while none is set. */
  merchantKey(): Promise<string | null>;
  setMerchantKey(key: string): Promise<void>;
  /** The live secrets of delivery events, the newest first: each address at the service has its own. */
  deliverySecrets(): Promise<readonly string[]>;
  /** Answers with the way back, for a secret that the service did not take. */
  addDeliverySecret(secret: string): Promise<() => Promise<void>>;
  /** The manager's PIN, as a salted hash; null while none is set. Waits until the vault is open. */
  pin(): Promise<string | null>;
  setPin(hash: string | null): Promise<void>;
  /** Reads the webhook secrets from the vault again. */
  reload(): Promise<void>;
  view(): AppView['vault'];
}

const LIVE_AT_ONCE = 2;
/** More: each address of delivery events has a secret of its own. */
const LIVE_DELIVERY_SECRETS = 12;
const PIN = 'counter/pin';

export function createSecrets(vault: PatientVault): Secrets {
  const webhook = keepList(vault, WEBHOOK_SECRETS);
  const delivery = keepList(vault, DELIVERY_SECRETS);
  let view: AppView['vault'] = { kind: 'keychain', says: 'The keychain is being opened.' };
  vault.opened.then(
    (opened) => {
      view = { kind: opened.kind, says: opened.says };
    },
    // Whoever opened the vault tells this failure.
    () => undefined,
  );
  // In time for the first notification; a failure is told to whoever asks then.
  webhook.get().catch(() => undefined);

  return {
    clientSecret: async () => (await vault.now()).get(CLIENT_SECRET),
    setClientSecret: async (secret) => (await vault.now()).set(CLIENT_SECRET, secret),
    webhookSecrets: webhook.get,
    addWebhookSecret: async (secret) => void (await webhook.add(secret, LIVE_AT_ONCE)),
    merchantKey: async () => (await vault.now()).get(MERCHANT_KEY),
    setMerchantKey: async (key) => (await vault.now()).set(MERCHANT_KEY, key),
    deliverySecrets: delivery.get,
    addDeliverySecret: (secret) => delivery.add(secret, LIVE_DELIVERY_SECRETS),
    pin: async () => (await vault.opened).get(PIN),
    async setPin(hash) {
      const open = await vault.now();
      await (hash === null ? open.delete(PIN) : open.set(PIN, hash));
    },
    async reload() {
      await Promise.all([webhook.again(), delivery.again()]);
    },
    view: () => view,
  };
}

/** A list of live secrets, read once: each notification and each step of a courier asks for one. What could not be read is read again. */
function keepList(vault: PatientVault, name: string) {
  let kept: Promise<readonly string[]> | null = null;
  const get = (): Promise<readonly string[]> => {
    kept ??= vault.opened
      .then(async (open) => secretsIn(await open.get(name)))
      .catch((error: unknown) => {
        kept = null;
        throw error;
      });
    return kept;
  };
  return {
    get,
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
        kept = Promise.resolve(live);
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
