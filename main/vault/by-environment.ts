/** Secrets by environment: those of production and those of development stand beside each other, whichever is in use. */
import type { Vault } from './vault.ts';

/** `environment`: the one in use when a secret is asked for. */
export function byEnvironment(vault: Vault, environment: () => string): Vault {
  const named = (name: string): string => `${environment()}/${name}`;
  return {
    kind: vault.kind,
    says: vault.says,
    get: (name) => vault.get(named(name)),
    set: (name, value) => vault.set(named(name), value),
    delete: (name) => vault.delete(named(name)),
    keep: vault.keep,
  };
}
