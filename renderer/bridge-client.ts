/** Picks the way to the bridge: Electron's preload where it is, else a WebSocket to the host that served this page. */
import type { Doorway } from '../contract/contract.ts';
import { openEntrance } from './let-in.ts';
import { openSocketDoorway } from './socket-client.ts';
import { setCounter } from './state/counter.ts';
import { sayWhyAway } from './why-away.ts';

declare global {
  interface Window {
    /** Set by the preload file in Electron; absent in a browser. */
    tillbridge?: Doorway;
  }
}

let typed: (code: string) => boolean = () => false;

/** Tries a code that somebody typed, to be let in. False where it cannot be one. */
export const typeCode = (code: string): boolean => typed(code);

/** The one doorway of this page. In a browser it goes on trying to reach the bridge by itself. */
export function openDoorway(): Doorway {
  if (window.tillbridge) return window.tillbridge;
  const entrance = openEntrance({
    origin: window.location.origin,
    async wayIn() {
      const answer = await doorway.call('counter.wayIn', {});
      return answer.ok ? answer.value.code : null;
    },
    onCode: () => doorway.retryNow(),
    // The counter's own pages may show any view; a tablet shows the one it was let in for.
    onView: (view) => view !== 'counter' && setCounter({ view }),
  });
  const doorway = openSocketDoorway(entrance.open);
  typed = entrance.type;
  sayWhyAway(doorway);
  return doorway;
}
