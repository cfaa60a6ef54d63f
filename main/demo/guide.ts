/** Prints the viewer's next step, and limits waiting orders to what a person can oversee. */
import { systemTime } from '../../shared/time/system-time.ts';
import type { Observer, ServiceOrder } from './observer.ts';

/** The step an order waits for. Couriers and pre-order times come automatically. */
type Turn = 'answer' | 'ready' | 'delivered';

const MOST_WAITING = 4;
const LOOK_MS = 500;
const DO: Record<Turn, string> = {
  answer: 'Accept or Reject',
  ready: 'Ready, once it is cooked:',
  delivered: 'Delivered, once it is handed over:',
};

export interface Guide {
  /** Resolves once fewer than MOST_WAITING orders wait for a person; false if aborted. */
  room(): Promise<boolean>;
  stop(): void;
}

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
    // Ignored: the narrator reports an unreachable service.
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

function guideLine(orders: readonly ServiceOrder[]): string {
  const of = (turn: Turn) => orders.filter((order) => turnOf(order) === turn).map(({ order_number: number }) => number);
  const work = (['answer', 'ready', 'delivered'] as const).filter((turn) => of(turn).length > 0);
  const waiting = work.flatMap(of).length;
  if (waiting === 0) return '→ Nothing is waiting for you.';
  const pause = waiting < MOST_WAITING ? '' : ` No further order comes before one of these ${waiting} has gone on.`;
  return `→ Your turn: ${work.map((turn) => `${DO[turn]} ${of(turn).join(', ')}`).join(' · ')}.${pause}`;
}

/** Null if the order waits for no person. */
function turnOf({ state, delivery }: ServiceOrder): Turn | null {
  if (state === 'created' || state === 'waiting') return 'answer';
  if (state === 'production') return 'ready';
  const hasCourier = delivery.type === 'homedelivery' && !delivery.self_delivery;
  return state === 'ready' && !hasCourier ? 'delivered' : null;
}
