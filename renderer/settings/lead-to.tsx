/** Brings the part of Settings in sight that another screen led to, and puts the keyboard there. */
import { useEffect } from 'react';
import { readCounter, setCounter } from '../state/counter.ts';
import { movedByHand } from '../touch/guard.ts';

/** Drawn with the parts, so that they are there, behind a PIN as well. */
export function LeadToPart() {
  useEffect(() => {
    const part = document.querySelector<HTMLElement>(`[data-part="${readCounter().settingsPart}"]`);
    setCounter({ settingsPart: null });
    if (!part) return;
    // At once: what glides would move under the next touch.
    part.scrollIntoView({ block: 'start', behavior: 'instant' });
    part.tabIndex = -1;
    movedByHand(() => part.focus({ preventScroll: true }));
  }, []);
  return null;
}
