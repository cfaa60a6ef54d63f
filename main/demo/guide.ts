/** What whoever watches the demo does next, in a line, and whether another order may come: no more wait for a person than a person overlooks. */
import { systemTime } from '../../shared/time/system-time.ts';
import type { Observer, ServiceOrder } from './observer.ts';

/** What an order waits for a person to do. A courier, and the time of a pre-order, come by themselves. */
type Turn = 'answer' | 'ready' | 'delivered';

/** Orders that wait for a person at once, at most. */
const MOST_WAITING = 4;
const LOOK_MS = 500;
const DO: Record<Turn, string> = {
  answer: 'Accept or Reject',
  ready: 'Ready, once it is cooked:',
  delivered: 'Delivered, once it is handed over:',
};

export interface Guide {
  /** Resolves when fewer than MOST_WAITING orders wait for a person; false when it was aborted meanwhile. */
  room(): Promise<boolean>;
  stop(): void;
}

/** Says a line each time something else is to be done. */
export function startGuide(observer: Observer, say: (line: string) => void, signal: AbortSignal): Guide {
  let last = '';
  let isFull = true;
  const waiting = new Set<() => void>();
  const letOn = (): void => {
    for (const go of waiting) go();
    waiting.clear();
  };
  async function look(): Promise<void> {
    const orders = await observer.orders();
    isFull = orders.filter((order) => turnOf(order) !== null).length >= MOST_WAITING;
    const line = guideLine(orders);
    if (line !== last) say(line);
    last = line;
    if (!isFull) letOn();
  }
  let looking: Promise<void> = Promise.resolve();
  const lookAgain = (): Promise<void> => {
    // The narrator tells it when the service cannot be looked at.
    looking = looking.then(look).catch(() => undefined);
    return looking;
  };
  const stopLooking = systemTime.every(LOOK_MS, lookAgain);
  signal.addEventListener('abort', letOn);
  return {
    async room() {
      await lookAgain();
      if (isFull && !signal.aborted) await new Promise<void>((resolve) => waiting.add(resolve));
      return !signal.aborted;
    },
    stop() {
      stopLooking();
      signal.removeEventListener('abort', letOn);
      letOn();
    },
  };
}

/** What there is to do now, the oldest order of each kind of work first. */
function guideLine(orders: readonly ServiceOrder[]): string {
  const of = (turn: Turn) => orders.filter((order) => turnOf(order) === turn).map(({ order_number: number }) => number);
  const work = (['answer', 'ready', 'delivered'] as const).filter((turn) => of(turn).length > 0);
  const waiting = work.flatMap(of).length;
  if (waiting === 0) return '→ Nothing is waiting for you.';
  const pause = waiting < MOST_WAITING ? '' : ` No further order comes before one of these ${waiting} has gone on.`;
  return `→ Your turn: ${work.map((turn) => `${DO[turn]} ${of(turn).join(', ')}`).join(' · ')}.${pause}`;
}

/** Null where nothing waits for a person. */
function turnOf({ state, delivery }: ServiceOrder): Turn | null {
  if (state === 'created' || state === 'waiting') return 'answer';
  if (state === 'production') return 'ready';
  const hasCourier = delivery.type === 'homedelivery' && !delivery.self_delivery;
  return state === 'ready' && !hasCourier ? 'delivered' : null;
}
