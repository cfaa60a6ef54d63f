/** The partner's secrets, read from the vault once and kept in memory only. */
import type { AppView } from '../../preload/contract.ts';
import type { PatientVault } from '../vault/patient-vault.ts';
import type { Vault } from '../vault/vault.ts';
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
  addDeliverySecret(secret: string): Promise<void>;
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
  let webhook: Promise<readonly string[]> = vault.opened.then(readWebhookSecrets);
  let view: AppView['vault'] = { kind: 'keychain', says: 'The keychain is being opened.' };
  vault.opened.then(
    (opened) => {
      view = { kind: opened.kind, says: opened.says };
    },
    // Whoever opened the vault tells this failure.
    () => undefined,
  );
  webhook.catch(() => undefined);

  return {
    clientSecret: async () => (await vault.now()).get(CLIENT_SECRET),
    setClientSecret: async (secret) => (await vault.now()).set(CLIENT_SECRET, secret),
    webhookSecrets: () => webhook,
    async addWebhookSecret(secret) {
      await vault.now();
      const live = [secret, ...(await webhook).filter((other) => other !== secret)].slice(0, LIVE_AT_ONCE);
      await (await vault.now()).set(WEBHOOK_SECRETS, JSON.stringify(live));
      webhook = Promise.resolve(live);
    },
    merchantKey: async () => (await vault.now()).get(MERCHANT_KEY),
    setMerchantKey: async (key) => (await vault.now()).set(MERCHANT_KEY, key),
    deliverySecrets: async () => secretsIn(await (await vault.opened).get(DELIVERY_SECRETS)),
    async addDeliverySecret(secret) {
      const open = await vault.now();
      const others = secretsIn(await open.get(DELIVERY_SECRETS)).filter((other) => other !== secret);
      const live = [secret, ...others].slice(0, LIVE_DELIVERY_SECRETS);
      await open.set(DELIVERY_SECRETS, JSON.stringify(live));
    },
    pin: async () => (await vault.opened).get(PIN),
    async setPin(hash) {
      const open = await vault.now();
      await (hash === null ? open.delete(PIN) : open.set(PIN, hash));
    },
    async reload() {
      webhook = vault.opened.then(readWebhookSecrets);
      await webhook;
    },
    view: () => view,
  };
}

async function readWebhookSecrets(vault: Vault): Promise<readonly string[]> {
  return secretsIn(await vault.get(WEBHOOK_SECRETS));
}

function secretsIn(text: string | null): string[] {
  return text === null ? [] : (JSON.parse(text) as string[]);
}
