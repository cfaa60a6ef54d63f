/** Wraps the vault so that logs and errors redact every secret that passes through. */
import { hide, secretsIn } from '../redaction/redact.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';

/** Entries without secrets: marks of used codes. */
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
        // Before storing, because an error may contain the value.
        know(name, value);
        await inner.set(name, value);
      },
      delete: inner.delete,
    };
  };
  return { ...vault, ...over(vault, 'in-use'), of: (environment) => over(vault.of(environment), environment) };
}
