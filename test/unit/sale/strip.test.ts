/** The board's strip about a venue's pause says only what the service has shown. */
import { expect, test } from 'vitest';
import { message, type PendingView, type SaleView } from '../../../contract/contract.ts';
import { pauseStrip } from '../../../renderer/sale/strip.ts';
import { pendingView } from '../../fixtures/menu-views.ts';

const NOW = Date.parse('2030-05-01T12:00:00Z');
const iso = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const pending = (state: PendingView['state']) => pendingView(iso(-5), { intent: 7, state, sentAt: iso(-5), lookedAt: iso(-4) });
const sale = (over: Partial<SaleView>): SaleView => ({
  version: 1,
  isOnline: true,
  pause: null,
  waiting: 0,
  troubled: 0,
  today: [{ from: iso(-60), until: iso(60) }],
  alert: null,
  ...over,
});
const pause = (over: Partial<NonNullable<SaleView['pause']>> & { state?: PendingView['state'] } = {}) => {
  const { state = 'seen', ...rest } = over;
  return { asked: 'pause' as const, isPaused: true, until: iso(10), reason: null, pending: pending(state), isOverdue: false, ...rest };
};
const kind = (over: Partial<SaleView>) => pauseStrip(sale(over), NOW)?.kind ?? null;

test("a pause is shown with its proof; so are a refused pause and one that doesn't end", () => {
  expect(pauseStrip(sale({ pause: pause() }), NOW)).toMatchObject({ kind: 'paused', proof: 'seen', at: iso(-4), again: null });
  expect(pauseStrip(sale({ pause: pause({ state: 'unseen' }) }), NOW)).toMatchObject({ kind: 'paused', proof: 'unseen', again: 7 });
  expect(kind({ pause: pause({ state: 'refused', isPaused: false }) })).toBe('not-paused');
  expect(kind({ isOnline: false, pause: pause({ state: 'refused', isPaused: false }) })).toBe('not-changed');
  expect(kind({ isOnline: false, pause: pause({ until: iso(-5), isOverdue: true }) })).toBe('overdue');
});

test('reopening is shown until the service confirms it', () => {
  const open = { asked: 'open' as const, isPaused: false, until: null };
  expect(kind({ isOnline: false, pause: pause({ ...open, state: 'sent' }) })).toBe('opening');
  expect(kind({ isOnline: false, pause: pause({ ...open, state: 'refused' }) })).toBe('not-opened');
  expect(kind({ pause: pause({ ...open, state: 'seen' }) })).toBe(null);
  expect(pauseStrip(sale({ isOnline: true, pause: pause({ ...open, state: 'waiting' }) }), NOW)).toMatchObject({ ordersCome: true });
  expect(pauseStrip(sale({ isOnline: false, pause: pause({ ...open, state: 'waiting' }) }), NOW)).toMatchObject({ ordersCome: false });
  expect(pauseStrip(sale({ isOnline: false, pause: pause({ state: 'waiting' }) }), NOW)).toMatchObject({ ordersCome: true });
  expect(kind({ isOnline: false, pause: pause({ ...open, state: 'seen' }) })).toBe('offline');
});

test('a venue that is offline within its opening hours is reported, unless a pause just ended', () => {
  expect(kind({ isOnline: false })).toBe('offline');
  expect(kind({ isOnline: false, today: [] })).toBe(null);
  expect(kind({ isOnline: false, pause: pause({ until: iso(-1) }) })).toBe(null);
});

test("a pause by the venue's rule shows the rule and its reason", () => {
  const byRule = message('sale.ordersLate', { count: 4 });
  expect(pauseStrip(sale({ pause: pause({ byRule }) }), NOW)).toMatchObject({ kind: 'paused', reason: byRule, byRule: true });
  expect(pauseStrip(sale({ pause: pause({ reason: 'Oven' }) }), NOW)).toMatchObject({ reason: 'Oven', byRule: false });
});
