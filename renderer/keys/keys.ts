/** The keyboard, a bump bar and a barcode scanner: everything that touch can do at the board. Outside fields and dialogs only. */
import { type ActionName, type OrderCard, TAKES_ON } from '../../contract/contract.ts';
import { cardOf, showCard } from '../board/show-card.ts';
import { doHeadOrSay } from '../displays/kitchen/commands.ts';
import { ticketOf } from '../displays/kitchen/tickets.ts';
import { readTab } from '../displays/kitchen/use-tab.ts';
import { readColumn, readTickets } from '../displays/kitchen/use-tickets.ts';
import { isAnswer } from '../order/actions/actions.tsx';
import { leaveAsking } from '../staff/asking.ts';
import { readCounter, setCounter } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { call, callOrSay } from '../state/link.ts';
import { act, undo } from '../state/order-commands.ts';
import { present } from '../state/places.ts';
import { readPlaces } from '../state/use-places.ts';
import { hasJustMovedOn } from '../touch/follow-orders.ts';
import { FIELD, mayPress, middleOf, movedByHand, sayCame, standsWhereSeen } from '../touch/guard.ts';
import { calledOrders, isCalling } from '../unanswered/keep-calling.ts';
import { type FieldBefore, fieldBefore, putBack, textAround } from './field-before.ts';
import { createScanReader, meantBy, SCANNER_PAUSE_MS } from './scanned.ts';

const COLUMNS = ['new', 'preparing', 'ready', 'scheduled'] as const;
const FORWARD: readonly ActionName[] = ['accept', 'confirm', 'ready', 'delivered'];

/** Starts listening; called once, when the page starts, before the guard of touches: the keys of a scanner press nothing. */
export function startKeys(): void {
  const reader = createScanReader();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let before: FieldBefore | null = null;

  /** A page that was busy may come to this before it comes to the keys that followed: then it waits for them once more. */
  function whenAlone(key: string, onceMore = true): void {
    const due = performance.now() + SCANNER_PAUSE_MS;
    const act = () => (onceMore && performance.now() > due + SCANNER_PAUSE_MS / 2 ? whenAlone(key, false) : command(key));
    waiting = setTimeout(act, SCANNER_PAUSE_MS);
  }

  window.addEventListener(
    'keydown',
    (event) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      const keepAway = () => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      const isScan = event.key === 'Enter' && !typing && reader.isReading(event.timeStamp);
      const goesOn = reader.goesOn(event.timeStamp);
      const isBehindCode = reader.isBehindCode(event.timeStamp);
      if (reader.begins(event.timeStamp)) before = fieldBefore(event.target);
      // A letter with Ctrl is a command of the browser (select all), and no letter of a code.
      const code = reader.key(event.ctrlKey || event.metaKey ? 'Control' : event.key, event.timeStamp);
      clearTimeout(waiting);
      if (event.key === 'Enter' && isBehindCode) return keepAway();
      // A blank within a code presses nothing.
      if (event.key === ' ' && goesOn && !isText(event.target)) return keepAway();
      if (code !== null && isPin(code, event.target)) {
        // Whoever knows a PIN by heart types it nearly as fast.
        if (!reader.wasByMachine() || !before || !hasStaff()) return;
        keepAway();
        return void scannedAtPin(code, before);
      }
      if (code !== null || isScan) {
        keepAway();
        // Somebody gives a badge its name: it stays in its field.
        if (event.target instanceof HTMLElement && event.target.matches('[data-takes-scan]')) return;
        return code === null ? setCounter({ said: { kind: 'unknown-code' } }) : void scanned(code, before);
      }
      const { screen, dialogs, view } = readCounter();
      const calls = isCalling();
      if (typing || (dialogs > 0 && !calls) || event.ctrlKey || event.altKey || event.metaKey || view === 'customer') return;
      if (screen !== 'board' && screen !== 'kitchen' && view === 'counter' && !calls) return;
      if (!isCommand(event.key)) return;
      // A key that is held down does its work once.
      if (event.repeat && !event.key.startsWith('Arrow')) return keepAway();
      // A scanner types the same letters: a person's key stands alone.
      if (event.key.length === 1) whenAlone(event.key);
      else if (command(event.key)) keepAway();
    },
    { capture: true },
  );
}

function isPin(code: string, target: EventTarget | null): boolean {
  return /^\d{4,12}$/.test(code) && target instanceof HTMLInputElement && target.type === 'password';
}

function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELD) !== null;
}

function isCommand(key: string): boolean {
  return /^([1-9aruxo+]|Arrow(Up|Down|Left|Right)|Enter|Delete|Home)$/i.test(key);
}

/** True when the key did something. */
function command(key: string): boolean {
  const shown = shownOrders();
  const card = document.activeElement?.closest<HTMLElement>('[data-order-id]') ?? null;
  const chosen = shown.find(({ id }) => card?.dataset.orderId === id) ?? null;
  if (/^[1-9]$/.test(key)) return choose(shown[Number(key) - 1]);
  if (key === 'Home') return choose(shown[0]);
  if (key.startsWith('Arrow')) return move(shown, chosen, key);
  if (!chosen || !card) return false;
  // On a button Enter presses that button.
  if (key === 'Enter' && !document.activeElement?.matches('.card-number, .rail-order, .ticket-head')) return false;
  // Meant for the order that was here before: said, and done with.
  if (!mayPress(card)) return true;
  switch (key.toLowerCase()) {
    case 'enter':
      if (hasJustMovedOn(chosen.id)) {
        sayCame(card);
        return true;
      }
      return isKitchen() ? bump(chosen, card) : doIf(chosen, FORWARD);
    case 'a':
      return doIf(chosen, TAKES_ON);
    case '+':
      return doIf(chosen, ['accept'], 10);
    case 'r':
      return isKitchen() ? bump(chosen, card) : doIf(chosen, ['ready', 'delivered']);
    case 'u':
      void undo(chosen);
      return true;
    case 'o':
      setCounter({ openOrder: chosen.id });
      return true;
    case 'x':
    case 'delete':
      return doIf(chosen, ['reject']);
    default:
      return false;
  }
}

function doIf(order: OrderCard, names: readonly ActionName[], minutes: number | null = null): boolean {
  // In the call there is nothing to do but answer.
  const action = order.actions.find(({ name }) => names.includes(name) && (!isCalling() || isAnswer(name)));
  if (!action) return false;
  void act(order, action.name, minutes);
  return true;
}

function isKitchen(): boolean {
  const { view, screen } = readCounter();
  return !isCalling() && (view === 'kitchen' || (view === 'counter' && screen === 'kitchen'));
}

/** What a touch on the head of its ticket does. */
function bump(order: OrderCard, card: HTMLElement): boolean {
  const tab = readTab();
  doHeadOrSay(ticketOf(order, tab), tab, middleOf(card));
  return true;
}

/** In the order in which the call or the board shows them. */
function shownOrders(): OrderCard[] {
  const orders = readCounter().held?.state.orders ?? {};
  if (isCalling()) return calledOrders().flatMap((id) => orders[id] ?? []);
  if (isKitchen()) return readTickets();
  const places = readPlaces();
  return COLUMNS.flatMap((name) => present(places[name]));
}

/** A number on a key is a place on the board: what has just come there was not meant. */
function choose(order: OrderCard | undefined): boolean {
  const card = order && cardOf(order.id);
  if (card && standsWhereSeen(card)) movedByHand(() => showCard(order.id));
  // A board of tabs draws one column at a time: the one that it stands in is chosen first.
  else if (order && !card && !isKitchen() && !isCalling()) {
    setCounter({ boardTab: order.column });
    requestAnimationFrame(() => movedByHand(() => void showCard(order.id)));
  }
  return order !== undefined;
}

/** Up and down within a column; left and right to the first card of the next column that has one, as the eye sees them. */
function move(shown: OrderCard[], chosen: OrderCard | null, key: string): boolean {
  if (!chosen) return choose(shown[0]);
  const columnOf = ({ id, column }: OrderCard) => (isKitchen() ? readColumn(id) : column);
  const beside = shown.filter((order) => columnOf(order) === columnOf(chosen));
  const place = beside.findIndex(({ id }) => id === chosen.id);
  if (key === 'ArrowDown' || key === 'ArrowUp') return choose(beside[place + (key === 'ArrowDown' ? 1 : -1)]);
  const mirrored = document.documentElement.dir === 'rtl';
  const forwards = (key === 'ArrowRight') !== mirrored;
  if (isCalling()) return choose(shown[shown.indexOf(chosen) + (forwards ? 1 : -1)]);
  const columns = [...new Set(shown.map(columnOf))];
  const next = columns[columns.indexOf(columnOf(chosen)) + (forwards ? 1 : -1)];
  return choose(shown.find((order) => columnOf(order) === next));
}

/** `before`: what stood in the field that the code was typed into. A code that nobody knows stays there: it may be somebody's text. */
async function scanned(code: string, before: FieldBefore | null): Promise<void> {
  const orders = readCounter().held?.state.orders ?? {};
  const meant = meantBy(code, (id) => entryOf(orders, id) !== undefined);
  if (!meant) {
    if ((await scannedBadge(code)) && before) putBack(before);
    return;
  }
  if (before) putBack(before);
  const { orderId, participant } = meant;
  // Above the question who it is nothing could be done that needs a name.
  leaveAsking();
  setCounter(({ openOrder, filling }) => ({
    said: null,
    ...(filling > 0 && openOrder !== orderId ? { openAbove: orderId } : { openOrder: orderId, openAbove: null }),
  }));
  if (participant !== null) void callOrSay('order.check', { orderId, participant, checked: true });
}

const hasStaff = (): boolean => (readCounter().held?.state.app.app?.staff ?? null) !== null;

/** Of no order: somebody's badge, where the venue names its staff. True where it was. */
async function scannedBadge(code: string): Promise<boolean> {
  const answer = hasStaff() ? await call('staff.scan', { code }) : null;
  const isUnknown = answer === null || (!answer.ok && answer.problem.code === 'unknown-badge');
  if (answer?.ok) setCounter({ said: null });
  else setCounter({ said: isUnknown || answer === null ? { kind: 'unknown-code' } : { kind: 'refused', problem: answer.problem } });
  return answer?.ok === true;
}

/** A badge of digits alone, where a PIN is asked for; what is no badge may be a PIN that a keyboard sends by itself. */
async function scannedAtPin(code: string, before: FieldBefore): Promise<void> {
  if (textAround(before) !== '') {
    await scannedBadge(code);
    return putBack(before);
  }
  const answer = await call('staff.scan', { code });
  if (!answer.ok) return before.field.form?.requestSubmit();
  setCounter({ said: null });
  putBack(before);
}
