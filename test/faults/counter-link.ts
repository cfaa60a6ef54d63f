/** A screen of its own at a running counter: what a script of anybody's could be, once it has the counter's address. */
import { WebSocket } from 'ws';
import type { Answer, CallInput, CallName, CallOutput, CounterState, ServerFrame } from '../../preload/contract.ts';
import { applyPush, type Held } from '../../renderer/state/apply-push.ts';

export interface CounterLink {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  /** What this screen shows; null before it was told. */
  state(): CounterState | null;
  /** Everything that it was told, as it came. */
  told(): readonly string[];
  close(): void;
}

/** What lets a browser in: to be got once, for any number of screens. Rejects when the counter does not let it in. */
export async function letIn(counterUrl: string): Promise<string> {
  const entry = await fetch(counterUrl, { redirect: 'manual' });
  const cookie = entry.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`The counter did not let the screen in (${entry.status}).`);
  return cookie;
}

/** A call that is never answered, because the counter is gone, rejects. */
export async function dialCounter(counterUrl: string, cookie: string): Promise<CounterLink> {
  const { host, origin } = new URL(counterUrl);
  const socket = new WebSocket(`ws://${host}/bridge`, { headers: { cookie }, origin });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const told: string[] = [];
  let held: Held | null = null;
  let last = 0;
  socket.on('message', (data) => {
    told.push(String(data));
    const frame = JSON.parse(String(data)) as ServerFrame;
    if (!('id' in frame)) {
      held = applyPush(held, frame).held;
      return;
    }
    waiting.get(frame.id)?.resolve(frame.answer as never);
    waiting.delete(frame.id);
  });
  const gone = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The counter is gone.'));
    waiting.clear();
  };
  socket.on('close', gone);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', gone);
  return {
    call(name, input) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(new Error('The counter is gone.'));
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, call: name, input }));
      });
    },
    state: () => held?.state ?? null,
    told: () => told,
    close: () => socket.terminate(),
  };
}
