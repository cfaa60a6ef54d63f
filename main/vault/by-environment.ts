/** Keeps secrets of the service's environments (production, development) apart. */
import type { Vault } from './vault.ts';

type Secrets = Pick<Vault, 'get' | 'set' | 'delete'>;

export interface VaultByEnvironment extends Vault {
  of(environment: string): Secrets;
}

/** Names of secrets that belong to the installation, not to an environment. */
const OF_THE_COUNTER = /^counter\//;

/** `environment`: read at each access. */
export function byEnvironment(vault: Vault, environment: () => string): VaultByEnvironment {
  const of = (named: () => string): Secrets => {
    const placed = (name: string): string => (OF_THE_COUNTER.test(name) ? name : `${named()}/${name}`);
    return {
      get: (name) => vault.get(placed(name)),
      set: (name, value) => vault.set(placed(name), value),
      delete: (name) => vault.delete(placed(name)),
    };
  };
  const { kind, text, keep } = vault;
  return { kind, text, keep, ...of(environment), of: (one) => of(() => one) };
}
