/** A granted connection, kept in the vault until its parts are saved: a crash changes all or nothing. */
import * as v from 'valibot';
import type { Settings } from '../../contract/settings/settings.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/retrying-vault.ts';
import { CLIENT_SECRET } from './provision.ts';
import { originsOf, serializeSecret } from './secret-origins.ts';
import type { SettingsKeeper } from './settings.ts';

type Service = Settings['service'];

export type Addresses = Pick<Service, 'environment' | 'auth_url' | 'order_base_url' | 'delivery_base_url' | 'client_id'>;

const Granted = v.object({
  addresses: v.object({
    environment: v.picklist(['production', 'development']),
    auth_url: v.nullable(v.string()),
    order_base_url: v.nullable(v.string()),
    delivery_base_url: v.nullable(v.string()),
    client_id: v.nullable(v.string()),
  }),
  /** Null if the secret already in the vault was used. */
  clientSecret: v.nullable(v.string()),
  venueId: v.string(),
  /** Vault name and text of the venue's tokens. */
  tokens: v.object({ name: v.string(), text: v.string() }),
});
export type Granted = v.InferOutput<typeof Granted>;

export interface NewConnections {
  /** Checks that vault and settings are writable before a single-use code is spent. Throws VaultError and SettingsOfLaterVersion. */
  prepare(addresses: Granted['addresses']): Promise<void>;
  /** Once resolved, the connection is final. Throws VaultError; then nothing changed. */
  commit(granted: Granted): Promise<void>;
  /** A committed connection whose parts aren't saved in their places yet. */
  waiting(): Promise<Granted | null>;
  /** Saves the parts in their places. Idempotent, so it can be retried. */
  putInPlace(granted: Granted): Promise<void>;
  /** Call last, once everything uses the connection. */
  done(): Promise<void>;
}

const GRANTED = 'counter/granted-connection';
const NOTHING = '';

export function createNewConnections(vault: RetryingVault<VaultByEnvironment>, settings: SettingsKeeper): NewConnections {
  return {
    async prepare(addresses) {
      settings.mayChange((now) => ({ ...now, service: { ...now.service, ...addresses } }));
      const open = await vault.now();
      if ((await open.get(GRANTED)) === null) await open.set(GRANTED, NOTHING);
    },
    commit: async (granted) => (await vault.now()).set(GRANTED, JSON.stringify(granted)),
    async waiting() {
      const open = await vault.now();
      const text = await open.get(GRANTED);
      if (text === NOTHING) await open.delete(GRANTED);
      return text === null || text === NOTHING ? null : v.parse(Granted, JSON.parse(text));
    },
    async putInPlace({ addresses, clientSecret, tokens }) {
      const open = await vault.now();
      const service = { ...settings.get().service, ...addresses };
      const own = open.of(addresses.environment);
      if (clientSecret !== null) await own.set(CLIENT_SECRET, serializeSecret(clientSecret, originsOf(service)));
      await own.set(tokens.name, tokens.text);
      // Saved last: until then, old secrets go only to old addresses.
      settings.change((now) => ({ ...now, service: { ...now.service, ...addresses } }));
    },
    done: async () => (await vault.now()).delete(GRANTED),
  };
}
