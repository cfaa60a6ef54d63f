/** A rule of the interface document: where it stands, what it says, how it is checked from outside, and where the counter shows it. */
import type { Partner } from '../integration/sandbox/partner.ts';

/** `path: word`: the file that does it, and a word that stands in it. `service alone`: nothing for this side to do. */
type Where = `${string}.ts: ${string}` | `${string}.tsx: ${string}` | 'service alone' | `not shown: ${string}`;

export interface Rule {
  section: string;
  text: string;
  counter: Where;
  /** Venue wishes for the control API, where the rule needs a special venue. */
  venue: Record<string, unknown>;
  check: (partner: Partner) => Promise<void>;
}

export function rule(
  section: string,
  text: string,
  where: { counter: Where; venue?: Record<string, unknown> },
  check: (partner: Partner) => Promise<void>,
): Rule {
  return { section, text, counter: where.counter, venue: where.venue ?? {}, check };
}
