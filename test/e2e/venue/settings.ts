/** Moving through Settings as staff do: pages of its list, and select lists. */
import type { Locator, Page } from 'playwright-core';
import { openFromMenu } from './screen.ts';

/** Opens a page of Settings from any screen. A narrow window has the pages in a select list. */
export async function openSettings(page: Page, area: string): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Settings sections' });
  const narrow = page.locator('.settings-select .select-button');
  if (!(await list.or(narrow).isVisible())) await openFromMenu(page, 'Settings');
  await list.or(narrow).waitFor();
  if (await narrow.isVisible()) {
    await narrow.click();
    await page.getByRole('option', { name: area, exact: true }).click();
  } else await list.getByRole('button', { name: new RegExp(`^${area}`) }).click();
  await page.getByRole('heading', { name: area, exact: true }).waitFor();
}

export async function choose(scope: Page | Locator, label: string | RegExp, option: string): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  await scope
    .getByLabel(label, { exact: typeof label === 'string' })
    .and(page.locator('button'))
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
