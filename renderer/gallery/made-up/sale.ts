import { type HoursView, message, type PendingView, type SaleView, type VenueView } from '../../../contract/contract.ts';
import { at } from './at.ts';
import { VENUE } from './venue.ts';

export const pending = (state: PendingView['state'], over: Partial<PendingView> = {}): PendingView => ({
  intent: 1,
  state,
  waitsUntil: state === 'waiting' ? at(600) : null,
  askedAt: at(-300),
  sentAt: state === 'waiting' || state === 'refused' ? null : at(-290),
  lookedAt: state === 'seen' || state === 'unseen' ? at(-200) : null,
  text: state === 'refused' ? message('service.unreachable') : null,
  by: 'Anna',
  ...over,
});

export const sale = (over: Partial<SaleView> = {}): SaleView => ({
  version: 1,
  isOnline: true,
  pause: null,
  waiting: 0,
  troubled: 0,
  today: [{ from: at(-20_000), until: at(14_000) }],
  alert: null,
  ...over,
});

export const paused = (state: PendingView['state'], over: Partial<NonNullable<SaleView['pause']>> = {}): SaleView =>
  sale({
    isOnline: state !== 'seen',
    pause: {
      asked: 'pause',
      isPaused: state !== 'refused',
      until: at(1_500),
      reason: 'Too many orders',
      pending: pending(state),
      isOverdue: false,
      ...over,
    },
  });

export const selling = (id: string, name: string, of: SaleView): VenueView => ({ ...VENUE, id, name, sale: of });

const span = (day: string, from: string, to: string, closing = day) => ({
  opening_day: day,
  opening_time: from,
  closing_day: closing,
  closing_time: to,
});

/** Closed on Mondays, two openings on Tuesdays, past midnight on Fridays. */
export const hours = (over: Partial<HoursView> = {}): HoursView => ({
  zone: 'Europe/Helsinki',
  readAt: at(-60),
  week: [
    span('TUESDAY', '10:00', '14:00'),
    span('TUESDAY', '17:00', '22:00'),
    span('WEDNESDAY', '10:00', '22:00'),
    span('THURSDAY', '10:00', '22:00'),
    span('FRIDAY', '17:00', '02:00', 'SATURDAY'),
    span('SATURDAY', '12:00', '23:00'),
    span('SUNDAY', '12:00', '20:00'),
  ],
  weekPending: null,
  special: null,
  specialPending: null,
  reportedSpecial: [],
  providerPending: null,
  ends: { isOpen: true, closing: at(14_000), tomorrow: at(60_000), opening: at(60_000) },
  ...over,
});
