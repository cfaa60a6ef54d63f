/** Price changes: checked while typed, reviewed, and recorded together. */
import type { PriceChange, PriceReview, VenueKind } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { type ItemChange, whatIsWrongWith, whatIsWrongWithValue } from '../../menu/changes.ts';
import { isAboutHundred } from '../../menu/difference.ts';
import { iso } from '../../view/menu/pending.ts';
import { type Handlers, refuse, UNKNOWN_VENUE } from '../answers.ts';
import { endpointOf, type MenuCallsDeps, type MenuChanges } from './menu-changes.ts';

export function createPriceCalls(
  { store, time, menuBook: book }: MenuCallsDeps,
  { kindOf, subjectIn, named, wrongSubjects, record }: MenuChanges,
): Pick<Handlers, `menu.${'reviewPrices' | 'changePrices'}`> {
  const clock = time.service;

  function review(venueId: string, changes: readonly PriceChange[]): PriceReview['lines'] {
    const kind = kindOf(venueId) ?? 'restaurant';
    return changes.map((change) => {
      const subject = subjectIn(venueId, change.what);
      const known = change.what.kind === 'item' ? book.item(venueId, subject) : book.value(venueId, change.what.id);
      const from = known?.price ?? null;
      const isUnknown = known === null;
      const problem = isUnknown
        ? message('menu.itemNotFound', { name: change.what.id })
        : change.what.kind === 'item'
          ? whatIsWrongWith(itemChange(change, kind, null), kind, clock.now())
          : (whatIsWrongWithValue({ price: change.price }) ??
            (change.discountedPrice === undefined ? null : message('menu.optionHasNoDiscount')));
      const isHundredfold = from !== null && isAboutHundred(from, change.price);
      return {
        name: book.nameOf(venueId, subject),
        from,
        to: change.price,
        discountedPrice: change.discountedPrice ?? null,
        isHundredfold,
        problem,
      };
    });
  }

  return {
    'menu.reviewPrices': ({ venueId, changes }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      return { ok: true, value: { lines: review(venueId, changes) } };
    },
    'menu.changePrices': ({ venueId, changes }, by) => {
      const what = changes.map((change) => change.what);
      const wrong = wrongSubjects(venueId, what);
      if (wrong) return refuse(wrong);
      const problem = review(venueId, changes).find((line) => line.problem)?.problem;
      if (problem) return refuse({ code: 'wrong-price', text: problem });
      const kind = kindOf(venueId) ?? 'restaurant';
      const wanted = changes.map((change) => {
        const subject = subjectIn(venueId, change.what);
        // Without a VAT rate, the service may apply its own.
        const vat = (change.what.kind === 'item' ? book.item(venueId, subject) : book.value(venueId, change.what.id))?.vat ?? null;
        const wants =
          change.what.kind === 'item'
            ? itemChange(change, kind, vat)
            : { price: change.price, ...(vat === null ? {} : { vat_percentage: vat }) };
        return { endpoint: endpointOf(change.what), subject, wants: { ...wants } };
      });
      return record(venueId, wanted, message('menu.newPrices', { names: named(venueId, what) }), by);
    },
  };
}

function itemChange({ price, discountedPrice, discountFrom, discountUntil }: PriceChange, kind: VenueKind, vat: number | null): ItemChange {
  const schedule = { ...(discountFrom ? { starts_at: utc(discountFrom) } : {}), ...(discountUntil ? { ends_at: utc(discountUntil) } : {}) };
  return {
    price,
    ...(discountedPrice === undefined ? {} : { discounted_price: discountedPrice }),
    ...(Object.keys(schedule).length > 0 ? { scheduled_discount: schedule } : {}),
    ...(vat === null || kind === 'full-assortment' ? {} : { vat_percentage: vat }),
  };
}

const utc = (moment: string): string => iso(Date.parse(moment));
