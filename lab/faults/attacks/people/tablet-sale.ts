/** A kitchen tablet's tries to change the menu with its three calls, before and after Settings allow them. */
import type { Sold } from '../../../../contract/contract.ts';
import { until, type Venue } from '../../../../test/e2e/venue/venue.ts';
import type { Page } from '../watch/page.ts';
import { inputFor, NOBODYS } from './tablet-tries.ts';

export const SALE_CALLS = ['kitchen.dishSale', 'kitchen.soldOut', 'kitchen.backOnSale'] as const;

/** Menu data must not reach a tablet: no price, no ID, no author. */
const SHOWN_TOO_MUCH = /"(price|vat|id|externalId|sku|gtin|what|venueId|by":"[^"])/;

interface Parts {
  venue: Venue;
  kitchen: Page;
  customer: Page;
  shown: string;
  others: readonly string[];
  ask: (page: Page, name: string, input: unknown) => Promise<{ ok: boolean; value?: unknown; problem?: { code: string } } | null>;
}

/** Returns what it reached, and its number of tries. */
export async function trySelling({ venue, kitchen, customer, shown, others, ask }: Parts): Promise<{ tried: number; reached: string[] }> {
  const reached: string[] = [];
  let tried = 0;
  const { venueId } = venue;
  await venue.call('menu.setKind', { venueId, sells: 'restaurant' });
  await until('the menu to be read', async () => {
    const answer = await venue.call('menu.get', { venueId, language: 'en' });
    return answer.ok && answer.value.readAt !== null;
  });
  const answer = async (): Promise<string> => {
    const notes = await venue.call('menu.history', { venueId });
    return JSON.stringify(notes.ok ? notes.value.notes : notes.problem);
  };
  const expectRefused = async (page: Page, name: string, input: unknown, code: string, where: string): Promise<void> => {
    tried += 1;
    const answer = await ask(page, name, input);
    if (answer?.ok !== false || answer.problem?.code !== code) reached.push(`${name} ${where}: ${JSON.stringify(answer)}`);
  };

  const before = await answer();
  for (const name of SALE_CALLS) await expectRefused(kitchen, name, inputFor(name, shown, venue), 'not-allowed', 'before it is allowed');
  await venue.call('settings.saveKitchen', { kitchen: { sold_out: true } });
  for (const name of SALE_CALLS) {
    await expectRefused(customer, name, inputFor(name, shown, venue), 'display-only', "at the customers' screen");
    for (const orderId of [...others, NOBODYS])
      await expectRefused(kitchen, name, inputFor(name, orderId, venue), 'display-only', 'of an order that is not shown');
    // Dishes of the tablet's order that aren't its own, and menu items, which only the main screen may name.
    const own = inputFor(name, shown, venue) as object;
    for (const line of ['any', '__proto__', 'POS-1001', 'external_id:POS-1001'])
      await expectRefused(kitchen, name, { ...own, line }, 'changed', `of the dish ${line}`);
    for (const end of [{ until: 'minutes', minutes: -1 }, { until: 'minutes', minutes: 10 ** 9 }, { until: '2099-01-01T00:00:00Z' }])
      if (name === 'kitchen.soldOut') await expectRefused(kitchen, name, { ...own, end }, 'display-only', `until ${JSON.stringify(end)}`);
  }
  const what: Sold = { kind: 'item', by: 'external_id', id: 'POS-1001' };
  for (const [name, input] of [
    ['menu.soldOut', { venueId, what: [what], end: { until: 'changed' } }],
    ['menu.backOnSale', { venueId, what: [what] }],
    ['menu.setStock', { venueId, stock: [{ what, count: 0 }] }],
    ['menu.changePrices', { venueId, changes: [{ what, price: 1 }] }],
    ['menu.ofOrder', { orderId: shown }],
    ['menu.get', { venueId, language: 'en' }],
    ['sale.pause', { venueId, end: { until: 'changed' }, reason: '' }],
  ] as const)
    await expectRefused(kitchen, name, input, 'display-only', 'of the counter alone');
  if ((await answer()) !== before) reached.push(`a refused call changed the menu: ${await answer()}`);

  for (const name of SALE_CALLS) {
    tried += 1;
    const answer = await ask(kitchen, name, inputFor(name, shown, venue));
    if (!answer?.ok) reached.push(`a tablet cannot ${name} though it is allowed: ${JSON.stringify(answer)}`);
    const reported = JSON.stringify(answer);
    if (SHOWN_TOO_MUCH.test(reported)) reached.push(`${name} tells more than a display draws: ${reported}`);
  }
  const notes = await venue.call('menu.history', { venueId });
  const names = notes.ok ? notes.value.notes.map(({ by }) => by) : [];
  if (names.length !== 2 || names.some((by) => by !== 'Thief'))
    reached.push(`the journal does not say which tablet it was: ${await answer()}`);
  return { tried, reached };
}
