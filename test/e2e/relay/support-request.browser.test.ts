/** A request for a support file, on the screen. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { startTestRelay, type TestRelay } from '../../integration/intake/relay/test-relay.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

let relay: TestRelay;
beforeEach(async () => {
  relay = await startTestRelay();
  const code = relay.invite([venue.venueId]);
  expect(await venue.call('settings.joinRelay', { address: relay.url, code, secret: null })).toMatchObject({ ok: true });
  await until('the relay', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
});
afterEach(() => relay[Symbol.asyncDispose]());

const dialog = () => screen.page.getByRole('dialog', { name: t('support.title') });
const line = () => screen.page.getByText(t('support.asks', { host: new URL(relay.url).host }), { exact: true });
const view = () => screen.page.getByRole('button', { name: t('support.view') });

async function ask(reason: string): Promise<void> {
  relay.say({ type: 'support', request: { id: randomUUID(), reason, askedAt: new Date().toISOString() } });
  await until('the request', () => venue.state().app.app?.supportRequest?.reason === reason);
  // A more urgent line comes first.
  await screen.page.locator('.line-more').click();
  await line().waitFor();
  await letStand(screen.page);
}

test('a manager reads reason and file before the tap that sends it, and a withdrawn request closes the dialog', async () => {
  await ask('Tickets print twice');
  await screen.page.getByText('Tickets print twice').first().waitFor();
  await view().click();
  await dialog().getByText('Tickets print twice').waitFor();
  await dialog().getByText(t('diagnostics.bundleWhy')).waitFor();
  await dialog().getByText('"made_at"').waitFor();
  expect(await dialog().getByRole('region').textContent()).toContain('"computer_clock_ahead_of_service_ms"');
  // This relay takes no files.
  await dialog()
    .getByRole('button', { name: t('support.send') })
    .click();
  await dialog().getByRole('alert').waitFor();
  relay.say({ type: 'support', request: null });
  await dialog().waitFor({ state: 'detached' });
  await line().waitFor({ state: 'detached' });
});

test('a refused request leaves the screen', async () => {
  await ask('Tickets print twice');
  await view().click();
  await dialog().waitFor();
  await letStand(screen.page);
  await dialog()
    .getByRole('button', { name: t('support.refuse') })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await line().waitFor({ state: 'detached' });
});
