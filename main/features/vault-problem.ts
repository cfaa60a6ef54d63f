/** The problem of a call to the service while the vault is not available. */
import type { ServiceProblem } from '../service/problem.ts';
import { VaultError } from '../vault/vault.ts';

/** A vault that cannot be read, as what is in the way of a call that was not made. Throws every other error. */
export function vaultProblem(error: unknown): ServiceProblem {
  if (!(error instanceof VaultError)) throw error;
  return { code: 'vault', text: error.text, hint: error.hint, notSent: true };
}
