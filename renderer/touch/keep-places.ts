/** While someone touches the screen, elements with `data-keeps-place` keep their height, so that nothing below them moves. */
import { useHands } from './hands.ts';

/** Starts keeping; called once, when the page starts. */
export function startKeepingPlaces(): void {
  useHands.subscribe((now, before) => {
    if (now.on === before.on) return;
    const all = [...document.querySelectorAll<HTMLElement>('[data-keeps-place]')];
    if (now.on) {
      // All are measured before the first is changed: one layout, not one for each.
      const heights = all.map((one) => one.getBoundingClientRect().height);
      for (const [place, one] of all.entries()) one.style.blockSize = `${heights[place]}px`;
    } else for (const one of all) one.style.removeProperty('block-size');
    document.documentElement.toggleAttribute('data-touched', now.on);
  });
}
