/** Scrolls to the part of Settings that another screen linked to, and focuses it. */
import { useEffect } from 'react';
import { type SettingsArea, setCounter, useCounter } from '../state/counter.ts';

/** Drawn with the parts of a page, so that they are there, behind a PIN as well. */
export function ScrollToPart({ area }: { area: SettingsArea }) {
  const wanted = useCounter(({ settingsPart }) => settingsPart);
  useEffect(() => {
    if (wanted === null || wanted !== area) return;
    const part = document.querySelector<HTMLElement>(`[data-part="${wanted}"]`);
    setCounter({ settingsPart: null });
    if (!part) return;
    // At once: what glides would move under the next touch.
    part.scrollIntoView({ block: 'start', behavior: 'instant' });
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }, [wanted, area]);
  return null;
}
