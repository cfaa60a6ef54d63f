/** The keyboard, a bump bar and a barcode scanner: everything that touch can do at the board. Outside fields and dialogs only. */
import type { ActionName, OrderCard } from '../../preload/contract.ts';
import { showCard } from '../board/show-card.ts';
import { columnsOf } from '../state/board.ts';
import { readCounter, setCounter } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { call } from '../state/link.ts';
import { act, undo } from '../state/order-commands.ts';
import { createScanReader, meantBy, SCANNER_PAUSE_MS } from './scanned.ts';

const COLUMNS = ['new', 'preparing', 'ready', 'scheduled'] as const;
const FORWARD: readonly ActionName[] = ['accept', 'confirm', 'ready', 'delivered'];

/** Starts listening; called once, when the page starts. */
export function startKeys(): void {
  const reader = createScanReader();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener(
    'keydown',
    (event) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      const code = reader.key(event.key, event.timeStamp);
      clearTimeout(waiting);
      if (code !== null) {
        // The Enter of a scanner must not press the button that has the focus.
        event.preventDefault();
        event.stopPropagation();
        scanned(code);
        return;
      }
      const { screen, dialogs, view } = readCounter();
      if (typing || dialogs > 0 || event.ctrlKey || event.altKey || event.metaKey || view === 'customer') return;
      if (screen !== 'board' && view === 'counter') return;
      if (!isCommand(event.key)) return;
      // A scanner types the same letters: a person's key stands alone.
      if (event.key.length === 1) waiting = setTimeout(() => command(event.key), SCANNER_PAUSE_MS);
      else if (command(event.key)) event.preventDefault();
    },
    { capture: true },
  );
}

function isCommand(key: string): boolean {
  return /^([1-9aruxo+]|Arrow(Up|Down|Left|Right)|Enter|Delete|Home)$/i.test(key);
}

/** True when the key did something. */
function command(key: string): boolean {
  const shown = shownOrders();
  const chosen = shown.find(({ id }) => document.activeElement?.closest('.card')?.id === `order-${id}`) ?? null;
  if (/^[1-9]$/.test(key)) return choose(shown[Number(key) - 1]);
  if (key === 'Home') return choose(shown[0]);
  if (key.startsWith('Arrow')) return move(shown, chosen, key);
  if (!chosen) return false;
  switch (key.toLowerCase()) {
    case 'enter':
      // On a button Enter presses that button.
      return document.activeElement?.classList.contains('card-number') ? forward(chosen) : false;
    case 'a':
      return doIf(chosen, ['accept', 'confirm']);
    case '+':
      return doIf(chosen, ['accept'], 10);
    case 'r':
      return doIf(chosen, ['ready', 'delivered']);
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

function forward(order: OrderCard): boolean {
  return doIf(order, FORWARD);
}

function doIf(order: OrderCard, names: readonly ActionName[], minutes: number | null = null): boolean {
  const action = order.actions.find(({ name }) => names.includes(name));
  if (!action) return false;
  act(order, action.name, minutes);
  return true;
}

/** In the order in which the board shows them. */
function shownOrders(): OrderCard[] {
  const columns = columnsOf(readCounter().held?.state.orders ?? {});
  const names = readCounter().view === 'kitchen' ? (['preparing', 'ready'] as const) : COLUMNS;
  return names.flatMap((name) => columns[name]);
}

function choose(order: OrderCard | undefined): boolean {
  if (order) showCard(order.id);
  return order !== undefined;
}

/** Up and down within a column; left and right to the first card of the next column that has one, as the eye sees them. */
function move(shown: OrderCard[], chosen: OrderCard | null, key: string): boolean {
  if (!chosen) return choose(shown[0]);
  const beside = shown.filter(({ column }) => column === chosen.column);
  const place = beside.findIndex(({ id }) => id === chosen.id);
  if (key === 'ArrowDown' || key === 'ArrowUp') return choose(beside[place + (key === 'ArrowDown' ? 1 : -1)]);
  const mirrored = document.documentElement.dir === 'rtl';
  const forwards = (key === 'ArrowRight') !== mirrored;
  const columns = [...new Set(shown.map(({ column }) => column))];
  const next = columns[columns.indexOf(chosen.column) + (forwards ? 1 : -1)];
  return choose(shown.find(({ column }) => column === next));
}

function scanned(code: string): void {
  const orders = readCounter().held?.state.orders ?? {};
  const meant = meantBy(code, (id) => entryOf(orders, id) !== undefined);
  if (!meant) {
    setCounter({ said: { kind: 'unknown-code' } });
    return;
  }
  const { orderId, participant } = meant;
  setCounter({ said: null, openOrder: orderId });
  if (participant !== null) void call('order.check', { orderId, participant, checked: true });
}
