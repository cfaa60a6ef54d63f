/** Secrets by environment: those of production and those of development stand beside each other, whichever is in use. */
import type { Vault } from './vault.ts';

type Secrets = Pick<Vault, 'get' | 'set' | 'delete'>;

export interface VaultByEnvironment extends Vault {
  /** The secrets of one environment, whichever is in use. */
  of(environment: string): Secrets;
}

/** What belongs to the counter and not to an environment holds whichever is in use. */
const OF_THE_COUNTER = /^counter\//;

/** `environment`: the one in use when a secret is asked for. */
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
