/** A robot at the counter: drives every order to its end through the contract that the screen uses. */
import { WebSocket } from 'ws';
import type {
  Answer,
  CallInput,
  CallName,
  CallOutput,
  ClientFrame,
  CounterState,
  OrderCard,
  ServerFrame,
} from '../../contract/contract.ts';
import { askIn, BRIDGE_PATH, keyOfCode, PROTOCOL, readCode } from '../../contract/entry.ts';
import { systemTime } from '../../shared/time/system-time.ts';

const SNAPSHOT_MS = 2_000;
/** Who touched a button and sees the same button again after so long touches it again, ms. */
const TOUCH_AGAIN_MS = 8_000;

export interface Robot {
  /** What it is to do besides the orders. Rejects when the link to the counter breaks. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  /** As the last snapshot had it; one comes every two seconds. */
  state(): CounterState | null;
  /** False once the counter has closed the link: another robot has to come. */
  isLinked(): boolean;
  stop(): void;
}

/**
 * Is let in at the counter's address as a browser would be and answers what it sees. `wantsToReject` picks orders by their id;
 * `onSnapshot` sees the whole state each time it comes, and may call for itself.
 * Rejects when the counter cannot be reached.
 */
export async function startRobot(
  counterUrl: string,
  wantsToReject: (orderId: string) => boolean,
  onSnapshot: (state: CounterState, call: (name: ClientFrame['call'], input: unknown) => void) => void = () => undefined,
): Promise<Robot> {
  const socket = await openCounterSocket(counterUrl);
  /** The last thing asked of each order, and when; asked again when its card offers something else, or still the same. */
  const asked = new Map<string, { choice: string; at: number }>();
  /** When each order that rings was touched: touched once a look, a thousand of them would keep the counter busy with nothing else. */
  const touchedAt = new Map<string, number>();
  /** Calls without an answer yet, and who waits for it. */
  const unanswered = new Map<number, (answer: Answer<unknown>) => void>();
  const broken = new Promise<never>((_, reject) => socket.once('close', () => reject(new Error('The link to the counter broke.'))));
  broken.catch(() => undefined);
  let state: CounterState | null = null;
  let nextId = 1;

  function call(name: ClientFrame['call'], input: unknown, hear?: (answer: Answer<unknown>) => void): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ id: nextId, call: name, input } satisfies ClientFrame));
    if (hear) unanswered.set(nextId, hear);
    nextId += 1;
  }

  /** What was refused (the disk was full, say) is asked for again at the next snapshot, as a person would. */
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
    if (frame.push === 'signed-in') return;
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
  // What changes by patches alone is looked at again now and then.
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

/** A socket to the counter that is being opened, with a code as `npm start` prints it behind the `#`. Rejects where it is not let in. */
export async function openCounterSocket(counterUrl: string): Promise<WebSocket> {
  const { host, origin, hash } = new URL(counterUrl);
  const entry = await askIn(origin, [keyOfCode(readCode(hash) ?? '')]);
  if (entry.outcome !== 'in') throw new Error(`The counter did not let anybody in (${entry.outcome}).`);
  return new WebSocket(`ws://${host}${BRIDGE_PATH}`, [PROTOCOL, entry.ticket], { origin });
}

function orderOf(change: { topic: string; value: unknown }): OrderCard[] {
  return change.topic === 'orders' && change.value ? [change.value as OrderCard] : [];
}
