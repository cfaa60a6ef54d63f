/** A scanner types into whatever has the focus: a scan signs in or opens an order, does nothing else, and leaves no text. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { scan } from '../venue/touch/scan.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const CARO_BADGE = 'a4uxr-0815-caro';
const DAN_BADGE = 'Dan 4711 x';
const EVE_BADGE = '0815471100';
const BEN_PIN = '246802';

const bar = (name: string | RegExp) => screen.page.locator('.bar-tools').getByRole('button', { name, exact: true });
const signedIn = (name: string) => screen.page.locator('.who-button', { hasText: name });
const asked = () => screen.page.getByRole('dialog', { name: t('staff.who') });

async function nameStaff(): Promise<void> {
  for (const person of [
    { id: 'ben', name: 'Ben', role: 'staff', pin: BEN_PIN },
    { id: 'caro', name: 'Caro', role: 'manager', badge: CARO_BADGE },
    { id: 'dan', name: 'Dan', role: 'staff', badge: DAN_BADGE },
    { id: 'eve', name: 'Eve', role: 'staff', badge: EVE_BADGE },
  ] as const)
    await venue.call('staff.save', person);
  expect((await venue.call('settings.saveStaff', { staff: { on: true } })).ok).toBe(true);
  await bar('Sign in').waitFor();
}

async function newOrder() {
  const placed = await venue.place('takeaway');
  const number = await until('its card', () => venue.state().orders[placed.order_id]?.number);
  await screen.card(number).waitFor();
  return { id: placed.order_id, number };
}

async function toPinOfBen(): Promise<void> {
  await bar('Sign in').click();
  await asked().getByRole('button', { name: /^Ben/ }).click();
  await until('the field', () => asked().locator('input:focus').count());
}

test("a badge or order scanned while staff type isn't added to the typed text", async () => {
  await nameStaff();
  const { page } = screen;
  const { id, number } = await newOrder();
  const { id: other, number: otherNumber } = await newOrder();
  await screen.card(number).getByRole('button', { name: 'Reject', exact: true }).click();
  const reason = page.getByRole('dialog', { name: `Reject order ${number}?` }).getByRole('textbox');
  await reason.fill('The oven broke');
  await scan(page, CARO_BADGE);
  await signedIn('Caro').waitFor();
  await until('the badge to be gone', async () => (await reason.inputValue()) === 'The oven broke');
  await reason.pressSequentially(' today', { delay: 130 });
  await scan(page, other);
  await page.locator('.dialog-order', { hasText: otherNumber }).waitFor();
  await page.keyboard.press('Escape');
  expect(await reason.inputValue()).toBe('The oven broke today');
  await page.getByRole('button', { name: 'Reject order' }).click();
  await until('the reason at the service', async () => (await venue.atService(id)).rejection?.reason === 'The oven broke today');
});

test('an unknown badge is reported in the open dialog', async () => {
  await nameStaff();
  await bar('Sign in').click();
  await asked().waitFor();
  await scan(screen.page, 'nobodys-badge-at-all');
  await asked().getByText('This code matches no order on the board.').waitFor();
});

test("scanning a badge of digits into a PIN field signs in by badge and isn't a PIN try, even after typed digits", async () => {
  await nameStaff();
  const { page } = screen;
  await toPinOfBen();
  await asked()
    .getByLabel(t('staff.pin', { name: 'Ben' }))
    .pressSequentially('24', { delay: 130 });
  await letStand(page);
  await scan(page, EVE_BADGE);
  await signedIn('Eve').waitFor();
  expect(await asked().count()).toBe(0);
  await bar(t('staff.signOut', { name: 'Eve' })).click();
  await toPinOfBen();
  await letStand(page);
  await scan(page, EVE_BADGE);
  await signedIn('Eve').waitFor();
  await bar(t('staff.signOut', { name: 'Eve' })).click();
  // None of these scans counts as a wrong PIN: the fourth in a row would cost a wait.
  await toPinOfBen();
  await letStand(page);
  await scan(page, BEN_PIN);
  await signedIn('Ben').waitFor();
});

test('scanning an order cancels the action that waited for a name; a tap on that order asks for a name again', async () => {
  await nameStaff();
  const { page } = screen;
  const { id, number } = await newOrder();
  const { id: other, number: otherNumber } = await newOrder();
  await screen.card(number).getByRole('button', { name: 'Accept', exact: true }).click();
  await asked().waitFor();
  await letStand(page);
  await scan(page, other);
  const opened = page.locator('.dialog-order', { hasText: otherNumber });
  await opened.getByRole('button', { name: 'Accept', exact: true }).click();
  await asked().getByText(`Order ${otherNumber} needs a name.`).waitFor();
  await scan(page, CARO_BADGE);
  await until('it to be accepted', () => venue.card(other).column === 'preparing');
  expect(venue.card(id)).toMatchObject({ column: 'new', pending: null });
});
