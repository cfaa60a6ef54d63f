/** Faults of a page in a system contrast theme: words in their background's color, and marks by color alone. */
import type { Page } from 'playwright-core';
import { readPicture } from '../../../lab/gallery/picture.ts';

interface Text {
  text: string;
  box: { left: number; top: number; right: number; bottom: number };
}

/** Contrast as painted, between a word's lightest and darkest point. Thin letters never reach their full color. */
const LEAST_CONTRAST = 2.5;

export async function unreadable(page: Page): Promise<string[]> {
  const texts = await page.evaluate<Text[]>(`(() => {
    const found = [];
    const isOnlyHeard = (one) => one !== null && (getComputedStyle(one).clipPath === 'inset(50%)' || isOnlyHeard(one.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!node.data.trim() || !around.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isOnlyHeard(around)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        if (right - left < 4 || bottom - top < 4) continue;
        if (around.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) found.push({ text: node.data.trim(), box: { left, top, right, bottom } });
      }
    }
    return found;
  })()`);
  const { width, height, pixels } = readPicture(await page.screenshot({ scale: 'css' }));
  return texts.flatMap(({ text, box }) => {
    const [left, right] = [Math.max(0, Math.round(box.left)), Math.min(width, Math.round(box.right))];
    // Excludes the edges of lines above and below.
    const edge = (box.bottom - box.top) / 6;
    const [top, bottom] = [Math.max(0, Math.round(box.top + edge)), Math.min(height, Math.round(box.bottom - edge))];
    let [darkest, lightest] = [1, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const light = luminance(Number(pixels[y * width + x]));
        darkest = Math.min(darkest, light);
        lightest = Math.max(lightest, light);
      }
    return bottom > top && right > left && (lightest + 0.05) / (darkest + 0.05) < LEAST_CONTRAST ? [text] : [];
  });
}

function luminance(colour: number): number {
  const [red = 0, green = 0, blue = 0] = [colour >> 16, (colour >> 8) & 255, colour & 255].map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** States expressed only by an attribute, without a word. */
const MARKS = ['aria-current', 'aria-selected', 'aria-pressed', 'data-selected', 'data-many'];

/** Marked elements that have the same appearance without their mark. */
export function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const PROPERTIES = ['color', 'backgroundColor', 'borderBottomWidth', 'borderBottomStyle', 'outlineStyle', 'outlineWidth', 'textDecorationLine'];
    const lookOf = (one) => [one, ...one.querySelectorAll('*')].map((part) => {
      const look = getComputedStyle(part);
      return PROPERTIES.map((name) => look[name]).join();
    }).join();
    const found = [];
    for (const mark of ${JSON.stringify(MARKS)})
      for (const one of document.querySelectorAll('[' + mark + ']:not([' + mark + '="false"])')) {
        if (!one.checkVisibility() || one === document.activeElement) continue;
        const value = one.getAttribute(mark);
        const others = ${JSON.stringify(MARKS)}.filter((other) => other !== mark && one.hasAttribute(other)).map((other) => [other, one.getAttribute(other)]);
        const before = lookOf(one);
        for (const [other] of others) one.removeAttribute(other);
        one.removeAttribute(mark);
        const after = lookOf(one);
        one.setAttribute(mark, value);
        for (const [other, was] of others) one.setAttribute(other, was);
        if (before === after) found.push(mark + ': ' + one.outerHTML.slice(0, 120));
      }
    return found;
  })()`);
}
