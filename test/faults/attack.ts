/** Every attack on the bridge that once worked, or could: each must fail now. */

import type { Attack, Force, Outcome } from './attacks/attack.ts';
import { backups } from './attacks/data/backups.ts';
import { crashLoop } from './attacks/data/crash-loop.ts';
import { heavyHistory } from './attacks/data/heavy-history.ts';
import { lostKey } from './attacks/data/lost-key.ts';
import { restoredOrders } from './attacks/data/restored-orders.ts';
import { spreadsheet } from './attacks/data/spreadsheet.ts';
import { supportFile } from './attacks/data/support-file.ts';
import { tornSettings } from './attacks/data/torn-settings.ts';
import { updateFeed } from './attacks/data/update-feed.ts';
import { dottedTokens } from './attacks/network/dotted-tokens.ts';
import { killedUnderFire } from './attacks/network/killed-under-fire.ts';
import { listeners } from './attacks/network/listeners.ts';
import { pipelining } from './attacks/network/pipelining.ts';
import { redirect } from './attacks/network/redirect.ts';
import { relay } from './attacks/network/relay.ts';
import { silentConnections } from './attacks/network/silent-connections.ts';
import { trainingPorts } from './attacks/network/training-ports.ts';
import { unsignedFlood } from './attacks/network/unsigned-flood.ts';
import { anotherName } from './attacks/people/another-name.ts';
import { anotherUser } from './attacks/people/another-user.ts';
import { connectElsewhere } from './attacks/people/connect-elsewhere.ts';
import { hostileCalls } from './attacks/people/hostile-calls.ts';
import { launchKey } from './attacks/people/launch-key.ts';
import { pin } from './attacks/people/pin.ts';
import { secondStart } from './attacks/people/second-start.ts';
import { tablet } from './attacks/people/tablet.ts';
import { deviceFile } from './attacks/printers/device-file.ts';
import { hostilePrinter } from './attacks/printers/hostile-printer.ts';
import { silentPrinter } from './attacks/printers/silent-printer.ts';
import { anotherId } from './attacks/service/another-id.ts';
import { bentBodies } from './attacks/service/bent-bodies.ts';
import { hostileOrders } from './attacks/service/hostile-orders.ts';
import { longNotes } from './attacks/service/long-notes.ts';
import { manyLongOrders } from './attacks/service/many-long-orders.ts';
import { oddTimes } from './attacks/service/odd-times.ts';
import { signInPage } from './attacks/service/sign-in-page.ts';
import { chanceOf } from './seeded.ts';

/** By name, in the order of docs/security.md. */
export const ATTACKS: Record<string, Attack> = {
  'update-feed': updateFeed,
  'long-notes': longNotes,
  listeners,
  'silent-connections': silentConnections,
  'unsigned-flood': unsignedFlood,
  pipelining,
  'dotted-tokens': dottedTokens,
  redirect,
  relay,
  'training-ports': trainingPorts,
  'crash-loop': crashLoop,
  'killed-under-fire': killedUnderFire,
  'hostile-orders': hostileOrders,
  'bent-bodies': bentBodies,
  'heavy-history': heavyHistory,
  'many-long-orders': manyLongOrders,
  'another-id': anotherId,
  'sign-in-page': signInPage,
  spreadsheet,
  'device-file': deviceFile,
  'silent-printer': silentPrinter,
  'hostile-printer': hostilePrinter,
  'another-user': anotherUser,
  backups,
  'torn-settings': tornSettings,
  'lost-key': lostKey,
  'second-start': secondStart,
  'restored-orders': restoredOrders,
  tablet,
  'launch-key': launchKey,
  'hostile-calls': hostileCalls,
  pin,
  'another-name': anotherName,
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
