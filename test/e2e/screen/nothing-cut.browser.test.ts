/** Nothing that staff need is cut or covered: no button, dish, note, count of people or focus ring. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const NOTE = { consumer_comment: 'I have a severe nut allergy' };

async function arrived(kind: string, number: string, more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.arrived(kind, { order_number: number, ...more });
  return id;
}

async function cooking(kind: string, number: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = await arrived(kind, number, more);
  await venue.bringTo(id, 'preparing');
  return id;
}

/** Whether taps on the top, middle and end of each element reach it. */
const areInSight = (selector: string): Promise<boolean> =>
  screen.page.evaluate(`(() => {
    const all = [...document.querySelectorAll('${selector}')];
    return all.length > 0 && all.every((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((part) => one.contains(document.elementFromPoint(left + width / 2, top + height * part)));
    });
  })()`);

async function covers(one: Locator, others: Locator): Promise<boolean> {
  const box = await one.boundingBox();
  for (const other of await others.all()) {
    const beside = await other.boundingBox();
    if (!box || !beside) continue;
    const isBeside = box.x >= beside.x + beside.width || beside.x >= box.x + box.width;
    const isAbove = box.y >= beside.y + beside.height || beside.y >= box.y + box.height;
    if (!isBeside && !isAbove) return true;
  }
  return false;
}

test('Undo replaces its button: it covers no dish or note, and the card keeps its height', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 15 } });
  await cooking('takeaway', '701', NOTE);
  const card = screen.card('701');
  await card.getByRole('button', { name: 'Mark ready' }).waitFor();
  const before = await card.boundingBox();
  await card.getByRole('button', { name: 'Mark ready' }).click();
  const undo = card.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  expect(await covers(undo, card.locator('.item, .note'))).toBe(false);
  expect((await card.boundingBox())?.height).toBe(before?.height);
  await screen.page.locator('[data-screen="kitchen"]').click();
  const ticket = screen.page.locator('.ticket[data-order="701"]');
  const there = ticket.getByRole('button', { name: 'Undo' });
  await there.waitFor();
  expect(await covers(there, ticket.locator('.dish, .note, .ticket-number'))).toBe(false);
});

test("a rejection's buttons are visible whatever is chosen and in any window size", async () => {
  await arrived('group', '702');
  await screen.card('702').getByRole('button', { name: 'Reject' }).click();
  const dialog = screen.page.getByRole('dialog');
  await dialog.getByText('Items unavailable').click();
  await dialog.locator('.order-sold-out').waitFor();
  for (const [width, height] of [
    [1280, 800],
    [1024, 600],
    [640, 400],
  ] as const) {
    await screen.page.setViewportSize({ width, height });
    await until('the answers in sight', () => areInSight('.reject-end button'));
    await dialog.getByRole('textbox').scrollIntoViewIfNeeded();
    expect(await areInSight('.reject textarea')).toBe(true);
  }
});

test("a group order's bags and the buttons below are visible", async () => {
  await cooking('group', '703');
  await screen.card('703').locator('[data-action="ready"]').click();
  const dialog = screen.page.getByRole('dialog');
  await dialog.locator('.bag').first().waitFor();
  await until('the bags in sight', () => areInSight('.bag, .hand-over-end button'));
});

test("a card shows its kind and number of people however long the name, and focus rings aren't cut", async () => {
  await arrived('group', '704', { consumer_name: 'Maximiliane Bartholomea von und zu Hohenstein' });
  await arrived('preorder', '705');
  for (const width of [1280, 768]) {
    await screen.page.setViewportSize({ width, height: 1_000 });
    const cut: unknown = await screen.page.evaluate(`[...document.querySelectorAll('.card')].flatMap((card) => {
      const edge = card.closest('.column-cards').getBoundingClientRect();
      const isWithin = (one) => {
        const { left, right, top } = one.getBoundingClientRect();
        const { outlineOffset, outlineWidth } = getComputedStyle(one);
        const ring = Math.max(0, parseFloat(outlineOffset) + parseFloat(outlineWidth));
        return left - ring >= edge.left && right + ring <= edge.right && top - ring >= edge.top;
      };
      const number = card.querySelector('.card-number');
      number.focus({ focusVisible: true });
      const words = [...card.querySelectorAll('.card-kind > span, .card-people')].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
      const head = card.querySelector('.card-who').getBoundingClientRect();
      const beside = [...card.querySelectorAll('.card-people')].filter((one) => one.getBoundingClientRect().right > head.right + 1);
      return [...(isWithin(card) && isWithin(number) ? [] : ['ring of ' + card.dataset.order]), ...words, ...beside].map((one) => one.outerHTML ?? one);
    })`);
    expect(cut, String(width)).toEqual([]);
  }
});

test("on a small tablet a long venue name is shortened, and its neighbors in the bar aren't cut", async () => {
  await venue.call('venue.rename', { venueId: venue.venueId, name: 'Harbour Kitchen and Fish Market at the Old Pier' });
  await screen.page.setViewportSize({ width: 768, height: 1024 });
  await screen.page.locator('.bar-name', { hasText: 'Old Pier' }).waitFor();
  const whole: unknown = await screen.page.evaluate(`(() => {
    const around = document.querySelector('.bar-venue').getBoundingClientRect();
    return [...document.querySelectorAll('.bar-venue > *')].map((one) => one.getBoundingClientRect().right <= around.right + 1);
  })()`);
  expect(whole).toEqual([true, true, true]);
});

test("in the kitchen view the new-order strip doesn't cover the All day list", async () => {
  await cooking('takeaway', '706');
  await screen.page.locator('[data-screen="kitchen"]').click();
  await arrived('takeaway', '707');
  const strip = screen.page.locator('.strip-new');
  await strip.waitFor();
  await screen.page.locator('.all-day').waitFor();
  expect(await covers(strip, screen.page.locator('.all-day'))).toBe(false);
});
