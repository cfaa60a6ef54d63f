/** Scrolls to the part another screen linked to, and focuses it. */
import { useEffect } from 'react';
import { type SettingsArea, setUiState, useUiState } from '../state/ui-state.ts';

/** Rendered with the parts, so that they exist. */
export function ScrollToPart({ area }: { area: SettingsArea }) {
  const wanted = useUiState(({ settingsPart }) => settingsPart);
  useEffect(() => {
    if (wanted === null || wanted !== area) return;
    const part = document.querySelector<HTMLElement>(`[data-part="${wanted}"]`);
    setUiState({ settingsPart: null });
    if (!part) return;
    // Smooth scrolling would move the page under the next tap.
    part.scrollIntoView({ block: 'start', behavior: 'instant' });
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }, [wanted, area]);
  return null;
}
