/** The operator's page in a real browser. */
import { readFileSync } from 'node:fs';
import AxeBuilder from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { makeSettingsPair, signSettings } from '../../../contract/relay/settings-document.ts';
import { PROOF_EVERY_MS } from '../../../contract/relay/wire.ts';
import { sharedBrowser } from '../../e2e/venue/screen.ts';
import { deliveryEvent, OTHER_VENUE, openRelay, orderNotification, postDelivery, postOrder, VENUE } from './at-the-relay.ts';
import { chainAtRelay } from './chain-at-the-relay.ts';
import { connectedCounter, type Invited, keyFor, listen, operator, ping, redeem, relayWithKey } from './light-counter.ts';
import { answer, asked, listenForSupport, packed } from './support-counter.ts';

async function openPage(address: string, key?: string) {
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && trouble.push(line.text()));
  await page.goto(address);
  const signIn = async (as: string) => {
    await page.getByLabel('Operator key').fill(as);
    await page.getByRole('button', { name: 'Open' }).click();
  };
  if (key !== undefined) await signIn(key);
  return { page, trouble, signIn };
}

async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(AxeBuilder.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

async function expectFit(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await violationsOn(page), `${colorScheme} ${width}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
}
test('an operator opens the page with the key, sees silent apps, invites one and removes one', async () => {
  const { relay, counter } = await connectedCounter();
  for (const venue of [VENUE, OTHER_VENUE]) await postOrder(relay, orderNotification(venue));
  const { page, trouble, signIn } = await openPage(relay.addresses.operator_url);
  await signIn('k'.repeat(43));
  await page.getByText("The operator's key is missing or wrong.").waitFor();
  expect(await page.getByRole('heading', { name: 'Counters' }).isVisible()).toBe(false);
  trouble.length = 0;
  await signIn(relay.addresses.operator_key);
  await page.getByRole('row', { name: /Harbour Kitchen.*Connected for.* s ago/ }).waitFor();
  expect(await page.getByLabel('Operator key').isVisible()).toBe(false);
  await page.getByText(`1 notification waits for venue ${OTHER_VENUE}, which no counter reads.`).waitFor();

  await page.getByRole('textbox', { name: 'Name' }).fill('<img src=x onerror=alert(1)>');
  await page.getByLabel('Venue IDs, one a line').fill(`${OTHER_VENUE}\n`);
  await page.getByRole('button', { name: 'Make a code' }).click();
  const code = (await page.locator('#code strong').textContent()) ?? '';
  expect((await redeem(relay, code)).body.venueIds).toEqual([OTHER_VENUE]);
  await page.getByText('<img src=x onerror=alert(1)>').waitFor({ timeout: 15_000 });

  page.once('dialog', (dialog) => dialog.accept());
  await page
    .getByRole('row', { name: /Harbour Kitchen/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  expect(await counter.ended).toBe('revoked');
  expect(trouble).toEqual([]);
});

test("an operator sees an app's settings version and refusals, and invites one into the group", async () => {
  const relay = await openRelay();
  const pair = makeSettingsPair();
  const made = { group: 'harbour', by: 'Example chain', made_at: '2026-11-22T12:00:00.000Z', settings: {} };
  for (const version of [1, 2]) await operator(relay, 'POST', '/settings/harbour', signSettings({ format: 1, version, ...made }, pair));
  const invited = (await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE], group: 'harbour' })).body as Invited;
  const counter = await listen(relay, String((await redeem(relay, invited.code)).body.key), { [VENUE]: 0 });
  const health = { appVersion: '99.0.0', openOrders: 0, printers: 'none', till: 'none', refreshTokenDays: 20, managedVersion: 1 };
  const refused = { version: 2, code: 'bad-value', about: 'work.undo_seconds: Enter 15 or less.' };
  counter.send(ping(1, { health: { ...health, settingsRefused: refused } }));
  const { page } = await openPage(relay.addresses.operator_url, relay.addresses.operator_key);
  await page.getByRole('row').getByText('Settings harbour: 1 of 2, refused', { exact: true }).waitFor({ timeout: 15_000 });
  const why = 'refused version 2 of the settings: a value is wrong: work.undo_seconds: Enter 15 or less.';
  await page.getByRole('listitem').filter({ hasText: why }).waitFor();
  counter.send(ping(2, { health: { ...health, managedVersion: 2, settingsRefused: null } }));
  await page.getByRole('row').getByText('Settings harbour: 2', { exact: true }).waitFor({ timeout: 15_000 });
  await page.getByText('Nothing.').waitFor();

  const invite = async (group: string) => {
    await page.getByLabel('Group whose settings it is given, if any').fill(group);
    await page.getByLabel('Venue IDs, one a line').fill(OTHER_VENUE);
    await page.getByRole('button', { name: 'Make a code' }).click();
  };
  await invite('harbour');
  const code = (await page.locator('#code strong').textContent()) ?? '';
  expect((await redeem(relay, code)).body.settings).toEqual({ group: 'harbour', key: pair.publicKey });
  await invite('airport');
  await page.getByText('needed for the group airport, which has no settings yet').waitFor();
});

test('an unroutable event is assigned to a venue, and the page is accessible', async () => {
  const relay = await openRelay();
  await postDelivery(
    relay,
    deliveryEvent({ type: 'order.handshake_delivery', details: { id: 'e1', service_order_reference_id: 's1', pin_code: '1234' } }),
  );
  await keyFor(relay, VENUE);
  const { page } = await openPage(relay.addresses.operator_url, relay.addresses.operator_key);
  await page.getByText('order.handshake_delivery s1').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel('Venue ID', { exact: true }).fill(VENUE);
  await page.getByRole('button', { name: 'Give it to this venue' }).click();
  await expect.poll(async () => ((await operator(relay, 'GET', `/venues/${VENUE}/backlog`)).body as { waiting: number }).waiting).toBe(1);
  await page.getByText('order.handshake_delivery s1').waitFor({ state: 'hidden', timeout: 15_000 });
});

test('at 500 counters an operator finds by keyboard what needs attention, and updates keep the focus and the place', async () => {
  const chain = await chainAtRelay();
  const { page, trouble } = await openPage(chain.relay.addresses.operator_url, chain.relay.addresses.operator_key);
  await page.getByText('8 of 500 counters connected').waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.locator(':focus').textContent();
  const labelOfFocused = () => page.locator(':focus').getAttribute('aria-label');
  expect(await focused()).toBe('What needs you');
  // Many of one kind are one line.
  await press('Tab');
  expect(await focused()).toMatch(/^7 counters are not connected, and notifications wait for them/);
  await press('Enter');
  await page.getByText('Kitchen 121 is not connected, and 1 notification waits for it.').waitFor();
  await page.getByText('Kitchen 3 is open and gets no orders; usual now is one every 12 min.').waitFor({ state: 'hidden' });
  await chain.pass(120_000);
  await page.getByText('Kitchen 3 is open and gets no orders; usual now is one every 12 min.').waitFor({ timeout: 15_000 });
  await press('Tab');
  expect(await focused()).toBe('airport');
  await press('Enter');
  expect(await focused()).toBe('Counters');
  await page.getByText('40 of 40 found, 500 in all').waitFor();
  await press('Tab');
  await page.keyboard.type('KITCHEN 1');
  await page.getByText('10 of 10 found, 500 in all').waitFor();
  const names = () => page.locator('#counters tr th div').allTextContents();
  expect(await names()).toEqual([1, 13, 109, 121, 133, 145, 157, 169, 181, 193].map((number) => `Kitchen ${number}`));

  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  expect(await labelOfFocused()).toBe('Remove Kitchen 13');
  await page.evaluate("document.activeElement.closest('tr').dataset.wasHere = ''");
  const place = () => page.locator(':focus').boundingBox();
  const before = await place();
  await chain.connect(121);
  await page.getByRole('row', { name: /Kitchen 121.*Connected for/ }).waitFor({ timeout: 15_000 });
  expect(await labelOfFocused()).toBe('Remove Kitchen 13');
  expect(await page.evaluate('scrollY')).toBeGreaterThan(200);
  expect(Math.abs(((await place())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  expect(await page.locator('#counters tr[data-was-here]').count()).toBe(1);
  expect(await page.locator('#problems details[open]').count()).toBe(1);

  await page.getByLabel('Find by name').fill('');
  await page.getByRole('combobox', { name: 'In', exact: true }).selectOption('All groups');
  await page.getByText('50 of 500', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await page.getByText('100 of 500', { exact: true }).waitFor();
  expect(await labelOfFocused()).toBe('Support file of Kitchen 51');
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('With problems');
  await page.getByRole('row', { name: /Kitchen 1 .*sold out/ }).waitFor();
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('All');
  await page.getByLabel('Find by name').fill('early');
  await page.getByText('2 of 2 found, 500 in all').waitFor();
  expect(await page.locator('#counters [data-label=Version]').allTextContents()).toEqual(['99.0.0, early', '99.0.0, early']);
  expect(await page.locator('#groups tr', { hasText: 'airport' }).locator('[data-label=Rings]').textContent()).toBe('early in 1');
  await page.getByLabel('Find by name').fill('no such venue');
  await page.getByText('No counter is like this.').waitFor();
  await page.getByLabel('Find by name').fill('');
  await expectFit(page);
  expect(trouble).toEqual([]);
});

test('an operator asks for a support file by keyboard, sees the answer, saves the file, deletes it and withdraws a request', async () => {
  const { relay, key } = await relayWithKey();
  const counter = await listenForSupport(relay, key);
  const pinging = setInterval(() => counter.send(ping(1)), PROOF_EVERY_MS);
  onTestFinished(() => clearInterval(pinging));
  const { page, trouble } = await openPage(relay.addresses.operator_url, relay.addresses.operator_key);
  const opens = page.getByRole('button', { name: 'Support file of Harbour Kitchen' });
  await opens.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Support file of Harbour Kitchen' });
  await dialog.getByText('A manager there sees your reason and the file').waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Support file of Harbour Kitchen');
  const ask = async (reason: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(reason);
    await page.keyboard.press('Enter');
    await dialog.getByText(`Your reason: “${reason}”. No answer yet`).waitFor();
    await expect.poll(() => asked(counter).at(-1)).toMatchObject({ reason });
    return asked(counter).at(-1)?.id;
  };
  const first = await ask('Orders print late');
  expect(await page.locator(':focus').textContent()).toBe('Support file of Harbour Kitchen');
  const file = `${JSON.stringify({ venues: ['Ä'] }, null, 2)}\n`;
  expect(await answer(relay, key, first, packed(file))).toBe(200);
  await dialog.getByText(/^Sent .* Your reason: “Orders print late”\./).waitFor({ timeout: 15_000 });
  await expectFit(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('support-Harbour Kitchen.json');
  expect(readFileSync(await download.path(), 'utf8')).toBe(file);
  await dialog.getByRole('button', { name: 'Delete the file' }).press('Enter');
  await dialog.getByRole('button', { name: 'Ask for the file' }).waitFor();

  expect(await answer(relay, key, await ask('Once more'), { file: null })).toBe(200);
  await dialog.getByText(/^Refused .* Your reason: “Once more”\./).waitFor({ timeout: 15_000 });
  await dialog.getByRole('textbox').fill('');
  await page.keyboard.press('Shift+Tab');
  await ask('And again');
  await dialog.getByRole('button', { name: 'Withdraw the request' }).press('Enter');
  await expect.poll(() => asked(counter).at(-1)).toBe(null);
  await dialog.getByRole('button', { name: 'Ask for the file' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(false);
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Support file of Harbour Kitchen');
  const noRequest = /404/;
  expect(trouble.filter((line) => !noRequest.test(line))).toEqual([]);
});

test('relays that share a database are listed, and while it is away the page opens and names it', async () => {
  const { relay } = await connectedCounter();
  const { page, signIn } = await openPage(relay.addresses.operator_url);
  const seen_at = new Date(Date.now() - 300_000).toISOString();
  const relays = [
    { name: 'relay-1', is_away: false, seen_at, version: '1.2.3', spooled: 0 },
    { name: 'relay-2', is_away: true, seen_at, version: '1.2.3', spooled: 12 },
  ];
  const error = 'The database cannot be used now: db.example.test:5432/relay: connection refused.';
  const answers: Record<string, { status: number; json: object }> = {
    relays: { status: 200, json: { relays } },
    counters: { status: 503, json: { error } },
  };
  await page.route(/\/operator\/(relays|counters)$/, (route) =>
    route.fulfill(answers[new URL(route.request().url()).pathname.split('/')[2] ?? '']),
  );
  await signIn(relay.addresses.operator_key);
  await page.getByText(error).waitFor();
  expect(await page.locator(':focus').textContent()).toBe('What needs you');
  await page.getByText('Nothing.').waitFor();
  expect(await page.getByRole('heading', { name: 'Relays' }).isVisible()).toBe(false);
  answers.counters = { status: 200, json: { counters: [] } };
  await page.getByRole('row', { name: 'relay-1 Up 0 1.2.3' }).waitFor({ timeout: 15_000 });
  await page.getByRole('row', { name: 'relay-2 Away, last seen 5 min ago 12 1.2.3' }).waitFor();
  await expectFit(page);
  await page.unrouteAll();
  await page.getByRole('heading', { name: 'Relays' }).waitFor({ state: 'hidden', timeout: 15_000 });
});

test("the operator's page runs only its own files, and not in a frame", async () => {
  const relay = await openRelay();
  const answer = await fetch(relay.addresses.operator_url);
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(await answer.text()).not.toContain(relay.addresses.operator_key);
  expect((await fetch(relay.addresses.operator_url, { method: 'POST' })).status).toBe(405);
});
