/** Tappable elements that stay under the new-order strip at any scroll position, unreachable while it rings. */
import type { Page } from 'playwright-core';

const TOUCHED = 'button, a[href], select, input, textarea, [role=tab], [role=row]';

/** The start of each such element's HTML; empty without a strip. Restores the scroll position. */
export function underTheStrip(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const strip = document.querySelector('.strip-new');
    if (!strip) return [];
    const top = strip.getBoundingClientRect().top;
    const before = [...document.querySelectorAll('*')].map((one) => [one, one.scrollTop]);
    const found = [...document.querySelectorAll('${TOUCHED}')].filter((one) => {
      if (one.closest('.foot-strips, [inert], [aria-hidden=true], [hidden]') || !one.checkVisibility({ visibilityProperty: true })) return false;
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = one.getBoundingClientRect();
      if (box.width <= 1 || (box.top + box.bottom) / 2 < top) return false;
      return document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.closest('.strip-new');
    });
    for (const [one, scrolled] of before) if (one.scrollTop !== scrolled) one.scrollTop = scrolled;
    return found.map((one) => one.outerHTML.slice(0, 160));
  })()`);
}
