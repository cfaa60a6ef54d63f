/** A cluster of three NATS servers under a relay: nodes that are killed in turn like the relay and its counters. */
import { openCluster } from '../../setup/nats-server.ts';
import type { EngineProcesses } from './part.ts';

const NODES = 3;

export async function openNatsNodes(): Promise<EngineProcesses> {
  const servers = await openCluster(NODES);
  return {
    engine: { nats: { servers: servers.map(({ url }) => url), replicas: NODES } },
    parts: servers.map((server, at) => ({ name: `node ${at + 1}`, start: () => server.start(), kill: () => server.kill() })),
    async remove() {
      for (const server of servers) await server.remove();
    },
  };
}
