/** Chooses the connection to the bridge: Electron's preload if present, else a WebSocket to the host that served this page. */
import type { BridgeClient } from '../../contract/contract.ts';
import { learnTime } from '../state/clock.ts';
import { setCounter } from '../state/counter.ts';
import { showAwayReason } from './away-reason.ts';
import { openPairing } from './pairing.ts';
import { openSocketClient } from './socket-client.ts';

declare global {
  interface Window {
    /** Set by the preload file in Electron; absent in a browser. */
    tillbridge?: BridgeClient;
  }
}

let typed: (code: string) => boolean = () => false;

/** Tries a code that someone typed, to be let in. False where it cannot be one. */
export const typeCode = (code: string): boolean => typed(code);

/** The one bridge client of this page. In a browser it goes on trying to reach the bridge by itself. */
export function openBridgeClient(): BridgeClient {
  if (window.tillbridge) return window.tillbridge;
  const pairing = openPairing({
    origin: window.location.origin,
    async accessCode() {
      const answer = await client.call('counter.accessCode', {});
      return answer.ok ? answer.value.code : null;
    },
    onCode: () => client.retryNow(),
    // The counter's own pages may show any view; a tablet shows the one it was let in for.
    onView: (view) => view !== 'counter' && setCounter({ view }),
  });
  const client = openSocketClient(pairing.open, { onBeat: learnTime });
  typed = pairing.type;
  showAwayReason(client);
  return client;
}
