/** Which counters are connected: to this relay, or to any of several. */
import type { Hub } from './hub.ts';

export interface Presences extends Pick<Hub, 'presence' | 'reach'> {
  /** Reads which counters are connected to other relays. */
  renew(): Promise<void>;
}

export function presencesHere({ presence, reach }: Hub): Presences {
  return { presence, reach, renew: async () => undefined };
}
