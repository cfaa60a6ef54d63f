import type { SoldOutEnd } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { endsItself, saleOfItem } from '../../menu/changes.ts';
import { isMarkedSoldOut } from '../../outbox/menu/apply-stock.ts';
import { iso } from '../../view/menu/pending.ts';
import { endsView, hoursOf } from '../../view/menu/sale-view.ts';
import { type Handlers, refuse } from '../answers.ts';
import { endpointOf, type MenuCallsDeps, type MenuChanges } from './menu-changes.ts';

const NO_KIND = { code: 'kind-needed', text: message('menu.chooseKindFirst'), hint: message('menu.chooseKindInMenu') };

export function createOnSaleCalls(
  { store, time, menuBook: book, zoneOf }: MenuCallsDeps,
  { kindOf, subjectIn, named, wrongSubjects, record }: MenuChanges,
): Pick<Handlers, `menu.${'soldOut' | 'backOnSale' | 'setStock' | 'again'}`> {
  const clock = time.service;

  /** The end, epoch ms; null for none. Undefined: the opening times have no such end. */
  function endOf(venueId: string, end: SoldOutEnd): number | null | undefined {
    if (end.until === 'changed') return null;
    if (end.until === 'minutes') return clock.now() + end.minutes * 60_000;
    const { closing, tomorrow } = endsView(hoursOf(store, venueId), clock.now(), zoneOf(venueId));
    const at = end.until === 'closing' ? closing : tomorrow;
    return at === null ? undefined : Date.parse(at);
  }

  /** Whether stock is counted, which a sold-out mark would overwrite at the service. */
  function isCounted(venueId: string, subject: string): boolean {
    const counted = store.menu.get(venueId, 'inventory', subject);
    return counted !== null && counted.state !== 'refused';
  }

  return {
    'menu.soldOut': ({ venueId, what, end }, by) => {
      const wrong = wrongSubjects(venueId, what);
      if (wrong) return refuse(wrong);
      const kind = kindOf(venueId);
      if (kind === null) return refuse(NO_KIND);
      const at = endOf(venueId, end);
      if (at === undefined) return refuse({ code: 'no-such-end', text: message('sale.noSuchEnd'), hint: message('menu.chooseAnotherEnd') });
      const counted = kind !== 'restaurant' && what.find((one) => one.kind === 'item' && isCounted(venueId, subjectIn(venueId, one)));
      if (counted)
        return refuse({
          code: 'counted',
          text: message('stock.isCounted', { name: named(venueId, [counted]) }),
          hint: message('stock.setToZero'),
        });
      const wanted = what.map((one) => {
        const wants = one.kind === 'value' ? { enabled: false } : saleOfItem(false, at === null ? null : iso(at), kind);
        const back = one.kind === 'value' ? { enabled: true } : saleOfItem(true, null, kind);
        const ends = at === null || endsItself(wants) ? null : { at, with: { ...back } };
        return { endpoint: endpointOf(one), subject: subjectIn(venueId, one), wants: { ...wants }, ends };
      });
      const until =
        at === null
          ? message('menu.markedSoldOut', { names: named(venueId, what) })
          : message('menu.markedSoldOutUntil', { names: named(venueId, what), until: iso(at) });
      return record(venueId, wanted, until, by);
    },
    'menu.backOnSale': ({ venueId, what }, by) => {
      const wrong = wrongSubjects(venueId, what);
      if (wrong) return refuse(wrong);
      const kind = kindOf(venueId);
      if (kind === null) return refuse(NO_KIND);
      const wanted = what.map((one) => ({
        endpoint: endpointOf(one),
        subject: subjectIn(venueId, one),
        wants: { ...(one.kind === 'value' ? { enabled: true } : saleOfItem(true, null, kind)) },
      }));
      return record(venueId, wanted, message('menu.backOnSale', { names: named(venueId, what) }), by);
    },
    'menu.setStock': ({ venueId, stock }, by) => {
      const what = stock.map((one) => one.what);
      const wrong = wrongSubjects(venueId, what);
      if (wrong) return refuse(wrong);
      if (what.some(({ kind }) => kind === 'value')) return refuse({ code: 'not-counted', text: message('stock.optionsNotCounted') });
      const marked = what.find((one) => isMarkedSoldOut({ store, book }, venueId, subjectIn(venueId, one)));
      if (marked)
        return refuse({
          code: 'marked',
          text: message('stock.markedSoldOut', { name: named(venueId, [marked]) }),
          hint: message('menu.backOnSaleFirst'),
        });
      const wanted = stock.map(({ what: one, count }) => ({
        endpoint: 'inventory' as const,
        subject: subjectIn(venueId, one),
        wants: { inventory: count },
      }));
      return record(venueId, wanted, message('stock.counted', { names: named(venueId, what) }), by);
    },
    'menu.again': ({ venueId, intent: id }, by) => {
      const intent = store.menu.of(venueId).find((one) => one.id === id);
      if (!intent || !['refused', 'unseen'].includes(intent.state))
        return refuse({ code: 'over', text: message('text.inProgressOrOver'), hint: message('text.checkAgainSoon') });
      const { endpoint, subject, wants, reason, endsAt, endsWith } = intent;
      const ends = endsAt !== null && endsWith !== null ? { at: endsAt, with: endsWith } : null;
      return record(venueId, [{ endpoint, subject, wants, reason, ends }], message('menu.sentAgain'), by);
    },
  };
}
