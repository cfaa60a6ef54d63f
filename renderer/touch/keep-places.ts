/** While someone touches the screen, elements with `data-keeps-place` keep their height, so that nothing below them moves. */
import { readHands, useHands } from './hands.ts';

/** For so long what stands above the page takes the room it needs, ms. */
const FREE_MS = 500;
let free: ReturnType<typeof setTimeout> | undefined;

/** Starts keeping; called once, when the page starts. */
export function startKeepingPlaces(): void {
  useHands.subscribe((now, before) => {
    if (now.on === before.on) return;
    if (now.on) keep('[data-keeps-place]');
    else giveUp('[data-keeps-place]');
    document.documentElement.toggleAttribute('data-touched', now.on);
  });
}

/** Another screen came, or a dialog went: all that is in sight is new, and what stood above it leaves no blank band. */
export function giveUpRoom(): void {
  giveUp('.above');
  clearTimeout(free);
  free = setTimeout(() => readHands().on && keep('.above'), FREE_MS);
}

function keep(places: string): void {
  const all = [...document.querySelectorAll<HTMLElement>(places)];
  // All are measured before the first is changed: one layout, not one for each.
  const heights = all.map((one) => one.getBoundingClientRect().height);
  for (const [place, one] of all.entries()) one.style.blockSize = `${heights[place]}px`;
}

function giveUp(places: string): void {
  for (const one of document.querySelectorAll<HTMLElement>(places)) one.style.removeProperty('block-size');
}
