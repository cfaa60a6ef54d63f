/** Secrets by environment: those of production and those of development stand beside each other, whichever is in use. */
import type { Vault } from './vault.ts';

type Secrets = Pick<Vault, 'get' | 'set' | 'delete'>;

export interface VaultByEnvironment extends Vault {
  /** The secrets of one environment, whichever is in use. */
  of(environment: string): Secrets;
}

const ENVIRONMENTS = ['production', 'development'];
/** What belongs to the counter and not to an environment holds whichever is in use. */
const OF_THE_COUNTER = /^counter\//;

/** `environment`: the one in use when a secret is asked for. */
export function byEnvironment(vault: Vault, environment: () => string): VaultByEnvironment {
  const counter = ofTheCounter(vault);
  const of = (named: () => string): Secrets => ({
    get: (name) => (OF_THE_COUNTER.test(name) ? counter.get(name) : vault.get(`${named()}/${name}`)),
    set: (name, value) => (OF_THE_COUNTER.test(name) ? counter.set(name, value) : vault.set(`${named()}/${name}`, value)),
    delete: (name) => (OF_THE_COUNTER.test(name) ? counter.delete(name) : vault.delete(`${named()}/${name}`)),
  });
  const { kind, says, enteredFor, check, keep } = vault;
  return { kind, says, enteredFor, check, keep, ...of(environment), of: (one) => of(() => one) };
}

/** Earlier versions kept these by environment too: another environment was a counter without a PIN. */
function ofTheCounter(vault: Vault): Secrets {
  const before = (name: string): string[] => ENVIRONMENTS.map((environment) => `${environment}/${name}`);
  return {
    async get(name) {
      for (const kept of [name, ...before(name)]) {
        const value = await vault.get(kept);
        if (value !== null) return value;
      }
      return null;
    },
    async set(name, value) {
      await vault.set(name, value);
      for (const old of before(name)) await vault.delete(old);
    },
    async delete(name) {
      // The old ones first: what is left after a crash still protects.
      for (const kept of [...before(name), name]) await vault.delete(kept);
    },
  };
}
