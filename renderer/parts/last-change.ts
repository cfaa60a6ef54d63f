/** The last change in Settings, which applies at once: shown for a while, with Undo. */
import { create } from 'zustand';
import { t } from '../words.ts';

/** Long enough to read it and to think again, ms. */
const SHOWN_MS = 8_000;

interface Kept {
  /** What holds now: "Light or dark: Dark". Asked when it is drawn, for the language itself may have changed. */
  text: () => string;
  undo: () => Promise<unknown>;
}

export const useLastChange = create<{ last: Kept | null }>(() => ({ last: null }));
let ending: ReturnType<typeof setTimeout> | undefined;

/** Says it on the Settings screen. */
export function showLastChange(kept: Kept): void {
  clearTimeout(ending);
  useLastChange.setState({ last: kept });
  ending = setTimeout(() => useLastChange.setState({ last: null }), SHOWN_MS);
}

/** Which way a switch was turned: its name alone would say the same of both. */
export function turned(what: string, on: boolean): string {
  return `${what}: ${t(`settings.turned.${on ? 'on' : 'off'}`)}`;
}

/** Takes the last change back. */
export async function undoLastChange(): Promise<void> {
  clearTimeout(ending);
  const { last } = useLastChange.getState();
  useLastChange.setState({ last: null });
  await last?.undo();
}
