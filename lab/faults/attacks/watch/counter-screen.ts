/** Screens without a browser, admitted by the app's address. */

import type { Answer, AppState, CallInput, CallName, CallOutput, Push, ServerFrame, Snapshot } from '../../../../contract/contract.ts';
import { english } from '../../../../contract/english.ts';
import { openCounterSocket } from '../../../../main/demo/robot.ts';
import { applyPush } from '../../../../renderer/state/apply-push.ts';

export interface CounterClient {
  /** Rejects when the link ends. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  isLinked(): boolean;
  close(): void;
  [Symbol.dispose](): void;
}

export interface CounterView extends CounterClient {
  state(): AppState;
  notices(): string[];
}

export interface CounterScreen extends CounterView {
  /** Rejects without an answer in time. */
  call<N extends CallName>(name: N, input: CallInput<N>, withinMs?: number): Promise<Answer<CallOutput<N>>>;
  /** Resolves when the state satisfies `look`. Rejects after the time. */
  until<T>(what: string, look: (state: AppState) => T, withinMs: number): Promise<Exclude<T, null | undefined | false>>;
}

export async function openCounter(counterUrl: string, onPush: (push: Push) => void = () => undefined): Promise<CounterClient> {
  const socket = await openCounterSocket(counterUrl);
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if ('push' in frame) return onPush(frame);
    waiting.get(frame.id)?.resolve(frame.answer as never);
    waiting.delete(frame.id);
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The link to the counter broke.'));
  });
  const close = (): void => socket.terminate();
  return {
    call(name, input) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, call: name, input }), (error) => error && reject(error));
      });
    },
    isLinked: () => socket.readyState === socket.OPEN,
    close,
    [Symbol.dispose]: close,
  };
}

export async function viewCounter(counterUrl: string, onPush: (push: Push) => void = () => undefined): Promise<CounterView> {
  let held: Snapshot | null = null;
  const first = Promise.withResolvers<void>();
  const client = await openCounter(counterUrl, (push) => {
    held = applyPush(held, push).held ?? held;
    onPush(push);
    if (held) first.resolve();
  });
  await first.promise;
  const state = (): AppState => {
    if (!held) throw new Error('The counter has shown nothing yet.');
    return held.state;
  };
  return { ...client, state, notices: () => Object.values(state().notices).map(({ text }) => english(text)) };
}

export async function openScreen(counterUrl: string, onPush: (push: Push) => void = () => undefined): Promise<CounterScreen> {
  const looking = new Set<() => void>();
  const view = await within('the first snapshot', 10_000, (resolve: (view: CounterView) => void, reject) =>
    viewCounter(counterUrl, (push) => {
      onPush(push);
      for (const look of looking) look();
    }).then(resolve, reject),
  );
  return {
    ...view,
    // A broken link is no answer, as on a real screen.
    call: (name, input, withinMs = 60_000) =>
      within(`the answer to ${name}`, withinMs, (resolve) => void view.call(name, input).then(resolve, () => undefined)),
    until: (what, look, withinMs) =>
      within(what, withinMs, (resolve) => {
        const again = (): void => {
          const seen = look(view.state());
          if (!seen) return;
          looking.delete(again);
          resolve(seen as never);
        };
        looking.add(again);
        again();
      }),
  };
}

function within<T>(what: string, ms: number, begin: (resolve: (value: T) => void, reject: (error: Error) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${ms} ms in vain for ${what}.`)), ms);
    begin((value) => {
      clearTimeout(timer);
      resolve(value);
    }, reject);
  });
}
