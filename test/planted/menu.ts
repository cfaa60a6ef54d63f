/** What is sent of the menu and the venue. */
import type { Planted } from './planted.ts';

const SENT = 'test/e2e/menu/what-is-sent.test.ts';

export const OF_MENU: readonly Planted[] = [
  {
    name: 'full-assortment-is-sent-enabled',
    file: 'main/menu/changes.ts',
    old: "if (kind !== 'restaurant') return { in_stock: isOn };",
    new: "if (kind === 'retail') return { in_stock: isOn };",
    tests: [SENT],
  },
  {
    name: 'pause-without-its-until',
    file: 'main/service/menu/venue-api.ts',
    old: "const body = wish.status === 'ONLINE' || wish.until === null ? { status: wish.status } : wish;",
    new: 'const body = { status: wish.status };',
    tests: [SENT],
  },
  {
    name: 'limits-of-the-venue-ignored',
    file: 'main/outbox/menu/limits.ts',
    old: 'return own ?? OTHERWISE[endpoint];',
    new: 'return own && OTHERWISE[endpoint];',
    tests: [SENT],
  },
  {
    name: 'end-by-the-clock-of-this-computer',
    file: 'main/features/menu/on-sale-calls.ts',
    old: "if (end.until === 'minutes') return clock.now() + end.minutes * 60_000;",
    new: "if (end.until === 'minutes') return time.wall() + end.minutes * 60_000;",
    tests: [SENT],
  },
  {
    name: 'end-in-local-time-with-a-z',
    file: 'main/view/menu/pending.ts',
    old: 'export const iso = (at: number): string => new Date(at).toISOString();',
    new: 'export const iso = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();',
    tests: [SENT],
  },
  {
    name: 'special-days-open-left-out',
    file: 'main/service/menu/venue-api.ts',
    old: "none(await call(venueId, 'set_special_times', { body: days }))",
    new: "none(await call(venueId, 'set_special_times', { body: { ...days, days_open: [] } }))",
    tests: ['test/integration/service/menu-api.test.ts', SENT],
  },
  {
    name: 'week-sent-with-another-closing-day',
    file: 'main/service/menu/venue-api.ts',
    old: '{ body: { availability: week } }',
    new: "{ body: { availability: week.map((span) => ({ ...span, closing_day: span.opening_day, closing_time: '24:00' })) } }",
    tests: ['test/integration/service/menu-api.test.ts', SENT],
  },
  {
    name: 'back-on-sale-keeps-its-end',
    file: 'main/menu/changes.ts',
    old: 'if (isOn) return { enabled: true, disabled_until: null };',
    new: 'if (isOn) return { enabled: true };',
    tests: ['test/unit/menu/changes.test.ts', SENT],
  },
  {
    name: 'menu-api-401-in-the-words-of-the-token',
    file: 'main/service/menu/menu-problem.ts',
    old: "return isOfMenu ? { ...refused, text: message('menu.venueNotAllowed')",
    new: "return !isOfMenu ? { ...refused, text: message('menu.venueNotAllowed')",
    tests: ['test/integration/service/menu-api.test.ts'],
  },
  {
    name: 'menu-fetched-with-the-token',
    file: 'main/service/menu/menu-api.ts',
    old: "        method: 'GET',\n        url: resourceUrl,",
    new: "        method: 'GET',\n        headers: { authorization: 'Bearer x' },\n        url: resourceUrl,",
    tests: ['test/integration/service/menu-api.test.ts'],
  },
  {
    name: 'upload-without-the-free-choices',
    file: 'main/menu/upload.ts',
    old: "...given('max_free_selections', option.maxFree),",
    new: '',
    tests: ['test/unit/menu/menu-forms.test.ts'],
  },
  {
    name: 'pause-waits-for-what-orders-wait-for',
    file: 'main/service/menu/endpoints.ts',
    old: "AT_ONCE.includes(name) ? null : options.ofOrders.mustWait(venueId, '')",
    new: "options.ofOrders.mustWait(venueId, '')",
    tests: ['test/integration/service/menu-api.test.ts'],
  },
  {
    name: 'end-that-came-while-it-waited-leaves-it-hidden',
    file: 'main/outbox/menu/send-changes.ts',
    old: '{ ...wants, disabled_until: null, enabled: true }',
    new: '{ ...wants, disabled_until: null }',
    tests: ['test/integration/outbox/menu-changes.test.ts'],
  },
  {
    name: 'event-of-a-venue-without-its-time',
    file: 'main/intake/notification.ts',
    old: 'createdAt: asTime(raw.created_at) ?? asTime(raw.detected_at),',
    new: 'createdAt: asTime(raw.created_at),',
    tests: ['test/unit/orders/service-times.test.ts'],
  },
];
