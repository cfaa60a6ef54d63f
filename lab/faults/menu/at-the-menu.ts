/** Uses a menu whose process is killed repeatedly: calls it, moves its clock and the service's, and kills it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, CallInput, CallName, CallOutput } from '../../../contract/contract.ts';
import type { Asked, Given } from './bridge.ts';

const BRIDGE = fileURLToPath(new URL('./bridge.ts', import.meta.url));
/** Shorter than the app's margin to a limit. */
const STEP_MS = 3_000;

export interface AtTheMenu {
  /** Offset of both clocks, ms. */
  aheadMs(): number;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Null if the process ended before it answered. */
  call<N extends CallName>(name: N, input: Omit<CallInput<N>, 'venueId'>): Promise<Answer<CallOutput<N>> | null>;
  /** Moves both clocks together. Ends early if the process ends. */
  pass(ms: number): Promise<void>;
}

export interface Parts {
  given: Omit<Given, 'aheadMs' | 'grant'>;
  /** Gives another authorization code for the venue. */
  grant: () => Promise<Record<string, unknown>>;
  advance: (ms: number) => Promise<unknown>;
}

export function standAtTheMenu({ given, grant, advance }: Parts): AtTheMenu {
  let bridge: ChildProcess | null = null;
  let gone: Promise<void> = Promise.resolve();
  let aheadMs = 0;
  let next = 1;
  const waiting = new Map<number, (reported: unknown) => void>();
  const GONE = Symbol('gone');

  type Question = Asked extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never;
  function ask(question: Question): Promise<unknown> {
    if (!bridge?.connected) return Promise.resolve(GONE);
    const id = next;
    next += 1;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      bridge?.send({ id, ...question }, (error) => error && resolve(GONE));
    });
  }

  const self: AtTheMenu = {
    aheadMs: () => aheadMs,
    async start() {
      const arguments_ = [JSON.stringify({ ...given, aheadMs, grant: await grant() } satisfies Given)];
      const child = fork(BRIDGE, arguments_, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      bridge = child;
      gone = new Promise((resolve) =>
        child.once('exit', () => {
          for (const end of waiting.values()) end(GONE);
          waiting.clear();
          resolve();
        }),
      );
      await new Promise<void>((resolve) => {
        waiting.set(0, () => resolve());
        child.on('message', ({ id, reported }: { id: number; reported: unknown }) => {
          waiting.get(id)?.(reported);
          waiting.delete(id);
        });
      });
    },
    async kill() {
      bridge?.kill('SIGKILL');
      await gone;
    },
    async call(name, input) {
      const reported = await ask({ ask: 'call', name, input });
      if (reported !== GONE && typeof reported === 'object' && reported !== null && 'failed' in reported)
        throw new Error(`${name}: ${reported.failed}`);
      return reported === GONE ? null : (reported as Answer<never>);
    },
    async pass(ms) {
      for (let left = ms, step = 0; left > 0; left -= step) {
        const quiet = await ask({ ask: 'quiet' });
        if (quiet === GONE) return;
        // While nothing is due the clocks may move further.
        step = Math.min(left, Math.max(STEP_MS, (quiet === null ? left : Number(quiet)) - STEP_MS));
        aheadMs += step;
        await advance(step);
        if ((await ask({ ask: 'pass', aheadMs })) === GONE) return;
      }
    },
  };
  return self;
}
