/** All lines that may be shown below the bar, most urgent first. */

import { useAwakeLine } from '../displays/awake-notice.tsx';
import type { StatusLine } from '../parts/line.ts';
import { onePerCause } from '../parts/lines.ts';
import { usePauseLines } from '../sale/pause-strips.tsx';
import { useSuggestLines } from '../sale/suggest-strip.tsx';
import { useFirstSteps } from '../setup/first-steps.tsx';
import { useAutoAcceptLine } from '../shift/auto-accept-strip.tsx';
import { useRushLine } from '../shift/rush.tsx';
import { useServiceNow } from '../state/clock.ts';
import { isForStaff, useIsCounter, useUiState } from '../state/ui-state.ts';
import { useNoticeLines } from './notices.tsx';
import { useReconnectLines } from './reconnect-strip.tsx';
import { useLinkLine, useSoundLine } from './strips.tsx';
import { useSupportLine } from './support-request.tsx';

export function useLines(): StatusLine[] {
  const isCounter = useIsCounter();
  const isStaffs = useUiState(isForStaff);
  const putAway = useUiState((counter) => counter.putAway);
  const now = useServiceNow();
  const everywhere = [...useLinkLine(), ...useSoundLine()];
  const ofStaff = [...usePauseLines(), ...useSuggestLines()];
  const ofCounter = [...useReconnectLines(), ...useSupportLine(), ...useFirstSteps()];
  const last = [...useNoticeLines(), ...useRushLine(), ...useAutoAcceptLine(), ...useAwakeLine()];
  return onePerCause([...everywhere, ...(isStaffs ? ofStaff : []), ...(isCounter ? ofCounter : []), ...last], putAway, now);
}

/** Cause of the line below the bar, which the bar itself needn't repeat. */
export function useShownCause(): string | null {
  return useLines()[0]?.cause ?? null;
}
