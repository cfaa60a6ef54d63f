/** Every attack on the bridge that once worked, or could: each must fail now. */
import type { Attack, Force, Outcome } from './attacks/attack.ts';
import { connectElsewhere } from './attacks/connect-elsewhere.ts';
import { pin } from './attacks/pin.ts';
import { supportFile } from './attacks/support-file.ts';
import { chanceOf } from './seeded.ts';

/** By name, in the order of docs/security.md. */
export const ATTACKS: Record<string, Attack> = {
  pin,
  'connect-elsewhere': connectElsewhere,
  'support-file': supportFile,
};

/** `share` of the tries of the whole run: 1 for all of them. */
export function attack(
  name: string,
  { seed, share, say = () => undefined }: { seed: number; share: number; say?: (line: string) => void },
) {
  const chosen = ATTACKS[name];
  if (!chosen) throw new TypeError(`There is no attack "${name}"; there are ${Object.keys(ATTACKS).join(', ')}.`);
  const force: Force = { chance: chanceOf(seed), tries: (whole) => Math.max(1, Math.round(whole * share)), say };
  return chosen.run(force);
}

export function sayOutcome(name: string, { tried, reached, figures }: Outcome, seconds: number): string {
  const outcome = reached.length === 0 ? 'reached nothing' : `REACHED ${reached.length}: ${reached.slice(0, 3).join('; ')}`;
  return `attack ${name}: ${ATTACKS[name]?.wants}. Tried ${tried}, ${outcome}${figures ? `; ${figures}` : ''}; ${seconds} s`;
}
