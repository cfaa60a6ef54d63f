/** The problem of a service call that can't read the vault. */
import type { ServiceProblem } from '../service/problem.ts';
import { VaultError } from '../vault/vault.ts';

/** Converts a VaultError; throws every other error. */
export function vaultProblem(error: unknown): ServiceProblem {
  if (!(error instanceof VaultError)) throw error;
  return { code: 'vault', text: error.text, hint: error.hint, notSent: true };
}
