/** A screen without a browser: its state and calls over the browsers' link. */

import type { Answer, AppState, CallInput, CallName, CallOutput, Push, ServerFrame } from '../../../../contract/contract.ts';
import { openCounterSocket } from '../../../../main/demo/robot.ts';
import { type AppliedState, applyPush } from '../../../../renderer/state/apply-push.ts';

export interface CounterScreen {
  state(): AppState;
  /** Rejects without an answer in time. */
  call<N extends CallName>(name: N, input: CallInput<N>, withinMs?: number): Promise<Answer<CallOutput<N>>>;
  /** Resolves when the state satisfies `look`. Rejects after the time. */
  until<T>(what: string, look: (state: AppState) => T, withinMs: number): Promise<Exclude<T, null | undefined | false>>;
  close(): void;
}

export async function openScreen(counterUrl: string, onPush: (push: Push) => void = () => undefined): Promise<CounterScreen> {
  const socket = await openCounterSocket(counterUrl);
  const waiting = new Map<number, (answer: never) => void>();
  const looking = new Set<() => void>();
  let held: AppliedState | null = null;
  let last = 0;
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if ('answer' in frame) {
      waiting.get(frame.id)?.(frame.answer as never);
      waiting.delete(frame.id);
      return;
    }
    onPush(frame);
    held = applyPush(held, frame).held;
    for (const look of looking) look();
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));

  const screen: CounterScreen = {
    state() {
      if (!held) throw new Error('The screen was told nothing yet.');
      return held.state;
    },
    call(name, input, withinMs = 60_000) {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, call: name, input }));
      return within(`the answer to ${name}`, withinMs, (resolve) => waiting.set(id, resolve));
    },
    until: (what, look, withinMs) =>
      within(what, withinMs, (resolve) => {
        const again = (): void => {
          const seen = held && look(held.state);
          if (!seen) return;
          looking.delete(again);
          resolve(seen as never);
        };
        looking.add(again);
        again();
      }),
    close: () => socket.terminate(),
  };
  await screen.until('the first snapshot', () => true, 10_000);
  return screen;
}

function within<T>(what: string, ms: number, begin: (resolve: (value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${ms} ms in vain for ${what}.`)), ms);
    begin((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
