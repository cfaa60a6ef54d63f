/** The engine of several relays, on a real NATS server. */

import { folderOfRelay } from '../at-the-relay.ts';
import { engineConformance } from '../engine.ts';
import { openNatsEngine } from './several.ts';
import { startNats } from './started.ts';

engineConformance('NATS', {
  async open(now) {
    const servers = [await startNats()];
    const folder = folderOfRelay();
    const open = async () => (await openNatsEngine(servers, { folder, now })).engine;
    return { engine: await open(), again: open };
  },
});
