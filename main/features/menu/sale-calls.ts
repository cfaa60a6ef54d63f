import type { PauseEnd, SpecialDaysView } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { checkSpecialDays, checkWeek } from '../../menu/check-hours.ts';
import type { SpecialDays } from '../../menu/hours.ts';
import { localOf } from '../../menu/zone.ts';
import { iso } from '../../view/menu/pending.ts';
import { endsView, hoursOf, hoursView } from '../../view/menu/sale-view.ts';
import { type Handlers, refuse, UNKNOWN_VENUE, withoutUndefined } from '../answers.ts';
import type { MenuCallsDeps, MenuChanges } from './menu-changes.ts';

type SaleCalls = `sale.${'pause' | 'openAgain' | 'hours' | 'checkHours' | 'setWeek' | 'setSpecialDays' | 'setDeliveryProvider'}`;

export function createSaleCalls({ store, time, zoneOf }: MenuCallsDeps, { record }: MenuChanges): Pick<Handlers, SaleCalls> {
  const clock = time.service;
  const isKnown = (venueId: string): boolean => store.venues.get(venueId) !== null;
  const today = (venueId: string): string => localOf(clock.now(), zoneOf(venueId)).day;
  const daysOf = (given: SpecialDaysView): SpecialDays => withoutUndefined(given) as SpecialDays;

  /** The pause's end; null for none. Undefined: the opening times have no such end. */
  function endOf(venueId: string, end: PauseEnd): string | null | undefined {
    if (end.until === 'changed') return null;
    if (end.until === 'minutes') return iso(clock.now() + end.minutes * 60_000);
    return endsView(hoursOf(store, venueId), clock.now(), zoneOf(venueId)).opening ?? undefined;
  }

  return {
    'sale.pause': ({ venueId, end, reason }, by) => {
      if (!isKnown(venueId)) return refuse(UNKNOWN_VENUE);
      const until = endOf(venueId, end);
      if (until === undefined)
        return refuse({ code: 'no-such-end', text: message('sale.noSuchEnd'), hint: message('menu.chooseAnotherEnd') });
      const wants = { status: 'OFFLINE', until };
      const note = until === null ? message('sale.paused', { reason }) : message('sale.pausedUntil', { until, reason });
      return record(venueId, [{ endpoint: 'online', subject: '', wants, reason: reason || null }], note, by);
    },
    'sale.openAgain': ({ venueId }, by) =>
      isKnown(venueId)
        ? record(venueId, [{ endpoint: 'online', subject: '', wants: { status: 'ONLINE' } }], message('sale.openedAgain'), by)
        : refuse(UNKNOWN_VENUE),
    'sale.hours': ({ venueId }) =>
      isKnown(venueId) ? { ok: true, value: hoursView(store, venueId, clock.now(), zoneOf(venueId)) } : refuse(UNKNOWN_VENUE),
    'sale.checkHours': ({ venueId, week, special }) => ({
      ok: true,
      value: { mistakes: [...checkWeek(week ?? []), ...(special ? checkSpecialDays(daysOf(special), today(venueId)) : [])] },
    }),
    'sale.setWeek': ({ venueId, week }, by) => {
      if (!isKnown(venueId)) return refuse(UNKNOWN_VENUE);
      const [mistake] = checkWeek(week);
      if (mistake) return refuse({ code: 'wrong-times', text: mistake.text });
      return record(venueId, [{ endpoint: 'opening-times', subject: '', wants: { week } }], message('hours.weekChanged'), by);
    },
    'sale.setSpecialDays': ({ venueId, special }, by) => {
      if (!isKnown(venueId)) return refuse(UNKNOWN_VENUE);
      const days = daysOf(special);
      const [mistake] = checkSpecialDays(days, today(venueId));
      if (mistake) return refuse({ code: 'wrong-times', text: mistake.text });
      return record(venueId, [{ endpoint: 'special-times', subject: '', wants: { days } }], message('hours.specialDaysChanged'), by);
    },
    'sale.setDeliveryProvider': ({ venueId, provider }, by) =>
      isKnown(venueId)
        ? record(venueId, [{ endpoint: 'delivery-provider', subject: '', wants: { provider } }], message('provider.changed'), by)
        : refuse(UNKNOWN_VENUE),
  };
}
