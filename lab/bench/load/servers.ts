/** Several servers under the same load, in turns: notifications per second, and the client's share of the cost. */

import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { processorMs } from '../table/usage.ts';
import { makeRequests, post } from './notifications.ts';

export interface Server {
  port: number;
  pid: number;
}

/** Results of one server, one value per round. */
export interface Taken {
  perSecond: number[];
  /** The client's cost per answer as a share of the server's. */
  clientShare: number[];
}

const ROUND_MS = 1_500;
/** Enough to compile code and estimate the speed. */
const FIRST = 2_000;

export async function takenBy<Name extends string>(
  servers: Record<Name, Server>,
  connections: number,
  roundMs = ROUND_MS,
): Promise<Record<Name, Taken>> {
  const names = Object.keys(servers) as Name[];
  const counts = {} as Record<Name, number>;
  for (const name of names) {
    const { perSecond } = await post(servers[name].port, connections, makeRequests(FIRST));
    counts[name] = Math.ceil((perSecond * roundMs) / 1_000);
  }
  const side = (name: Name) => async () => {
    const { port, pid } = servers[name];
    const requests = makeRequests(counts[name]);
    const before = processorMs(pid);
    const { perSecond, clientMs } = await post(port, connections, requests);
    return { perSecond, clientShare: clientMs / ((processorMs(pid) - before) / requests.length) };
  };
  const rounds = await inTurns(Object.fromEntries(names.map((name) => [name, side(name)])) as Record<Name, ReturnType<typeof side>>);
  return Object.fromEntries(
    names.map((name) => [
      name,
      { perSecond: rounds[name].map((one) => one.perSecond), clientShare: rounds[name].map((one) => one.clientShare) },
    ]),
  ) as Record<Name, Taken>;
}

/** A row for the client: above 1, the figures measure the client, not the server. */
export function clientRow(id: string, what: string, { clientShare }: Taken): Row {
  return rowOf({ id, what, unit: '', here: clientShare, aim: 1 });
}
