/** A client like a browser: admitted by the app's address, makes calls over the link. */

import type { Answer, CallInput, CallName, CallOutput, Push, ServerFrame } from '../../../../contract/contract.ts';
import { openCounterSocket } from '../../../../main/demo/robot.ts';

export interface CounterClient {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  isLinked(): boolean;
  close(): void;
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
    close: () => socket.terminate(),
  };
}
