/** A robot that handles every order through the screen's contract. */
import { WebSocket } from 'ws';
import type { Answer, AppState, CallInput, CallName, CallOutput, ClientFrame, OrderCard, ServerFrame } from '../../contract/contract.ts';
import { askIn, BRIDGE_PATH, keyOfCode, PROTOCOL, readCode } from '../../contract/entry.ts';
import { systemTime } from '../../shared/time/system-time.ts';

const SNAPSHOT_MS = 2_000;
/** Ms before it taps an unchanged button again. */
const TOUCH_AGAIN_MS = 8_000;

export interface Robot {
  /** Makes any call. Rejects when the connection breaks. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  /** The last state, updated every two seconds. */
  state(): AppState | null;
  /** False once the app has closed the connection: start another robot. */
  isLinked(): boolean;
  stop(): void;
}

/**
 * Connects like a browser and handles what it sees. `wantsToReject` picks orders by ID; `onSnapshot` gets each snapshot and may make calls.
 * Rejects if the app can't be reached.
 */
export async function startRobot(
  counterUrl: string,
  wantsToReject: (orderId: string) => boolean,
  onSnapshot: (state: AppState, call: (name: ClientFrame['call'], input: unknown) => void) => void = () => undefined,
): Promise<Robot> {
  const socket = await openCounterSocket(counterUrl);
  /** Last request per order: the next follows when its card offers another action, or later still the same. */
  const asked = new Map<string, { choice: string; at: number }>();
  /** Last tap per ringing order: tapping a thousand at every update would overload the app. */
  const touchedAt = new Map<string, number>();
  const unanswered = new Map<number, (answer: Answer<unknown>) => void>();
  const broken = new Promise<never>((_, reject) => socket.once('close', () => reject(new Error('The link to the counter broke.'))));
  broken.catch(() => undefined);
  let state: AppState | null = null;
  let nextId = 1;

  function call(name: ClientFrame['call'], input: unknown, hear?: (answer: Answer<unknown>) => void): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ id: nextId, call: name, input } satisfies ClientFrame));
    if (hear) unanswered.set(nextId, hear);
    nextId += 1;
  }

  /** Refused calls (full disk) are repeated at the next snapshot, as staff would. */
  function callFor(orderId: string, name: ClientFrame['call'], input: object = {}): void {
    call(name, { orderId, ...input }, ({ ok }) => void (ok || asked.delete(orderId)));
  }

  function look(card: OrderCard): void {
    const action = card.actions[0];
    if (!action) return;
    if (card.alerting && systemTime.wall() - (touchedAt.get(card.id) ?? 0) >= TOUCH_AGAIN_MS) {
      touchedAt.set(card.id, systemTime.wall());
      call('order.touch', { orderId: card.id });
    }
    const rejects = wantsToReject(card.id) && card.actions.some(({ name }) => name === 'reject');
    const choice = rejects ? 'reject' : action.name;
    if (choice === 'reject' && !rejects) return;
    const before = asked.get(card.id);
    if (before?.choice === choice && systemTime.wall() - before.at < TOUCH_AGAIN_MS) return;
    asked.set(card.id, { choice, at: systemTime.wall() });
    if (choice === 'accept') callFor(card.id, 'order.accept', { extraMinutes: action.extraMinutes?.includes(5) ? 5 : 0 });
    else if (choice === 'reject') callFor(card.id, 'order.reject', { reason: 'Sold out for today, sorry', code: 'ITEMS_UNAVAILABLE' });
    else callFor(card.id, `order.${choice}`);
  }

  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if ('answer' in frame) {
      unanswered.get(frame.id)?.(frame.answer);
      return void unanswered.delete(frame.id);
    }
    if (frame.push === 'signed-in' || frame.push === 'station') return;
    if (frame.push === 'snapshot') {
      state = frame.state;
      onSnapshot(frame.state, call);
    }
    const cards = frame.push === 'snapshot' ? Object.values(frame.state.orders) : frame.changes.flatMap(orderOf);
    for (const card of cards) look(card);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  // Shows every card again, so that unchanged buttons are tapped again.
  socket.once(
    'close',
    systemTime.every(SNAPSHOT_MS, () => call('state.snapshot', {})),
  );
  socket.on('error', () => socket.close());
  return {
    ask: <N extends CallName>(name: N, input: CallInput<N>) =>
      Promise.race([broken, new Promise<Answer<CallOutput<N>>>((resolve) => call(name, input, (answer) => resolve(answer as never)))]),
    state: () => state,
    isLinked: () => socket.readyState === socket.OPEN,
    stop: () => socket.terminate(),
  };
}

/** Opens a socket with the code in the address (`#`), as printed by `npm start`. Rejects if access is refused. */
export async function openCounterSocket(counterUrl: string): Promise<WebSocket> {
  const { host, origin, hash } = new URL(counterUrl);
  const entry = await askIn(origin, [keyOfCode(readCode(hash) ?? '')]);
  if (entry.outcome !== 'in') throw new Error(`The counter did not let anybody in (${entry.outcome}).`);
  return new WebSocket(`ws://${host}${BRIDGE_PATH}`, [PROTOCOL, entry.ticket], { origin });
}

function orderOf(change: { topic: string; value: unknown }): OrderCard[] {
  return change.topic === 'orders' && change.value ? [change.value as OrderCard] : [];
}
