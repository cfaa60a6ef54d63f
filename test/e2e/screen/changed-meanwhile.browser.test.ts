import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

test('a tap on a card that another screen has outdated shows what happened, and the next tap works', async () => {
  const { page } = screen;
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const bridge = socket.connectToServer();
    socket.onMessage((text) => bridge.send(text));
    bridge.onMessage((text) => {
      if (held && String(text).startsWith('{"push"')) held.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  await page.reload();
  const { order_id: id, order_number: number } = await venue.arrived('takeaway');
  await venue.ask('order.accept', { orderId: id, extraMinutes: 0 });
  const tap = (name: string) => screen.card(number).getByRole('button', { name, exact: true }).click();
  await screen.card(number).getByRole('button', { name: 'Mark ready', exact: true }).waitFor();
  held = [];
  await venue.ask('order.ready', { orderId: id });
  await until('it to be ready', () => venue.card(id).column === 'ready');
  await tap('Mark ready');
  await screen
    .card(number)
    .getByText(/^Already marked ready, \d+ s ago\./)
    .waitFor();
  for (const send of held.splice(0)) send();
  held = null;
  await tap('Hand over');
  await until('its end', () => venue.card(id).column === 'ended');
  expect([await venue.asked(id, 'ready'), await venue.asked(id, 'delivered')]).toEqual([1, 1]);
}, 60_000);
