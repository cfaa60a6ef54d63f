/** A connection that the service has granted, kept whole in the vault until its parts are in their places: a crash in between changes nothing or everything. */
import * as v from 'valibot';
import type { Settings } from '../../contract/settings/settings.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { RetryingVault } from '../vault/retrying-vault.ts';
import { CLIENT_SECRET } from './provision.ts';
import { asKept, originsOf } from './secret-origins.ts';
import type { SettingsKeeper } from './settings.ts';

type Service = Settings['service'];

/** What of the settings a connection brings. */
export type Addresses = Pick<Service, 'environment' | 'auth_url' | 'order_base_url' | 'delivery_base_url' | 'client_id'>;

const Granted = v.object({
  addresses: v.object({
    environment: v.picklist(['production', 'development']),
    auth_url: v.nullable(v.string()),
    order_base_url: v.nullable(v.string()),
    delivery_base_url: v.nullable(v.string()),
    client_id: v.nullable(v.string()),
  }),
  /** Null where the one in the vault was used. */
  clientSecret: v.nullable(v.string()),
  venueId: v.string(),
  /** Name and text of the venue's tokens in the vault. */
  tokens: v.object({ name: v.string(), text: v.string() }),
});
export type Granted = v.InferOutput<typeof Granted>;

export interface NewConnections {
  /** Proves that the vault takes secrets and the settings these addresses now, before a code that works once is spent. Throws VaultError and SettingsOfLaterVersion. */
  prepare(addresses: Granted['addresses']): Promise<void>;
  /** From when it resolves the connection holds, whatever happens. Throws VaultError; then nothing has changed. */
  commit(granted: Granted): Promise<void>;
  /** What was committed and is not in its places yet. */
  waiting(): Promise<Granted | null>;
  /** Puts it there. May be called again after it failed. */
  putInPlace(granted: Granted): Promise<void>;
  /** It is in its places, and whoever uses it knows: last. */
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
      if (clientSecret !== null) await own.set(CLIENT_SECRET, asKept(clientSecret, originsOf(service)));
      await own.set(tokens.name, tokens.text);
      // Last: until then the secrets of before go to the addresses of before.
      settings.change((now) => ({ ...now, service: { ...now.service, ...addresses } }));
    },
    done: async () => (await vault.now()).delete(GRANTED),
  };
}
