/** What a fault run found. */
import type { Account } from '../../../main/demo/account.ts';

export interface RunOutcome {
  figures: string;
  /** None if the figures were reached. */
  problems: string[];
}

export const problemIf = (isSo: boolean, problem: string): string[] => (isSo ? [problem] : []);

/** `account`: of all orders. `missing`: parts of ended orders. */
export const problemsOf = ({ account, missing }: { account: Account; missing: readonly string[] }): string[] => [
  ...missing,
  ...problemIf(account.doubled > 0, `${account.doubled} things were done twice`),
];

export const secondsSince = (began: number): number => Math.round((Date.now() - began) / 1_000);
