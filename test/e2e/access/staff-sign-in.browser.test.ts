/** Signing in on screen by name, PIN or badge; then the tapped action runs, for its order only. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { scan } from '../venue/touch/scan.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const BADGE = 'a4uxr-0815-caro';
const BEN_PIN = '246802';

const bar = (name: string | RegExp) => screen.page.locator('.bar-tools').getByRole('button', { name, exact: true });
const asked = () => screen.page.getByRole('dialog', { name: t('staff.who') });

async function nameStaff(): Promise<void> {
  for (const person of [
    { id: 'ana', name: 'Ana', role: 'staff' },
    { id: 'ben', name: 'Ben', role: 'shift-lead', pin: BEN_PIN },
    { id: 'caro', name: 'Caro', role: 'manager', badge: BADGE },
  ] as const)
    await venue.call('staff.save', person);
  expect((await venue.call('settings.saveStaff', { staff: { on: true } })).ok).toBe(true);
  await bar('Sign in').waitFor();
}

async function newOrder(kind = 'takeaway') {
  const placed = await venue.place(kind);
  const number = await until('its card', () => venue.state().orders[placed.order_id]?.number);
  await screen.card(number).waitFor();
  return { id: placed.order_id, number };
}

test('a manager adds staff names and turns sign-in on; until then no sign-in is asked', async () => {
  const { page } = screen;
  await openSettings(page, 'Staff');
  await page.getByText(t('settings.staff.none')).waitFor();
  await page.getByRole('button', { name: t('settings.staff.add') }).click();
  const form = page.getByRole('form', { name: t('settings.staff.add') });
  await form.getByLabel('Name').fill('Caro');
  await form.getByRole('radio', { name: /^Manager/ }).check({ force: true });
  await form.getByRole('button', { name: 'Save' }).click();
  const wrongAt = (label: string) => form.locator('.field', { has: page.getByLabel(label, { exact: true }) }).locator('.field-error');
  await wrongAt('PIN').getByText('A manager needs a PIN or a badge').waitFor();
  await form.getByLabel('Name').fill('');
  await form.getByLabel('PIN').fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await wrongAt('Name').getByText(t('field.enterPersonName')).waitFor();
  await wrongAt('PIN').getByText(t('field.pinDigits')).waitFor();
  expect(await form.getByRole('alert').count()).toBe(0);
  await form.getByLabel('Name').fill('Caro');
  await form.getByLabel('PIN').fill('');
  // A badge scanned into the Badge field saves nothing yet and opens no order.
  await form.getByLabel('Badge').focus();
  await scan(page, BADGE);
  expect(await form.getByLabel('Badge').inputValue()).toBe(BADGE);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Manager, Badge', { exact: true }).waitFor();
  await page.getByRole('button', { name: t('settings.staff.add') }).click();
  await form.getByLabel('Name').fill('Ana');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Staff names' }).getByText('Ana', { exact: true }).waitFor();
  expect(await bar('Sign in').count()).toBe(0);
  await page.getByRole('switch', { name: /^Ask staff for their name/ }).click({ force: true });
  await page.getByText('Settings are for managers.').waitFor();
  await scan(screen.page, BADGE);
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
  await page.getByRole('region', { name: t('settings.staff.changes') }).waitFor();
  await bar(t('staff.signOut', { name: 'Caro' })).click();
  await page.getByText('Settings are for managers.').waitFor();
});

test("a manager's change of the menu is in the list of changes, in words and with the manager's name", async () => {
  const { page } = screen;
  await nameStaff();
  await scan(page, BADGE);
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
  await page.locator('[data-screen="menu"]').click();
  await page.getByRole('button', { name: 'Sold out: Pizza margherita' }).click();
  await page.getByRole('button', { name: t('menu.kind.restaurant') }).click();
  await page.getByRole('menuitem', { name: /^1 hour/ }).waitFor();
  await page.keyboard.press('Escape');
  await openSettings(page, 'Staff');
  const changes = page.getByRole('region', { name: t('settings.staff.changes') });
  await changes.getByText('What a venue sells · Caro').waitFor();
});

test('a tapped action waits until staff give a name, and runs only for its order', async () => {
  await nameStaff();
  const [one, other] = [await newOrder(), await newOrder()];
  await screen
    .card(one.number)
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await asked().getByText(`Order ${one.number} needs a name.`).waitFor();
  expect(await screen.page.getByText('Accepting…').count()).toBe(0);
  await screen.page.keyboard.press('Escape');
  await asked().waitFor({ state: 'detached' });
  expect(venue.card(one.id).pending).toBeNull();
  await screen
    .card(one.number)
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await newOrder();
  await asked().getByRole('button', { name: /^Ana/ }).click();
  await until('it to be accepted', () => venue.card(one.id).column === 'preparing');
  expect(venue.card(other.id).column).toBe('new');
  await bar(t('staff.signOut', { name: 'Ana' })).waitFor();
  await screen
    .card(other.number)
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await until('the other to be accepted', () => venue.card(other.id).column === 'preparing');
  await screen.card(one.number).getByRole('button', { name: /ready/i }).first().waitFor();
  await bar(t('staff.signOut', { name: 'Ana' })).click();
  await bar('Sign in').waitFor();
  const story = await venue.call('history.order', { orderId: one.id });
  expect(story.ok && story.value.timeline).toContainEqual(expect.objectContaining({ text: { code: 'timeline.staffAccepted' }, by: 'Ana' }));
});

test('a PIN can be tapped and a wrong one is reported; a scanned badge triggers no key of the board', async () => {
  await nameStaff();
  const { id } = await newOrder();
  await bar('Sign in').click();
  await asked().getByRole('button', { name: /^Ben/ }).click();
  for (const digit of '246801') await asked().getByRole('button', { name: digit, exact: true }).click();
  await asked().getByRole('button', { name: 'Sign in' }).click();
  await asked().locator('.field-error').getByText(t('access.pinWrong')).waitFor();
  expect(
    await asked()
      .getByLabel(t('staff.pin', { name: 'Ben' }))
      .getAttribute('aria-invalid'),
  ).toBe('true');
  for (const digit of BEN_PIN) await asked().getByRole('button', { name: digit, exact: true }).click();
  await asked().getByRole('button', { name: 'Sign in' }).click();
  await bar(t('staff.signOut', { name: 'Ben' })).waitFor();
  expect(await asked().count()).toBe(0);
  // While a card has the focus, the badge's "a", "u" and "x" would be key commands for its order.
  await screen.page.keyboard.press('1');
  await until('the chosen card', () => screen.page.locator('.card:focus-within').count());
  await scan(screen.page, BADGE);
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
  expect(venue.card(id)).toMatchObject({ column: 'new', pending: null });
  expect(await screen.page.getByRole('dialog').count()).toBe(0);
  await scan(screen.page, 'nobodys-badge-at-all');
  await screen.page.getByText('This code matches no order on the board.').waitFor();
  await bar(t('staff.signOut', { name: 'Caro' })).waitFor();
});

test('staff who may not reject see who may; once such a person signs in, the rejection can be sent', async () => {
  await nameStaff();
  const { page } = screen;
  const { id, number } = await newOrder('preorder');
  await bar('Sign in').click();
  await asked().getByRole('button', { name: /^Ana/ }).click();
  await bar(t('staff.signOut', { name: 'Ana' })).waitFor();
  await screen
    .card(number)
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
  await until('it to be confirmed', () => venue.card(id).column === 'scheduled');
  await page.locator(`[data-order-id="${id}"] button`).first().click();
  await page.locator('.dialog-order').getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Reject order ${number}?` });
  const reason = dialog.getByRole('textbox').first();
  await reason.fill('The oven broke');
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await dialog.getByText(t('staff.shiftLeadOnly')).waitFor();
  await dialog.getByText(t('staff.whoMay', { names: 'Ben, Caro' })).waitFor();
  expect(venue.card(id).column).toBe('scheduled');
  await scan(page, BADGE);
  await page.locator('.who-button', { hasText: 'Caro' }).waitFor();
  expect(await reason.inputValue()).toBe('The oven broke');
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await until('it to be cancelled', () => venue.card(id).column === 'ended');
});
