/** Missing names get a placeholder in the language of the printout, or of the screen. */
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../../contract/language.ts';
import { isoDigits } from '../../../../main/orders/money/money.ts';
import { courierTicket } from '../../../../main/printing/documents/courier-ticket.ts';
import { kitchenTicket } from '../../../../main/printing/documents/kitchen-ticket.ts';
import { participantLabels } from '../../../../main/printing/documents/participant-label.ts';
import { receipt } from '../../../../main/printing/documents/receipt.ts';
import { preorderTicket, stopTicket } from '../../../../main/printing/documents/slips.ts';
import { fitCard } from '../../../../main/view/card/fit-card.ts';
import { orderOf } from '../../../fixtures/orders.ts';
import { context, linesOf } from './orders.ts';

const order = orderOf({
  ...{ id: 'o', venue: { id: 'v' }, order_number: '7', order_status: 'production', delivery: { type: 'takeaway' } },
  group_participants: [{ id: 'a' }, { id: 'b', name: 'Lea P' }],
  items: [
    { count: 1, participant_id: 'a' },
    { name: 'Keitto', count: 1, participant_id: 'b' },
    { name: 'Leipä', count: 1 },
  ],
});

function paperIn(language: Language): string {
  const inIt = { ...context, template: { ...context.template, language } };
  const documents = [kitchenTicket, courierTicket, receipt, stopTicket, preorderTicket].map((make) => make(order, inIt));
  return [...documents, ...participantLabels(order, inIt)].flatMap((document) => linesOf(document)).join('\n');
}

test.each(LANGUAGES.filter((language) => language !== 'en'))('no printout in %s has an English placeholder', (language) => {
  expect(paperIn(language)).not.toMatch(/Guest|no name|not assigned|null|undefined/i);
});

test("printouts use their own language's words for a missing name", () => {
  const finnish = paperIn('fi');
  for (const words of ['Vieras 1', 'NIMETÖN TUOTE', 'EI KENENKÄÄN', 'Lea P']) expect(finnish).toContain(words);
  expect(paperIn('en')).toMatch(/Guest 1[\s\S]*ITEM WITHOUT A NAME/);
});

test('the card has numbers or null for missing names, so that each screen shows its own words', () => {
  const { items, participants } = fitCard(order, isoDigits);
  expect(participants).toEqual([{ guest: 1 }, 'Lea P', { guest: null }]);
  expect(items.map(({ name, participants: of }) => [name, of])).toEqual([
    [null, [{ guest: 1 }]],
    ['Keitto', ['Lea P']],
    ['Leipä', [{ guest: null }]],
  ]);
});

test('a participant named Not assigned is shown by name, not as unassigned items', () => {
  const people = { items: [{ name: 'Tea', participant: 'Not assigned' }], group_participants: [{ name: 'Not assigned' }] };
  expect(fitCard(orderOf({ id: 'o', venue: { id: 'v' }, ...people }), isoDigits).participants).toEqual(['Not assigned']);
});
