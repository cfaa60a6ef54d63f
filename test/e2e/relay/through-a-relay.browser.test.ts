/** A venue behind a router: from pasting the relay operator's code to the first order, and the screen while the relay is away. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { openLine } from '../../../lab/faults/relay/line.ts';
import { chanceOf } from '../../../lab/faults/seeded.ts';
import { startTestRelay, type TestRelay } from '../../integration/intake/relay/test-relay.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openFromMenu } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { until, WEBHOOK_SECRET } from '../venue/venue.ts';

atTheCounter();

let relay: TestRelay;
let behindRouter: Server;
beforeEach(async () => {
  relay = await startTestRelay();
  // Receives webhooks like a relay's public address and passes them on; the service doesn't know the app's address.
  behindRouter = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    relay.take({ venueId: venue.venueId, body, signature: String(request.headers['service-signature']) });
    response.end('ok');
  });
  await new Promise<void>((resolve) => behindRouter.listen(0, '127.0.0.1', resolve));
  const { port } = behindRouter.address() as AddressInfo;
  await venue.control('POST', '/webhooks', { url: `http://127.0.0.1:${port}/`, secret: WEBHOOK_SECRET });
});
afterEach(async () => {
  await relay[Symbol.asyncDispose]();
  behindRouter.closeAllConnections();
  await new Promise((resolve) => behindRouter.close(resolve));
});

const bar = () => screen.page.locator('header').first();
const part = () => screen.page.locator('[data-part="relay"]');
const NOTICED_MS = 15_000;

async function join(code: string, url = relay.url): Promise<void> {
  await openSettings(screen.page, 'Webhooks');
  await part()
    .getByLabel('Relay address')
    .fill(`${url.replace('http', 'ws')}/counter`);
  await part().getByLabel('Code', { exact: true }).fill(code);
  await part().getByRole('button', { name: 'Connect' }).click();
}

async function backToBoard(): Promise<void> {
  await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('button', { name: 'Orders', exact: true }).first().click();
}

test("after the operator's code is pasted, the relay is verified, and the first order arrives through it", async () => {
  await join('a-code-that-nobody-made');
  await part().getByText(t('relay.codeUnknown')).waitFor();
  expect(sourceOf(venue.state().app.app, 'relay')).toBeNull();

  await join(relay.invite([venue.venueId]));
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
  await part().locator('li[data-state="verified"]').waitFor();
  expect(await screen.page.content()).not.toMatch(/of-the-operator|kkkkkk/);

  const { order_number: number } = await venue.place('instant');
  await backToBoard();
  await screen.card(number).waitFor();
  expect(relay.acked.get(venue.venueId)).toBeGreaterThan(0);

  await openSettings(screen.page, 'Webhooks');
  await part()
    .getByRole('button', { name: t('settings.relay.leave') })
    .click();
  await screen.page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.relay.leave') })
    .click();
  await part().getByLabel('Code', { exact: true }).waitFor();
  await until('the counter to have gone', () => relay.connected() === 0);
  expect(sourceOf(venue.state().app.app, 'relay')).toBeNull();
});

test('a relay that is silent, broken or behind a sign-in page is reported within 15 s, and found again', async () => {
  await join(relay.invite([venue.venueId]));
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();

  const troubles: [() => void, RegExp][] = [
    [() => Object.assign(relay.faults, { isHalfOpen: true }), /The relay isn't responding\./],
    [() => Object.assign(relay.faults, { portal: 'page' }), /Something else answers instead of the relay/],
    [() => Object.assign(relay.faults, { status: 500 }), /The relay has a fault\./],
    [() => Object.assign(relay.faults, { status: 503 }), /The relay is restarting\./],
  ];
  for (const [begin, text] of troubles) {
    begin();
    if (!relay.faults.isHalfOpen) relay.cut();
    for (let passed = 0; passed < NOTICED_MS; passed += 500) {
      await venue.time.advance(500);
      if (sourceOf(venue.state().app.app, 'relay')?.state === 'lost') break;
    }
    await part().getByText(text).waitFor();
    await part().getByText(t('setup.orders.relayNot')).waitFor();
    await bar().getByText('Relay').first().waitFor();

    Object.assign(relay.faults, { isHalfOpen: false, portal: null, status: null });
    relay.cut();
    await venue.untilLater('the relay to be found again', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
    await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
  }
});

test('after sleep a dead relay connection is replaced at once, and the order from meanwhile arrives', async () => {
  const router = await openLine(Number(new URL(relay.url).port), chanceOf(20261126));
  try {
    await join(relay.invite([venue.venueId]), router.url);
    await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
    router.set('half-open');
    router.set('well');
    const { order_number: number } = await venue.place('instant');
    await until('the relay to have it', () => relay.waiting(venue.venueId).length === 1);
    venue.app().wake();
    for (let passed = 0; passed < NOTICED_MS && relay.hellos.length < 2; passed += 500) await venue.time.advance(500);
    await until('the order to be acknowledged', () => relay.waiting(venue.venueId).length === 0);
    expect(relay.hellos).toHaveLength(2);
    await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
    await backToBoard();
    await screen.card(number).waitFor();
  } finally {
    await router.close();
  }
});

test('after the relay operator removes this computer, staff see what to do, and a new code reconnects it', async () => {
  await join(relay.invite([venue.venueId]));
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
  relay.revokeAll();
  await part().getByText(t('relay.computerRemoved')).waitFor();
  await part()
    .getByText(/Ask your relay operator for a new code/)
    .waitFor();
  await bar().getByText('Relay').first().waitFor();
  const { order_number: number } = await venue.place('instant');
  await until('the relay to have it', () => relay.waiting(venue.venueId).length === 1);
  await part()
    .getByRole('button', { name: t('settings.relay.again') })
    .click();
  await part()
    .getByLabel('Code', { exact: true })
    .fill(relay.invite([venue.venueId]));
  await part().getByRole('button', { name: 'Connect' }).click();
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
  await backToBoard();
  await screen.card(number).waitFor();
});

test('while the router is off the screen explains it, and the waiting order arrives afterwards', async () => {
  const router = await openLine(Number(new URL(relay.url).port), chanceOf(20261125));
  try {
    await join(relay.invite([venue.venueId]), router.url);
    await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
    router.set('cut');
    const { order_number: number } = await venue.place('instant');
    for (let passed = 0; passed < NOTICED_MS && sourceOf(venue.state().app.app, 'relay')?.state !== 'lost'; passed += 500)
      await venue.time.advance(500);
    await part().getByText(t('relay.unreachable')).waitFor();
    await part()
      .getByText(/internet connection/)
      .waitFor();
    await bar().getByText('Relay').first().waitFor();
    expect(await screen.card(number).count()).toBe(0);
    router.set('well');
    await venue.untilLater('the relay to be found again', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
    await backToBoard();
    await screen.card(number).waitFor();
  } finally {
    await router.close();
  }
});

test('if a router blocks lasting connections, the screen says so, and orders arrive by polling', async () => {
  relay.faults.sockets = 'blocked';
  await join(relay.invite([venue.venueId]));
  await part()
    .getByText(/blocks lasting connections/)
    .waitFor();
  const { order_number: number } = await venue.place('instant');
  await backToBoard();
  await screen.card(number).waitFor();
});

test("if the relay can't save webhooks, staff see that orders may be missing and where to check", async () => {
  await join(relay.invite([venue.venueId]));
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
  relay.faults.keepsNothing = true;
  await venue.untilLater('the trouble to be said', () => sourceOf(venue.state().app.app, 'relay')?.state === 'lost');
  await part()
    .getByText(/can't save new webhooks right now. Orders may be missing here/)
    .waitFor();
  await part()
    .getByText(/Check the merchant app/)
    .waitFor();
  expect(await part().getByText(t('setup.orders.relayNot')).count()).toBe(0);
  relay.faults.keepsNothing = false;
  await venue.untilLater('the end of it', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
});

test('Diagnostics shows the relay, and the support file has none of its keys', async () => {
  await join(relay.invite([venue.venueId]));
  await part().getByText(t('setup.orders.relay'), { exact: true }).waitFor();
  await backToBoard();
  await openFromMenu(screen.page, 'Diagnostics');
  await screen.page.getByRole('row', { name: /Relay/ }).waitFor();
  const bundle = await venue.call('diagnostics.bundle', {});
  const text = bundle.ok ? bundle.value.text : '';
  expect(text).toContain('"relay"');
  expect(text).not.toMatch(/of-the-operator|kkkkkk/);
});
