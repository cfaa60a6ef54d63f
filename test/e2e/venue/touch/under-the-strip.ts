/** What can be touched and stays under the strip of new orders however far its list is scrolled: as long as it rings, nobody reaches it. */
import type { Page } from 'playwright-core';

const TOUCHED = 'button, a[href], select, input, textarea, [role=tab], [role=row]';

/** The beginning of each that nobody reaches; nothing where no strip stands there. What was scrolled for it is put back. */
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
