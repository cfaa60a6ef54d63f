/** NATS servers for one test: started before it goes on, and gone after it. */
import { onTestFinished } from 'vitest';
import { type NatsServer, openCluster } from '../../../setup/nats-server.ts';

/** `extra`: of its configuration, as lines. */
export async function startNats(extra = ''): Promise<NatsServer> {
  const [server] = await startCluster(1, extra);
  if (!server) throw new Error('One was asked for.');
  return server;
}

/** Of one, without a cluster. */
export async function startCluster(size: number, extra = ''): Promise<NatsServer[]> {
  const servers = await openCluster(size, extra);
  onTestFinished(async () => {
    for (const server of servers) await server.remove();
  });
  await Promise.all(servers.map((server) => server.start()));
  return servers;
}
