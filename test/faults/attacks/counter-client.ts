/** Somebody at the counter, as a browser would be: let in by the address, and calling over the link. */
import { WebSocket } from 'ws';
import type { Answer, CallInput, CallName, CallOutput, ServerFrame } from '../../../preload/contract.ts';

export interface CounterClient {
  /** What the browser sends to be known again. */
  cookie: string;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  /** Whether the link still stands. */
  isLinked(): boolean;
  close(): void;
}

export async function openCounter(counterUrl: string): Promise<CounterClient> {
  const entry = await fetch(counterUrl, { redirect: 'manual' });
  const cookie = entry.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`The counter let nobody in (${entry.status}).`);
  const { host, origin } = new URL(counterUrl);
  const socket = new WebSocket(`ws://${host}/bridge`, { headers: { cookie }, origin });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if ('push' in frame) return;
    waiting.get(frame.id)?.resolve(frame.answer as never);
    waiting.delete(frame.id);
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The link to the counter broke.'));
  });
  return {
    cookie,
    call(name, input) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, call: name, input }), (error) => error && reject(error));
      });
    },
    isLinked: () => socket.readyState === socket.OPEN,
    close: () => socket.terminate(),
  };
}
