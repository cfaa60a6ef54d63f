/** The order alert: when it opens over the board, which orders it lists, and when it stays closed. Pure. */
import { type OrderCard, TAKES_ON } from '../../contract/contract.ts';
import { alertingOrders } from '../state/board.ts';
import { secondsLeft } from '../time/urgency.ts';

/** One touch keeps the call away for so long at most, seconds. */
export const HIDDEN_S = 60;
/** However long an order may wait: with so little left it is called for whatever was hidden before, seconds. */
const LAST_CALL_S = 15;
/** Hiding it for less than this would be no hiding, seconds. */
const LEAST_HIDDEN_S = 5;

/** So many orders setup lists with their buttons; more need the alert. */
export const LISTED_IN_SET_UP = 3;

export interface Call {
  open: boolean;
  /** The orders it names, in the order they stand there; one that was answered stays until no finger is near. */
  rows: string[];
  /** The service's clock, ms; 0 when no one has hidden it. */
  hiddenUntil: number;
  /** Orders that it named when someone hid it: past the half of their time it comes back for them. */
  seen: Record<string, true>;
}

export const NO_CALL: Call = { open: false, rows: [], hiddenUntil: 0, seen: {} };

export interface Facts {
  orders: Record<string, OrderCard>;
  /** Touched here a moment ago, or on their way to the bridge. */
  muted: Record<string, true>;
  sending: Record<string, unknown>;
  /** The service's clock, ms. */
  now: number;
  /** Someone does something on this screen: touches it, types, has a dialog open. */
  isActing: boolean;
  /** The page lists a few waiting orders itself. */
  isSetUp?: boolean;
  /** A finger is on the screen, or was a moment ago. */
  isTouched: boolean;
}

/** All that wait for an answer that can be given here, and those that no one here can read yet; the most pressing first. */
export function waitingOrders({ orders, sending, now }: Pick<Facts, 'orders' | 'sending' | 'now'>): OrderCard[] {
  const waiting = Object.values(orders).filter(({ id, deadline, pending, actions, unread }) => {
    if (deadline === null || pending !== null || sending[id]) return false;
    // Where staff decide in the service's own app there is nothing to answer here.
    const isAsked = actions.some(({ name }) => TAKES_ON.includes(name));
    if (!isAsked && !unread) return false;
    // What the service has rejected by now is no question any more; where its time is not known, it may be one still.
    return secondsLeft(deadline.at, now) > 0 || (isAsked && deadline.about === true);
  });
  return waiting.sort((a, b) => (a.deadline?.at ?? '').localeCompare(b.deadline?.at ?? ''));
}

/** `left`: seconds. `over`: how many wait before it whose time, which no one knows exactly, may be over. */
export interface First {
  order: OrderCard;
  left: number;
  about: boolean;
  over: number;
}

/** The one whose time ends next, with how long it has; null when the time of none is running. */
export function firstOf(waiting: OrderCard[], now: number): First | null {
  const over = waiting.filter(({ deadline }) => secondsLeft(deadline?.at ?? '', now) === 0).length;
  for (const order of waiting) {
    const left = secondsLeft(order.deadline?.at ?? '', now);
    if (left > 0) return { order, left, about: order.deadline?.about ?? false, over };
  }
  return null;
}

/**
 * Those it is time to call for: half-way through their time while no one has taken them up by a touch of their own (hiding the call is none),
 * and in their last moments.
 */
function pressingOrders(facts: Facts, seen: Record<string, true>): OrderCard[] {
  const untouched = new Set(alertingOrders(facts.orders, facts.muted).map(({ id }) => id));
  return waitingOrders(facts).filter(({ id, deadline }) => {
    const total = deadline?.totalSeconds ?? 0;
    const left = secondsLeft(deadline?.at ?? '', facts.now);
    if (left === 0) return false;
    return left <= lastMoments(total) || (left <= total / 2 && (untouched.has(id) || seen[id] === true));
  });
}

/** The last sixth of the time to answer, seconds. */
function lastMoments(totalSeconds: number): number {
  return Math.max(LAST_CALL_S, totalSeconds / 6);
}

/** For how long one touch hides the call now, whole seconds: never past the moment at which the last moments of an order begin, or end. */
export function hiddenSeconds(facts: Pick<Facts, 'orders' | 'sending' | 'now'>): number {
  const until = waitingOrders(facts).flatMap(({ deadline }) => {
    const left = secondsLeft(deadline?.at ?? '', facts.now);
    return [lastMoments(deadline?.totalSeconds ?? 0), LAST_CALL_S].map((point) => Math.floor(left - point));
  });
  return Math.min(HIDDEN_S, ...until.filter((seconds) => seconds >= LEAST_HIDDEN_S));
}

/** What becomes of the call now. It opens only where no one is disturbed, and never changes under a finger but at its end. */
export function nextCall(call: Call, facts: Facts): Call {
  const waiting = waitingOrders(facts).map(({ id }) => id);
  // No one's finger is near: whose time ends first stands first, also where it came last.
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

/** After one touch: away for as long as it says (`seconds`), and back then for what is past half of its time and still unanswered. */
export function hiddenCall(call: Call, facts: Facts, seconds = hiddenSeconds(facts)): Call {
  const named = [...call.rows, ...waitingOrders(facts).map(({ id }) => id)];
  return {
    open: false,
    rows: [],
    hiddenUntil: facts.now + seconds * 1_000,
    seen: { ...call.seen, ...Object.fromEntries(named.map((id) => [id, true as const])) },
  };
}

/** After a touch on the strip: there at once, whoever is busy with what. */
export function askedCall(call: Call, facts: Facts): Call {
  const rows = waitingOrders(facts).map(({ id }) => id);
  return { ...call, open: rows.length > 0, rows };
}

/** What the strip speaks of while the call itself is not there: all that wait, once one of them is pressing or was left open. */
export function leftWaiting(call: Call, facts: Facts): OrderCard[] {
  if (call.open) return [];
  const waiting = waitingOrders(facts);
  const isDue = waiting.some(({ id }) => call.seen[id]) || pressingOrders(facts, call.seen).length > 0;
  return isDue && firstOf(waiting, facts.now) ? waiting : [];
}
