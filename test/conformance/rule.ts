/** A rule of the interface document: its section, text and check, and the app's code for it. */
import type { Partner } from '../integration/sandbox/partner.ts';

/** `path: word`: the app's file that follows the rule, and a word in it. `service alone`: nothing to do here. */
type Where = `${string}.ts: ${string}` | `${string}.tsx: ${string}` | 'service alone' | `not shown: ${string}`;

export interface Rule {
  section: string;
  text: string;
  counter: Where;
  /** Special settings of the rule's venue, for the control API. */
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
