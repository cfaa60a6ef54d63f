/** Chooses the connection: Electron's preload if present, else a WebSocket to the serving host. */
import type { BridgeClient } from '../../contract/contract.ts';
import { learnTime } from '../state/clock.ts';
import { setUiState } from '../state/ui-state.ts';
import { showAwayReason } from './away-reason.ts';
import { openPairing } from './pairing.ts';
import { openSocketClient } from './socket-client.ts';

declare global {
  interface Window {
    /** Set by Electron's preload; absent in browsers. */
    tillbridge?: BridgeClient;
  }
}

let typed: (code: string) => boolean = () => false;

/** Tries a typed pairing code. False if it can't be one. */
export const typeCode = (code: string): boolean => typed(code);

/** The page's only client. In a browser it reconnects automatically. */
export function openBridgeClient(): BridgeClient {
  if (window.tillbridge) return window.tillbridge;
  const pairing = openPairing({
    origin: window.location.origin,
    async accessCode() {
      const answer = await client.call('counter.accessCode', {});
      return answer.ok ? answer.value.code : null;
    },
    onCode: () => client.retryNow(),
    // A main page may show any view, a tablet only its own.
    onView: (view) => view !== 'counter' && setUiState({ view }),
  });
  const client = openSocketClient(pairing.open, { onBeat: learnTime });
  typed = pairing.type;
  showAwayReason(client);
  return client;
}
