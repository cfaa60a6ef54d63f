/** Staff at the main screen. They reconnect after restarts, and the venue after a kill cost its tokens. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CallInput, CallName, CallOutput } from '../../../contract/contract.ts';
import { type CounterView, viewCounter } from '../attacks/watch/counter-screen.ts';
import type { Chance } from '../seeded.ts';
import type { VenueProcess } from '../venue-process.ts';
import { tap } from './hands.ts';
import { type Line, nowMs } from './station-lines.ts';

const CONNECTS_WITHIN_MS = 30_000;
const RETRY_MS = 200;
const RECONNECT_MS = 5_000;

export interface Counter {
  /** Waits for a link. Rejects without one, or if refused. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  view(): CounterView | null;
  tell(order: 'work' | 'rest'): void;
  lines: Line[];
  close(): Promise<void>;
}

export function openStaffedCounter(app: VenueProcess, person: string, chance: Chance): Counter {
  const lines: Line[] = [];
  let view: CounterView | null = null;
  let isWorking = false;
  let isOver = false;
  let taps = 0;
  let connectedAt = 0;

  async function stay(): Promise<void> {
    while (!isOver) {
      await wait(RETRY_MS);
      if (view?.isLinked() || !app.isOn()) continue;
      const url = app.counterUrl();
      if (url === '') continue;
      view = await viewCounter(url).catch(() => null);
      await view?.call('staff.signIn', { id: person, pin: null }).catch(() => undefined);
    }
  }

  async function connectAgain(seen: CounterView): Promise<void> {
    const isWell = Object.values(seen.state().venues).every(({ state }) => state === 'connected');
    if (isWell || nowMs() - connectedAt < RECONNECT_MS) return;
    connectedAt = nowMs();
    await seen.call('venue.connect', await app.venue.newConnection()).catch(() => undefined);
  }

  async function work(): Promise<void> {
    while (!isOver) {
      await wait(60 + chance.below(120));
      const seen = view;
      if (!isWorking || !seen?.isLinked()) continue;
      void connectAgain(seen);
      tap(
        {
          state: seen.state,
          call: (name, input) => seen.call(name, input).catch(() => ({ ok: false, problem: { code: 'answer-lost', text: '-' } })),
          tapped(orderId, action) {
            taps += 1;
            const number = taps;
            lines.push({ is: 'tap', at: nowMs(), number, orderId, action });
            return ({ code, text }) => lines.push({ is: 'answer', at: nowMs(), number, code, text });
          },
        },
        chance,
      );
    }
  }
  const ends = Promise.all([stay(), work()]);

  return {
    lines,
    view: () => view,
    async ask(name, input) {
      const until = nowMs() + CONNECTS_WITHIN_MS;
      while (!view?.isLinked()) {
        if (nowMs() > until) throw new Error(`The counter could not be reached for ${name}.`);
        await wait(RETRY_MS);
      }
      const answer = await view.call(name, input);
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.problem)}`);
      return answer.value;
    },
    tell(order) {
      isWorking = order === 'work';
    },
    async close() {
      isOver = true;
      view?.close();
      await ends;
    },
  };
}
