/** What a relay says of itself to the others of its database, and their problems. */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import manifest from '../../package.json' with { type: 'json' };
import { readJson } from '../../shared/json/read-json.ts';
import type { Time } from '../../shared/time/time.ts';
import { AWAY_AFTER_MS, type SharedPresences } from '../give/shared-presences.ts';
import { isoTime } from '../iso-time.ts';
import type { RelaySettings } from '../settings/settings.ts';

const State = v.object({
  version: v.string(),
  /** Fingerprint of the webhook secrets. */
  secrets: v.string(),
  spooled: v.number(),
  problems: v.array(v.object({ code: v.string(), text: v.string(), since: v.nullable(v.string()) })),
});
export type RelayState = v.InferOutput<typeof State>;

/** This relay among those of its database. */
export interface Relays extends Pick<SharedPresences, 'others' | 'trouble' | 'hasTwin' | 'clockAheadMs'> {
  name: string;
  state(): RelayState;
}

export interface OtherRelayShown {
  name: string;
  isAway: boolean;
  silentMs: number;
  state: RelayState | null;
}

export function othersOf(relays: Relays): OtherRelayShown[] {
  return relays.others().map(({ name, state, silentMs }) => {
    const read = v.safeParse(State, readJson(state));
    return { name, silentMs, isAway: silentMs > AWAY_AFTER_MS, state: read.success ? read.output : null };
  });
}

export interface RelayShown {
  name: string;
  is_away: boolean;
  /** Of its last report, ISO UTC. */
  seen_at: string;
  version: string | null;
  /** Notifications only on its disk, as it reported. */
  spooled: number | null;
}

/** Includes this one; none for a relay alone. */
export function relaysOf(relays: Relays | null, time: Pick<Time, 'wall'>): RelayShown[] {
  if (relays === null) return [];
  const here = { name: relays.name, isAway: false, silentMs: 0, state: relays.state() };
  return [here, ...othersOf(relays)]
    .map(({ name, isAway, silentMs, state }) => ({
      name,
      is_away: isAway,
      seen_at: isoTime(time.wall() - silentMs),
      version: state?.version ?? null,
      spooled: state?.spooled ?? null,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

/** Relays that are away or differ from this one. */
export function problemsBetween(relays: Relays): { code: 'relay-away' | 'relays-differ'; text: string; relay: string }[] {
  const mine = relays.state();
  const found: ReturnType<typeof problemsBetween> = [];
  if (relays.hasTwin())
    found.push({
      code: 'relays-differ',
      text: `Two relays are named ${relays.name}, so counters of each look away at times. Give each its own name in relay.json.`,
      relay: relays.name,
    });
  for (const { name, isAway, state } of othersOf(relays)) {
    if (isAway)
      found.push({ code: 'relay-away', text: `The relay ${name} no longer reports. Its counters connect to the others.`, relay: name });
    else if (state?.version !== mine.version)
      found.push({
        code: 'relays-differ',
        text: `The relay ${name} runs version ${state?.version ?? 'unknown'}, and ${relays.name} ${mine.version}.`,
        relay: name,
      });
    else if (state.secrets !== mine.secrets)
      found.push({ code: 'relays-differ', text: `The relay ${name} has other webhook_secrets than ${relays.name}.`, relay: name });
  }
  return found;
}

/** The same for the same secrets, and of no use without the operator's key. */
export function printOfSecrets({ orders, deliveries }: RelaySettings['webhook_secrets'], operatorKey: string): string {
  return createHmac('sha256', operatorKey)
    .update(JSON.stringify([orders.toSorted(), deliveries.toSorted()]))
    .digest('base64url');
}

export const RELAY_VERSION: string = manifest.version;
