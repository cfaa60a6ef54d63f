/** Ctrl K or Cmd K on the main screen and on stations opens or closes the palette. */
import { commandKey } from '../keys/layout.ts';
import { openDialogs } from '../parts/layers.ts';
import { appIn, isForStaff, readUiState, setUiState } from '../state/ui-state.ts';

/** Called once at page start, before the board's keys. */
export function startPalette(): void {
  window.addEventListener('keydown', listen, { capture: true });
}

function listen(event: KeyboardEvent): void {
  const { key, code, shiftKey: shift, ctrlKey, metaKey, altKey } = event;
  if (!(ctrlKey || metaKey) || altKey || shift || commandKey({ key, code, shift }) !== 'k') return;
  const now = readUiState();
  const { paletteOpen } = now;
  const mode = appIn(now)?.mode;
  if (!isForStaff(now) || !mode || mode === 'setup') return;
  // Prevents the browser's search.
  event.preventDefault();
  event.stopImmediatePropagation();
  // Open dialogs come first.
  if (!event.repeat && (paletteOpen || openDialogs() === 0)) setUiState({ paletteOpen: !paletteOpen });
}
