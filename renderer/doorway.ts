/** Picks the way to the bridge: Electron's preload where it is, else a WebSocket to the host that served this page. */
import type { Doorway } from '../preload/contract.ts';
import { giveWayWhileAway } from './give-way.ts';
import { openSocketDoorway } from './socket-doorway.ts';

declare global {
  interface Window {
    /** Set by the preload file in Electron; absent in a browser. */
    tillbridge?: Doorway;
  }
}

/** The one doorway of this page. In a browser it goes on trying to reach the bridge by itself. */
export function openDoorway(): Doorway {
  if (window.tillbridge) return window.tillbridge;
  const { protocol, host } = window.location;
  const doorway = openSocketDoorway(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`);
  giveWayWhileAway(doorway);
  return doorway;
}
