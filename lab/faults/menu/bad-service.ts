/** A proxy that resets, truncates or delays calls, fails, or answers success without an effect. Records calls, effects and answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, passOn, serve } from '../local-server.ts';
import type { Chance } from '../seeded.ts';

export type Fields = Record<string, unknown>;
export type Endpoint = 'items' | 'option-values' | 'inventory';

export interface MenuCall {
  endpoint: Endpoint;
  /** Epoch ms, the service's clock. */
  at: number;
  rows: Fields[];
  fault: Fault;
  /** The answer's status; null without one. */
  answered: number | null;
  isDone: boolean;
  /** When the answer left, epoch ms of this computer's clock; null before. */
  answeredAt: number | null;
}

const FAULTS = ['reset before', 'reset after', 'truncated', 'late', '500', '503', 'no effect'] as const;
type Fault = (typeof FAULTS)[number] | 'none';

const PATHS: [RegExp, Endpoint][] = [
  [/\/items\/inventory$/, 'inventory'],
  [/\/items$/, 'items'],
  [/\/options\/values$/, 'option-values'],
];
const LATE_MS = 40;

export interface BadService {
  url: string;
  /** Share of calls with a fault, 0 to 1. */
  share: number;
  met: Record<string, number>;
  /** Calls that change the menu, oldest first. */
  calls: readonly MenuCall[];
  close(): Promise<void>;
}

export async function startBadService(target: string, chance: Chance, now: () => number): Promise<BadService> {
  const { pathname } = new URL(target);
  const calls: MenuCall[] = [];
  // Each fault is used once before any repeats.
  let left: (typeof FAULTS)[number][] = [];
  const nextFault = (endpoint: Endpoint | undefined): Fault => {
    if (left.length === 0) left = [...FAULTS];
    const fault = left.splice(chance.below(left.length), 1)[0] ?? 'none';
    // Readings show no stock, so a missing effect would be undetectable.
    return fault === 'no effect' && (endpoint === undefined || endpoint === 'inventory') ? 'none' : fault;
  };
  /** The app follows the service's clock. */
  const date = () => ({ date: new Date(now()).toUTCString() });
  const { url, close } = await serve(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const endpoint = incoming.method === 'PATCH' ? PATHS.find(([path]) => path.test(incoming.url ?? ''))?.[1] : undefined;
    const fault = chance.next() < self.share ? nextFault(endpoint) : 'none';
    self.met[fault] = (self.met[fault] ?? 0) + 1;
    const rows = endpoint === undefined ? [] : ((JSON.parse(String(body)) as { data: Fields[] }).data ?? []);
    const call: MenuCall = { endpoint: endpoint ?? 'items', at: now(), rows, fault, answered: null, isDone: false, answeredAt: null };
    if (endpoint !== undefined) calls.push(call);
    const answer = (status: number): void => {
      call.answered = status;
      outgoing.once('finish', () => {
        call.answeredAt = Date.now();
      });
    };
    switch (fault) {
      case '500':
      case '503':
        answer(Number(fault));
        return void outgoing.writeHead(Number(fault), { ...date(), 'content-type': 'application/json' }).end('{"reason":"broken"}');
      case 'no effect':
        answer(202);
        return void outgoing.writeHead(202, date()).end();
      case 'reset before':
        return void incoming.socket.resetAndDestroy();
      case 'late':
        await wait(LATE_MS);
    }
    passOn(target, incoming, outgoing, {
      body,
      async onReply(reply) {
        const whole = await bodyOf(reply);
        const status = reply.statusCode ?? 500;
        call.isDone = status < 300;
        if (fault === 'reset after') return void incoming.socket.resetAndDestroy();
        if (fault === 'truncated') {
          outgoing.writeHead(status, { ...reply.headers, 'content-length': String(whole.length + 10) });
          outgoing.write(whole);
          return void setTimeout(() => incoming.socket.resetAndDestroy(), 5);
        }
        answer(status);
        outgoing.writeHead(status, reply.headers).end(whole);
      },
    });
  });
  const self: BadService = {
    url: `${url}${pathname === '/' ? '' : pathname}`,
    share: 0,
    met: {},
    calls,
    close,
  };
  return self;
}
