/** A vault whose secrets are known as such from the moment they go in or come out, so that no text of this process can hold one. */
import { hide, secretsIn } from '../redaction/redact.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';

/** What is in the vault and is none: marks of codes that were used. */
const NO_SECRET = /^used-code\//;

export function hiddenVault(vault: VaultByEnvironment): VaultByEnvironment {
  const over = (inner: Pick<VaultByEnvironment, 'get' | 'set' | 'delete'>, where: string) => {
    const know = (name: string, value: string): void => {
      if (!NO_SECRET.test(name)) hide(`vault/${where}/${name}`, secretsIn(value));
    };
    return {
      async get(name: string) {
        const value = await inner.get(name);
        if (value !== null) know(name, value);
        return value;
      },
      async set(name: string, value: string) {
        // Before it is tried: an error may hold it.
        know(name, value);
        await inner.set(name, value);
      },
      delete: inner.delete,
    };
  };
  return { ...vault, ...over(vault, 'in-use'), of: (environment) => over(vault.of(environment), environment) };
}
