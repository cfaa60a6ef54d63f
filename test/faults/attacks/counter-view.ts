/** What the counter shows to somebody who is let in: cards, notices, everything that is pushed. */
import { WebSocket } from 'ws';
import type { CounterState, Push, ServerFrame } from '../../../preload/contract.ts';
import { applyPush, type Held } from '../../../renderer/state/apply-push.ts';
import { type CounterClient, openCounter } from './counter-client.ts';

export interface CounterView extends CounterClient {
  state(): CounterState;
  /** The sentences of the messages that are shown now. */
  notices(): string[];
}

export async function viewCounter(counterUrl: string): Promise<CounterView> {
  const client = await openCounter(counterUrl);
  const { host, origin } = new URL(counterUrl);
  const socket = new WebSocket(`ws://${host}/bridge`, { headers: { cookie: client.cookie }, origin });
  let held: Held | null = null;
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if ('push' in frame) held = applyPush(held, frame as Push).held ?? held;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    socket.once('close', () => reject(new Error('The counter closed the link before it showed anything.')));
  });
  const state = (): CounterState => {
    if (!held) throw new Error('The counter has shown nothing yet.');
    return held.state;
  };
  return {
    ...client,
    state,
    notices: () => Object.values(state().notices).map(({ says }) => says),
    close() {
      socket.terminate();
      client.close();
    },
  };
}
