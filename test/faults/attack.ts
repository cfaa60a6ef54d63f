/** Every attack on the bridge that once worked, or could: each must fail now. */

import { anotherId } from './attacks/another-id.ts';
import { anotherUser } from './attacks/another-user.ts';
import type { Attack, Force, Outcome } from './attacks/attack.ts';
import { backups } from './attacks/backups.ts';
import { bentBodies } from './attacks/bent-bodies.ts';
import { connectElsewhere } from './attacks/connect-elsewhere.ts';
import { crashLoop } from './attacks/crash-loop.ts';
import { deviceFile } from './attacks/device-file.ts';
import { hostileCalls } from './attacks/hostile-calls.ts';
import { hostileOrders } from './attacks/hostile-orders.ts';
import { hostilePrinter } from './attacks/hostile-printer.ts';
import { killedUnderFire } from './attacks/killed-under-fire.ts';
import { launchKey } from './attacks/launch-key.ts';
import { listeners } from './attacks/listeners.ts';
import { longNotes } from './attacks/long-notes.ts';
import { oddTimes } from './attacks/odd-times.ts';
import { pin } from './attacks/pin.ts';
import { pipelining } from './attacks/pipelining.ts';
import { redirect } from './attacks/redirect.ts';
import { restoredOrders } from './attacks/restored-orders.ts';
import { secondStart } from './attacks/second-start.ts';
import { signInPage } from './attacks/sign-in-page.ts';
import { silentConnections } from './attacks/silent-connections.ts';
import { silentPrinter } from './attacks/silent-printer.ts';
import { spreadsheet } from './attacks/spreadsheet.ts';
import { supportFile } from './attacks/support-file.ts';
import { tablet } from './attacks/tablet.ts';
import { trainingPorts } from './attacks/training-ports.ts';
import { unsignedFlood } from './attacks/unsigned-flood.ts';
import { updateFeed } from './attacks/update-feed.ts';
import { chanceOf } from './seeded.ts';

/** By name, in the order of docs/security.md. */
export const ATTACKS: Record<string, Attack> = {
  'update-feed': updateFeed,
  'long-notes': longNotes,
  listeners,
  'silent-connections': silentConnections,
  'unsigned-flood': unsignedFlood,
  pipelining,
  redirect,
  'training-ports': trainingPorts,
  'crash-loop': crashLoop,
  'killed-under-fire': killedUnderFire,
  'hostile-orders': hostileOrders,
  'bent-bodies': bentBodies,
  'another-id': anotherId,
  'sign-in-page': signInPage,
  spreadsheet,
  'device-file': deviceFile,
  'silent-printer': silentPrinter,
  'hostile-printer': hostilePrinter,
  'another-user': anotherUser,
  backups,
  'second-start': secondStart,
  'restored-orders': restoredOrders,
  tablet,
  'launch-key': launchKey,
  'hostile-calls': hostileCalls,
  pin,
  'connect-elsewhere': connectElsewhere,
  'support-file': supportFile,
  'odd-times': oddTimes,
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

export function sayOutcome(name: string, { tried, reached, figures, skipped }: Outcome, seconds: number): string {
  if (skipped) return `attack ${name}: skipped: ${skipped}`;
  const outcome = reached.length === 0 ? 'reached nothing' : `REACHED ${reached.length}: ${reached.slice(0, 3).join('; ')}`;
  return `attack ${name}: ${ATTACKS[name]?.wants}. Tried ${tried}, ${outcome}${figures ? `; ${figures}` : ''}; ${seconds} s`;
}
