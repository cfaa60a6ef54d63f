/** The last change in Settings: applied at once, shown for a while with Undo. */
import { create } from 'zustand';
import { t } from '../words.ts';

/** ms. */
const SHOWN_MS = 8_000;

interface Kept {
  /** A function, because the language may have changed meanwhile. */
  text: () => string;
  undo: () => Promise<unknown>;
}

export const useLastChange = create<{ last: Kept | null }>(() => ({ last: null }));
let ending: ReturnType<typeof setTimeout> | undefined;

export function showLastChange(kept: Kept): void {
  clearTimeout(ending);
  useLastChange.setState({ last: kept });
  ending = setTimeout(() => useLastChange.setState({ last: null }), SHOWN_MS);
}

export function turned(what: string, on: boolean): string {
  return `${what}: ${t(`settings.turned.${on ? 'on' : 'off'}`)}`;
}

export async function undoLastChange(): Promise<void> {
  clearTimeout(ending);
  const { last } = useLastChange.getState();
  useLastChange.setState({ last: null });
  await last?.undo();
}
