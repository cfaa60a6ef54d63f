/** Keyboard, bump bar and scanner: everything a tap can do on the board. Not in fields or dialogs. */
import { ACCEPTING_ACTIONS, type ActionName, type KitchenOrder } from '../../contract/contract.ts';
import { doHeadOrSay } from '../displays/kitchen/commands.ts';
import { ticketOf } from '../displays/kitchen/tickets.ts';
import { readTab } from '../displays/kitchen/use-tab.ts';
import { readColumn, readPage, readTickets, turnTo } from '../displays/kitchen/use-tickets.ts';
import { isAnswer } from '../order/actions/actions.tsx';
import { showCard } from '../order/show-card.ts';
import { askSoldOut } from '../order/use-dish-press.ts';
import { isPopoverOpen, openDialogs } from '../parts/layers.ts';
import { leaveAsking } from '../staff/require-sign-in.ts';
import { entryOf } from '../state/entry-of.ts';
import { call, callOrSay } from '../state/link.ts';
import { act, undo } from '../state/order-commands.ts';
import { present } from '../state/places.ts';
import { appIn, isForStaff, kitchenAppIn, may, ordersIn, readUiState, setUiState } from '../state/ui-state.ts';
import { readPlaces } from '../state/use-places.ts';
import { FIELD, isLockedSo, middleOf } from '../touch/guard.ts';
import { notify } from '../touch/notice.ts';
import { cardOf, orderHere } from '../touch/order-here.ts';
import { calledOrders, isCalling } from '../unanswered/keep-calling.ts';
import { createHearing, type KeyEffect, type Where } from './classify-key.ts';
import { type FieldBefore, fieldBefore, putBack, textAround } from './field-before.ts';
import { commandKey, type KeyPress } from './layout.ts';
import { orderOfCode, SCANNER_PAUSE_MS, type Scanner } from './scanned.ts';

const COLUMNS = ['new', 'preparing', 'ready', 'scheduled'] as const;
const FORWARD: readonly ActionName[] = ['accept', 'confirm', 'ready', 'delivered'];

/** A second Enter within this time does nothing, against double presses, ms. */
const SAME_KEY_MS = 1_000;
let enteredAt = Number.NEGATIVE_INFINITY;

const MODIFIERS = new Set(['Shift', 'AltGraph', 'CapsLock']);

function scannerHere(): Scanner {
  const screen = kitchenAppIn(readUiState())?.screen;
  return {
    pauseMs: screen?.scanner_pause_ms ?? SCANNER_PAUSE_MS,
    prefix: screen?.scanner_prefix ?? '',
    end: screen?.scanner_end ?? 'enter',
  };
}

/** Called once at page start, before the tap guard: a scanner's keys press nothing. */
export function startKeys(): void {
  const hearing = createHearing(scannerHere, (code) => orderOf(code) !== null);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const before: Record<'slow' | 'fast', FieldBefore | null> = { slow: null, fast: null };

  /** A busy page may fire this before handling queued keys, so a late timer waits once more. */
  function after(ms: number, act: () => void, onceMore = true): void {
    const due = performance.now() + ms;
    waiting = setTimeout(() => (onceMore && performance.now() > due + ms / 2 ? after(ms, act, false) : act()), ms);
  }

  function listen(event: KeyboardEvent): void {
    if (event.isComposing || MODIFIERS.has(event.key)) return;
    if (event.key === 'Tab') enteredAt = Number.NEGATIVE_INFINITY;
    const keepAway = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const name = commandKey(pressOf(event));
    const where = whereOf(event);
    // A held key acts once and isn't a second letter.
    if (event.repeat && !name.startsWith('Arrow')) return where.active && isCommand(name) ? keepAway() : undefined;
    clearTimeout(waiting);
    const field = fieldBefore(event.target);
    // Ctrl with a letter is a browser command.
    const press = { ...pressOf(event), ...(event.ctrlKey || event.metaKey ? { key: 'Control', code: '' } : {}) };
    const { heard, begins } = hearing.hear(press, where);
    for (const reader of begins) before[reader] = field;
    switch (heard.kind) {
      case 'code':
        return take(heard, before[heard.from], event, keepAway);
      case 'scan':
        return keepAway();
      case 'broken':
        keepAway();
        return sayBroken();
      case 'letters':
        // A notice explains why these letters were ignored.
        return after(heard.until - event.timeStamp, sayBroken);
      case 'key':
        if (!where.active || !isCommand(name)) return;
        // A scanner types letters, too, but never a single one.
        if (name.length === 1) after(heard.aloneMs, () => void command(name));
        else if (command(name)) keepAway();
    }
  }

  window.addEventListener('keydown', listen, { capture: true });
}

const sayBroken = (): void => setUiState({ scanAnswer: { kind: 'like-a-scan' } });

const pressOf = ({ key, code, shiftKey, timeStamp }: KeyboardEvent): KeyPress => ({ key, code, shift: shiftKey, at: timeStamp });

function take(code: KeyEffect & { kind: 'code' }, before: FieldBefore | null, event: KeyboardEvent, keepAway: () => void): void {
  const { readings, byMachine } = code;
  const [pin] = readings.filter((one) => isPin(one, event.target));
  if (pin !== undefined) {
    // A PIN typed from memory is nearly as fast as a scan.
    if (!byMachine || !before || !hasStaff()) return;
    keepAway();
    return void scannedAtPin(pin, before);
  }
  keepAway();
  // In a field for scanned codes, the code stays.
  if (!takesScan(event.target)) void scanned(readings, before);
}

function whereOf(event: KeyboardEvent): Where {
  const { target } = event;
  return { typed: isTyped(target), text: isText(target), takesScan: takesScan(target), active: takesCommands(event) };
}

/** Whether keys are commands for the board. */
function takesCommands(event: KeyboardEvent): boolean {
  const { screen, view } = readUiState();
  const calls = isCalling();
  // An open menu takes digits and arrows.
  if (
    isTyped(event.target) ||
    isPopoverOpen() ||
    (openDialogs() > 0 && !calls) ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    view === 'customer'
  )
    return false;
  return screen === 'board' || screen === 'kitchen' || !isForStaff({ view }) || calls;
}

function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]') !== null
  );
}

function takesScan(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[data-takes-scan]');
}

function isPin(code: string, target: EventTarget | null): boolean {
  return /^\d{4,12}$/.test(code) && target instanceof HTMLInputElement && target.type === 'password';
}

function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELD) !== null;
}

function isCommand(key: string): boolean {
  // Elsewhere, page keys scroll.
  return /^([1-9aruxos+]|Arrow(Up|Down|Left|Right)|Enter|Delete|Home)$/.test(key) || (isKitchen() && /^Page(Up|Down)$/.test(key));
}

function command(key: string): boolean {
  const shown = shownOrders();
  const card = document.activeElement?.closest<HTMLElement>('[data-order-id]') ?? null;
  const chosen = shown.find(({ id }) => card?.dataset.orderId === id) ?? null;
  if (/^[1-9]$/.test(key)) return choose(shown[Number(key) - 1]);
  if (key === 'PageUp' || key === 'PageDown') return turnTo(readPage() + (key === 'PageDown' ? 1 : -1));
  if (key === 'Home') return (isKitchen() && turned(0, 'first')) || choose(shown[0]);
  if (key.startsWith('Arrow')) return move(shown, chosen, key);
  if (!chosen || !card) return false;
  // If a button has the focus, Enter presses it.
  if (key === 'Enter' && !document.activeElement?.matches('.card-number, .rail-order, .ticket-head')) return false;
  // The order just moved here; a notice says so.
  if (isLockedSo(card)) return true;
  switch (key) {
    case 'Enter':
      if (performance.now() - enteredAt < SAME_KEY_MS) {
        notify('again', middleOf(card), orderHere(card));
        return true;
      }
      enteredAt = performance.now();
      return isKitchen() ? bump(chosen, card) : doIf(chosen, FORWARD);
    case 'a':
      return doIf(chosen, ACCEPTING_ACTIONS);
    case '+':
      return doIf(chosen, ['accept'], 10);
    case 'r':
      return isKitchen() ? bump(chosen, card) : doIf(chosen, ['ready', 'delivered']);
    case 'u':
      void undo(chosen);
      return true;
    case 'o':
      setUiState({ openOrder: chosen.id });
      return true;
    case 's':
      return !isCalling() && !isKitchen() && askSoldOut(chosen, null);
    case 'x':
    case 'Delete':
      return doIf(chosen, ['reject']);
    default:
      return false;
  }
}

function doIf(order: KitchenOrder, names: readonly ActionName[], minutes: number | null = null): boolean {
  // In the order alert only answers are possible.
  const action = order.actions.find(({ name }) => names.includes(name) && (!isCalling() || isAnswer(name)));
  if (!action) return false;
  void act(order, action.name, minutes);
  return true;
}

function isKitchen(): boolean {
  const { view, screen } = readUiState();
  return !isCalling() && (view === 'kitchen' || (isForStaff({ view }) && screen === 'kitchen'));
}

/** Does the same as a tap on the ticket's head. */
function bump(order: KitchenOrder, card: HTMLElement): boolean {
  const tab = readTab();
  doHeadOrSay(ticketOf(order, tab), tab, middleOf(card));
  return true;
}

function shownOrders(): KitchenOrder[] {
  if (isCalling()) return calledOrders().flatMap((id) => ordersIn(readUiState())[id] ?? []);
  if (isKitchen()) return readTickets();
  const places = readPlaces();
  return COLUMNS.flatMap((name) => present(places[name]));
}

/** Digits are places: an order that just appeared there isn't chosen. */
function choose(order: KitchenOrder | undefined): boolean {
  const card = order && cardOf(order.id);
  enteredAt = Number.NEGATIVE_INFINITY;
  if (card && !isLockedSo(card)) showCard(order.id);
  // A tabbed board must first show the order's column, or the order.
  else if (order && !card && !isKitchen() && !isCalling()) {
    setUiState({ boardTab: order.column, boardOrder: order.id });
    requestAnimationFrame(() => void showCard(order.id));
  }
  return order !== undefined;
}

/** Up and down within a column; left and right to the next column with orders. */
function move(shown: KitchenOrder[], chosen: KitchenOrder | null, key: string): boolean {
  if (!chosen) return choose(shown[0]);
  const columnOf = ({ id, column }: KitchenOrder) => (isKitchen() ? readColumn(id) : column);
  const beside = shown.filter((order) => columnOf(order) === columnOf(chosen));
  const place = beside.findIndex(({ id }) => id === chosen.id);
  if (key === 'ArrowDown' || key === 'ArrowUp') return choose(beside[place + (key === 'ArrowDown' ? 1 : -1)]);
  const mirrored = document.documentElement.dir === 'rtl';
  const forwards = (key === 'ArrowRight') !== mirrored;
  if (isCalling()) return choose(shown[shown.indexOf(chosen) + (forwards ? 1 : -1)]);
  const columns = [...new Set(shown.map(columnOf))];
  const next = columns[columns.indexOf(columnOf(chosen)) + (forwards ? 1 : -1)];
  if (next === undefined && isKitchen()) return turned(readPage() + (forwards ? 1 : -1), forwards ? 'first' : 'last');
  return choose(shown.find((order) => columnOf(order) === next));
}

function turned(page: number, which: 'first' | 'last'): boolean {
  if (!turnTo(page)) return false;
  const order = readTickets().at(which === 'first' ? 0 : -1);
  enteredAt = Number.NEGATIVE_INFINITY;
  requestAnimationFrame(() => order && showCard(order.id));
  return true;
}

/** The order that a code names, and for a label the person; else null. */
const orderOf = (code: string) => orderOfCode(code, (id) => entryOf(ordersIn(readUiState()), id) !== undefined);

/** Opens the order of a scanned code. `before`: the field's content before it. An unknown code stays in the field, as it may be text. */
async function scanned(readings: readonly string[], before: FieldBefore | null): Promise<void> {
  const [meant] = readings.flatMap((one) => orderOf(one) ?? []);
  if (!meant) {
    if ((await scannedBadge(readings)) && before) putBack(before);
    return;
  }
  if (before) putBack(before);
  const { orderId, participant } = meant;
  // The sign-in dialog would block everything else.
  leaveAsking();
  setUiState(({ openOrder, filling }) => ({
    scanAnswer: null,
    ...(filling > 0 && openOrder !== orderId ? { openAbove: orderId } : { openOrder: orderId, openAbove: null }),
  }));
  if (participant !== null && may(readUiState(), 'pack')) void callOrSay('order.check', { orderId, participant, checked: true });
}

const hasStaff = (): boolean => (appIn(readUiState())?.staff ?? null) !== null;

/** Tries a staff badge; true if signed in. */
async function scannedBadge(readings: readonly string[]): Promise<boolean> {
  for (const code of hasStaff() ? readings : []) {
    const answer = await call('staff.scan', { code });
    if (!answer.ok && answer.problem.code === 'unknown-badge') continue;
    setUiState({ scanAnswer: answer.ok ? null : { kind: 'refused', problem: answer.problem } });
    return answer.ok;
  }
  setUiState({ scanAnswer: { kind: 'unknown-code' } });
  return false;
}

/** A scan in digits at a PIN prompt is tried as a badge; if it isn't one, it may be a PIN from a keypad. */
async function scannedAtPin(code: string, before: FieldBefore): Promise<void> {
  if (textAround(before) !== '') {
    await scannedBadge([code]);
    return putBack(before);
  }
  const answer = await call('staff.scan', { code });
  if (!answer.ok) return before.field.form?.requestSubmit();
  setUiState({ scanAnswer: null });
  putBack(before);
}
