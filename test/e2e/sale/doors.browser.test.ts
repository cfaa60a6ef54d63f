/** Opening hours and the menu as a file are two touches away from the board, and so is the pause. */
import { expect, test } from 'vitest';
import { atTheCounter, reopen, screen } from '../venue/at-the-counter.ts';

atTheCounter();

const ALL_WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => ({
  opening_day: day,
  opening_time: '00:00',
  closing_day: day,
  closing_time: '23:59',
}));

test('from the menu to the opening hours and to the menu file', async () => {
  await screen.column('New').waitFor();
  const { page } = screen;
  for (const name of ['Opening hours', 'Menu file']) {
    await page.locator('[data-screen="menu"]').click();
    await page.getByRole('main').getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${name}`) });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-screen="board"]').click();
  }
});

test("from today's hours in the bar to the opening hours and to the pause", async () => {
  await reopen({ venue: { opening_times: ALL_WEEK } });
  await screen.column('New').waitFor();
  const { page } = screen;
  const today = page.locator('button.bar-today');
  await today.click();
  await page.getByRole('menuitem', { name: 'Opening hours' }).click();
  const dialog = page.getByRole('dialog', { name: /^Opening hours/ });
  await dialog.getByRole('region', { name: 'Every week' }).waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await today.click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByRole('dialog', { name: 'Pause orders' }).waitFor();
});

test("on a window where the bar has no room for today's hours, its menu tells them and leads to them", async () => {
  await screen.column('New').waitFor();
  const { page } = screen;
  await page.locator('button.bar-today', { hasText: 'Open all day' }).waitFor();
  for (const width of [1100, 1024, 700, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator('button.bar-today').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^More(,|$)/ }).click();
    const entry = page.getByRole('menuitem', { name: /^Opening hours/ });
    expect((await entry.innerText()).split(/\s*\n\s*/)).toEqual(['Opening hours', 'Open all day']);
    await entry.click();
    const dialog = page.getByRole('dialog', { name: /^Opening hours/ });
    await dialog.getByRole('region', { name: 'Every week' }).waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('button.bar-today').waitFor();
  await page.getByRole('button', { name: /^More(,|$)/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /^Opening hours/ }).count()).toBe(0);
});
