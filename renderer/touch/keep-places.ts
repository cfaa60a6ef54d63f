/** While the screen is tapped, elements with `data-keeps-place` keep their height, so that nothing below moves. */
import { readHands, useHands } from './hands.ts';

/** After a new screen, strips above the page may change their height for this long, ms. */
const FREE_MS = 500;
let free: ReturnType<typeof setTimeout> | undefined;

export function startKeepingPlaces(): void {
  useHands.subscribe((now, before) => {
    if (now.on === before.on) return;
    if (now.on) keep('[data-keeps-place]');
    else giveUp('[data-keeps-place]');
    document.documentElement.toggleAttribute('data-touched', now.on);
  });
}

/** A new screen or closed dialog changes all content, so strips may resize. */
export function giveUpRoom(): void {
  giveUp('.above');
  clearTimeout(free);
  free = setTimeout(() => readHands().on && keep('.above'), FREE_MS);
}

function keep(places: string): void {
  const all = [...document.querySelectorAll<HTMLElement>(places)];
  // Measures all first, for one layout.
  const heights = all.map((one) => one.getBoundingClientRect().height);
  for (const [place, one] of all.entries()) one.style.blockSize = `${heights[place]}px`;
}

function giveUp(places: string): void {
  for (const one of document.querySelectorAll<HTMLElement>(places)) one.style.removeProperty('block-size');
}
