/** Remembers which printers answer SNMP, so that others are rarely asked and no printout waits for them. */
import type { Time } from '../../time/time.ts';
import { type NetworkAgent, type NetworkStatus, networkStatus, type SnmpVersion } from './network-status.ts';
import type { Printer } from './printer.ts';

/** A printer that did not answer is asked again so much later: it may have been switched on, or set up. */
const ASK_AGAIN_MS = 5 * 60_000;

export interface NetworkAsker {
  /** How it says it is; null where it does not say, or is not asked. Never rejects. */
  ask(printer: Printer): Promise<NetworkStatus | null>;
  /** The same for a waiting printout: only for printers that answered before. */
  askKnown(printer: Printer): Promise<NetworkStatus | null>;
}

interface Known {
  version: SnmpVersion | null;
  /** Epoch ms on the monotonic clock. */
  askedAt: number;
}

export function createNetworkAsker(time: Time): NetworkAsker {
  const { monotonic } = time;
  const known = new Map<string, Known>();

  async function ask(printer: Printer, onlyKnown: boolean): Promise<NetworkStatus | null> {
    const agent = agentOf(printer);
    if (!agent) return null;
    const key = JSON.stringify(agent);
    const before = known.get(key);
    if (onlyKnown && !before?.version) return null;
    if (before && before.version === null && monotonic() - before.askedAt < ASK_AGAIN_MS) return null;
    for (const version of before?.version ? [before.version] : (['v2c', 'v1'] as const)) {
      const status = await networkStatus(agent, version, undefined, time);
      if (!status) continue;
      known.set(key, { version, askedAt: monotonic() });
      return status;
    }
    // One lost answer is no reason to forget a printer: it is asked for its other version, too, the next time.
    known.set(key, { version: null, askedAt: before?.version ? Number.NEGATIVE_INFINITY : monotonic() });
    return null;
  }

  return { ask: (printer) => ask(printer, false), askKnown: (printer) => ask(printer, true) };
}

function agentOf({ via, host, snmp_community: community, snmp_port: port }: Printer): NetworkAgent | null {
  return via === 'network' && community !== null ? { host, port, community } : null;
}
