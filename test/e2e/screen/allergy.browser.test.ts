/** An allergy in a note as staff see it: the label, the words found, and the whole note with them underlined. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';

atTheCounter();

test('a note with an allergy is marked on the card and shown whole, with the allergy underlined', async () => {
  const note = 'Ring twice. My son is allergic to hazelnuts, please be careful.';
  const { order_number: number } = await venue.place('takeaway', { consumer_comment: note });
  const card = screen.card(number);
  const comment = card.locator('.comment[data-allergy]');
  await comment.getByText('Allergy.').waitFor();
  expect(await comment.textContent()).toContain(note);
  expect(await card.locator('mark').allTextContents()).toEqual(['allergic', 'hazelnuts']);
});
