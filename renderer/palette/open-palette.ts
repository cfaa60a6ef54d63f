/** Ctrl K (or Cmd K) on every screen of the counter opens the palette; with it open, closes it. */
import { commandKey } from '../keys/layout.ts';
import { openDialogs } from '../parts/layers.ts';
import { readCounter, setCounter } from '../state/counter.ts';

/** Starts listening; called once, when the page starts, before the keys of the board. */
export function startPalette(): void {
  window.addEventListener('keydown', listen, { capture: true });
}

function listen(event: KeyboardEvent): void {
  const { key, code, shiftKey: shift, ctrlKey, metaKey, altKey } = event;
  if (!(ctrlKey || metaKey) || altKey || shift || commandKey({ key, code, shift }) !== 'k') return;
  const { view, held, paletteOpen } = readCounter();
  const mode = held?.state.app.app?.mode;
  if (view !== 'counter' || !mode || mode === 'setup') return;
  // Else the browser would search with its own field.
  event.preventDefault();
  event.stopImmediatePropagation();
  // Whatever asks something meanwhile is answered first.
  if (!event.repeat && (paletteOpen || openDialogs() === 0)) setCounter({ paletteOpen: !paletteOpen });
}
