/** The order alert: when it opens, its orders, and when it stays closed. Pure. */
import { ACCEPTING_ACTIONS, type KitchenOrder } from '../../contract/contract.ts';
import { alertingOrders } from '../state/board.ts';
import { secondsLeft } from '../time/urgency.ts';

/** Longest time one tap hides the alert, seconds. */
export const HIDDEN_S = 60;
/** With this little left an order alerts even if hidden, seconds. */
const LAST_CALL_S = 15;
/** The alert isn't hidden for less than this, seconds. */
const LEAST_HIDDEN_S = 5;

/** Setup lists this many orders itself; more need the alert. */
export const LISTED_IN_SET_UP = 3;

export interface Call {
  open: boolean;
  /** Order IDs as displayed. Answered orders stay until the screen isn't tapped. */
  rows: string[];
  /** The service's clock, epoch ms; 0 if not hidden. */
  hiddenUntil: number;
  /** Orders that the alert listed when hidden. For these, it opens again after half of their time. */
  seen: Record<string, true>;
}

export const NO_CALL: Call = { open: false, rows: [], hiddenUntil: 0, seen: {} };

export interface Facts {
  orders: Record<string, KitchenOrder>;
  /** `muted`: seen here a moment ago. `sending`: with a command on its way. */
  muted: Record<string, true>;
  sending: Record<string, unknown>;
  /** The service's clock, epoch ms. */
  now: number;
  /** Whether the screen is in use: taps, typing, an open dialog. */
  isActing: boolean;
  /** Setup lists a few waiting orders itself. */
  isSetUp?: boolean;
  /** Whether the screen is tapped, or was a moment ago. */
  isTouched: boolean;
}

/** Orders to answer here, and orders not read yet; most urgent first. */
export function waitingOrders({ orders, sending, now }: Pick<Facts, 'orders' | 'sending' | 'now'>): KitchenOrder[] {
  const waiting = Object.values(orders).filter(({ id, deadline, pending, actions, unread }) => {
    if (deadline === null || pending !== null || sending[id]) return false;
    // Nothing to answer if staff decide in the service's own app.
    const isAsked = actions.some(({ name }) => ACCEPTING_ACTIONS.includes(name));
    if (!isAsked && !unread) return false;
    // The service rejects an order at its deadline, unless that's an estimate.
    return secondsLeft(deadline.at, now) > 0 || (isAsked && deadline.about === true);
  });
  return waiting.sort((a, b) => (a.deadline?.at ?? '').localeCompare(b.deadline?.at ?? ''));
}

/** `left`: seconds. `over`: earlier orders whose estimated time may be over. */
export interface First {
  order: KitchenOrder;
  left: number;
  about: boolean;
  over: number;
}

/** The order whose time ends next; null if none is running. */
export function firstOf(waiting: KitchenOrder[], now: number): First | null {
  const over = waiting.filter(({ deadline }) => secondsLeft(deadline?.at ?? '', now) === 0).length;
  for (const order of waiting) {
    const left = secondsLeft(order.deadline?.at ?? '', now);
    if (left > 0) return { order, left, about: order.deadline?.about ?? false, over };
  }
  return null;
}

/** Orders that open the alert: in their last moments, or past half of their time without a tap on them (hiding the alert doesn't count). */
function pressingOrders(facts: Facts, seen: Record<string, true>): KitchenOrder[] {
  const untouched = new Set(alertingOrders(facts.orders, facts.muted).map(({ id }) => id));
  return waitingOrders(facts).filter(({ id, deadline }) => {
    const total = deadline?.totalSeconds ?? 0;
    const left = secondsLeft(deadline?.at ?? '', facts.now);
    if (left === 0) return false;
    return left <= lastMoments(total) || (left <= total / 2 && (untouched.has(id) || seen[id] === true));
  });
}

/** The last sixth of the answer time, seconds. */
function lastMoments(totalSeconds: number): number {
  return Math.max(LAST_CALL_S, totalSeconds / 6);
}

/** How long a tap hides the alert, whole seconds; never past the start or end of an order's last moments. */
export function hiddenSeconds(facts: Pick<Facts, 'orders' | 'sending' | 'now'>): number {
  const until = waitingOrders(facts).flatMap(({ deadline }) => {
    const left = secondsLeft(deadline?.at ?? '', facts.now);
    return [lastMoments(deadline?.totalSeconds ?? 0), LAST_CALL_S].map((point) => Math.floor(left - point));
  });
  return Math.min(HIDDEN_S, ...until.filter((seconds) => seconds >= LEAST_HIDDEN_S));
}

/** The alert's next state. It opens only on an idle screen; rows don't change while it's tapped, except when closing. */
export function nextCall(call: Call, facts: Facts): Call {
  const waiting = waitingOrders(facts).map(({ id }) => id);
  // Most urgent first, unless the screen is tapped.
  const sorted = (rows: string[]) => (facts.isTouched ? rows : rows.toSorted((a, b) => waiting.indexOf(a) - waiting.indexOf(b)));
  const seen = Object.fromEntries(Object.entries(call.seen).filter(([id]) => waiting.includes(id)));
  if (!call.open) {
    const isListed = facts.isSetUp === true && waiting.length <= LISTED_IN_SET_UP;
    const mayOpen = !facts.isActing && !isListed && facts.now >= call.hiddenUntil && pressingOrders(facts, seen).length > 0;
    return { ...call, seen, open: mayOpen, rows: mayOpen ? waiting : [] };
  }
  const stays = (id: string) => waiting.includes(id) || facts.isTouched || facts.orders[id]?.pending?.undoUntil != null;
  const rows = [...call.rows.filter((id) => facts.orders[id] && stays(id)), ...waiting.filter((id) => !call.rows.includes(id))];
  return { ...call, seen, rows: sorted(rows), open: rows.length > 0 };
}

/** The alert's state after a tap hides it for `seconds`; then it returns for unanswered orders past half of their time. */
export function hiddenCall(call: Call, facts: Facts, seconds = hiddenSeconds(facts)): Call {
  const named = [...call.rows, ...waitingOrders(facts).map(({ id }) => id)];
  return {
    open: false,
    rows: [],
    hiddenUntil: facts.now + seconds * 1_000,
    seen: { ...call.seen, ...Object.fromEntries(named.map((id) => [id, true as const])) },
  };
}

/** After a tap on the strip: opens in any case. */
export function openedCall(call: Call, facts: Facts): Call {
  const rows = waitingOrders(facts).map(({ id }) => id);
  return { ...call, open: rows.length > 0, rows };
}

/** Orders in the strip while the alert is closed: all waiting ones, once one is urgent or was in a hidden alert. */
export function leftWaiting(call: Call, facts: Facts): KitchenOrder[] {
  if (call.open) return [];
  const waiting = waitingOrders(facts);
  const isDue = waiting.some(({ id }) => call.seen[id]) || pressingOrders(facts, call.seen).length > 0;
  return isDue && firstOf(waiting, facts.now) ? waiting : [];
}
