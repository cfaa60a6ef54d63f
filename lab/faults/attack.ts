/** All attacks on the app that once worked, or could: each must fail now. */

import type { Attack, Force, Outcome } from './attacks/attack.ts';
import { crashLoop } from './attacks/data/crash-loop.ts';
import { heavyHistory } from './attacks/data/heavy-history.ts';
import { supportFile } from './attacks/data/support-file.ts';
import { dottedTokens } from './attacks/network/dotted-tokens.ts';
import { killedUnderFire } from './attacks/network/killed-under-fire.ts';
import { listeners } from './attacks/network/listeners.ts';
import { pipelining } from './attacks/network/pipelining.ts';
import { relay } from './attacks/network/relay.ts';
import { silentConnections } from './attacks/network/silent-connections.ts';
import { unsignedFlood } from './attacks/network/unsigned-flood.ts';
import { connectElsewhere } from './attacks/people/connect-elsewhere.ts';
import { hostileCalls } from './attacks/people/hostile-calls.ts';
import { launchKey } from './attacks/people/launch-key.ts';
import { pin } from './attacks/people/pin.ts';
import { tablet } from './attacks/people/tablet.ts';
import { deviceFile } from './attacks/printers/device-file.ts';
import { hostilePrinter } from './attacks/printers/hostile-printer.ts';
import { silentPrinter } from './attacks/printers/silent-printer.ts';
import { anotherId } from './attacks/service/another-id.ts';
import { bentBodies } from './attacks/service/bent-bodies.ts';
import { hostileOrders } from './attacks/service/hostile-orders.ts';
import { longNotes } from './attacks/service/long-notes.ts';
import { manyLongOrders } from './attacks/service/many-long-orders.ts';
import { signInPage } from './attacks/service/sign-in-page.ts';
import { chanceOf } from './seeded.ts';

export const ATTACKS: Record<string, Attack> = {
  'long-notes': longNotes,
  listeners,
  'silent-connections': silentConnections,
  'unsigned-flood': unsignedFlood,
  pipelining,
  'dotted-tokens': dottedTokens,
  relay,
  'crash-loop': crashLoop,
  'killed-under-fire': killedUnderFire,
  'hostile-orders': hostileOrders,
  'bent-bodies': bentBodies,
  'heavy-history': heavyHistory,
  'many-long-orders': manyLongOrders,
  'another-id': anotherId,
  'sign-in-page': signInPage,
  'device-file': deviceFile,
  'silent-printer': silentPrinter,
  'hostile-printer': hostilePrinter,
  tablet,
  'launch-key': launchKey,
  'hostile-calls': hostileCalls,
  pin,
  'connect-elsewhere': connectElsewhere,
  'support-file': supportFile,
};

/** `share` of a whole run's tries, 0 to 1. */
export function attack(
  name: string,
  { seed, share, say = () => undefined }: { seed: number; share: number; say?: (line: string) => void },
) {
  const chosen = ATTACKS[name];
  if (!chosen) throw new TypeError(`There is no attack "${name}"; there are ${Object.keys(ATTACKS).join(', ')}.`);
  const force: Force = { chance: chanceOf(seed), tries: (whole) => Math.max(1, Math.round(whole * share)), say };
  return chosen.run(force);
}

export function sayOutcome(name: string, { tried, reached, figures, skipped }: Outcome, seconds: number): string {
  if (skipped) return `attack ${name}: skipped: ${skipped}`;
  const outcome = reached.length === 0 ? 'reached nothing' : `REACHED ${reached.length}: ${reached.slice(0, 3).join('; ')}`;
  return `attack ${name}: ${ATTACKS[name]?.wants}. Tried ${tried}, ${outcome}${figures ? `; ${figures}` : ''}; ${seconds} s`;
}
