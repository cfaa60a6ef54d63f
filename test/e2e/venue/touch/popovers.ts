/** Every popover, by its file in `renderer`: how to open it from the board. A house test keeps this complete. */
import type { Locator, Page } from 'playwright-core';
import { t } from '../../../setup/messages.ts';
import { letStand } from '../page-time.ts';
import { openSettings } from '../settings.ts';

export interface Opening {
  page: Page;
  card(order: 'new' | 'cooking'): Locator;
}

type Open = (opening: Opening) => Promise<void>;

/** Waits, as new elements take no tap. */
async function goTo({ page }: Opening, screen: string): Promise<void> {
  await page.locator(`[data-screen="${screen}"]`).click();
  await letStand(page);
}

async function openSoldOut(opening: Opening): Promise<void> {
  await goTo(opening, 'menu');
  await opening.page.getByRole('button', { name: 'Sold out: Pizza margherita' }).click();
}

async function openOrder({ page, card }: Opening): Promise<Locator> {
  await card('cooking').locator('.card-number').click();
  await letStand(page);
  return page.locator('.dialog-order');
}

async function openReports(opening: Opening): Promise<Page> {
  await goTo(opening, 'history');
  await opening.page.getByRole('tab', { name: 'Reports' }).click();
  return opening.page;
}

/** For each file, at least one popover. */
export const POPOVERS: Record<string, Record<string, Open>> = {
  'displays/kitchen/kind-filter.tsx': {
    async 'order type of the kitchen display'(opening) {
      await goTo(opening, 'kitchen');
      await opening.page.locator('.kitchen-kind').click();
    },
  },
  'displays/kitchen/ticket/dish-sale.tsx': {
    async 'sold out at a dish'(opening) {
      await goTo(opening, 'kitchen');
      await opening.page.locator('.dish-sale').first().click();
    },
  },
  'history/reports/report-head.tsx': {
    'print a report': async (opening) => (await openReports(opening)).getByRole('button', { name: 'Print', exact: true }).click(),
    'save a report': async (opening) => (await openReports(opening)).getByRole('button', { name: 'CSV', exact: true }).click(),
  },
  'menu/parts/ends-menu.tsx': {
    'what does it sell': openSoldOut,
    async 'sold out until when'(opening) {
      await openSoldOut(opening);
      const question = opening.page.getByRole('button', { name: t('menu.kind.restaurant') });
      const ends = opening.page.getByRole('menuitem', { name: /^1 hour/ });
      await question.or(ends).waitFor();
      // What the venue sells is asked only once.
      if (await question.isVisible()) await question.click();
      await ends.waitFor();
    },
  },
  'order/actions/accept-minutes.tsx': { 'minutes to accept': ({ card }) => card('new').locator('.split-more').click() },
  'order/more/more-actions.tsx': {
    'more actions': async (opening) => (await openOrder(opening)).getByRole('button', { name: 'More actions' }).click(),
  },
  'order/more/print-menu.tsx': {
    'printouts of an order': async (opening) => (await openOrder(opening)).getByRole('button', { name: 'Print', exact: true }).click(),
  },
  'parts/form/date-field.tsx': {
    'day of a report': async (opening) => (await openReports(opening)).locator('.date-picker button').first().click(),
  },
  'parts/form/select.tsx': {
    async 'one of many'({ page }) {
      await openSettings(page, t('settings.areas.look'));
      await page.locator('.settings-page:not([hidden]) .select-button').first().click();
    },
  },
  'sale/today.tsx': { 'opening hours of today': ({ page }) => page.locator('.bar-today').click() },
  'status/screen-menu.tsx': { 'menu of the bar': ({ page }) => page.locator('.bar-menu').click() },
};
