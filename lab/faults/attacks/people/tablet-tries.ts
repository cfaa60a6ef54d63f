/** A tablet's tries with every call, and what it may receive. */
import type { Venue } from '../../../../test/e2e/venue/venue.ts';

/** No order has this ID. */
export const NOBODYS = '00000000-0000-4000-8000-000000000000';

export function inputFor(name: string, orderId: string, venue: Venue): unknown {
  // An order without a kitchen ticket gets a plausible key.
  const line = venue.state().orders[orderId]?.kitchen?.lines[0]?.key ?? 'any';
  const operation = { orderId, requestId: 'a-request-of-mine', operation: { operation: 'eta', minutes: 5 } };
  const span = { firstDay: '2026-11-22', lastDay: '2026-11-22' };
  const inputs: Record<string, unknown> = {
    'order.accept': { orderId, extraMinutes: 0 },
    'order.reject': { orderId, reason: 'No', code: 'GENERIC' },
    'order.check': { orderId, participant: 0, checked: true },
    'order.review': operation,
    'order.operate': operation,
    'print.again': { orderId, document: 'kitchen-ticket', part: null, printerId: null },
    'kitchen.setDish': { orderId, line: 'any', done: true },
    'kitchen.dishSale': { orderId, line },
    'kitchen.soldOut': { orderId, line, end: { until: 'changed' } },
    'kitchen.backOnSale': { orderId, line },
    'kitchen.setTicket': { orderId, station: 'kitchen', done: true, seen: 'any' },
    'kitchen.prioritize': { orderId, on: true },
    'kitchen.recent': { station: null },
    'kitchen.recall': { orderId, station: null },
    'settings.saveKitchen': { kitchen: { stations: [] } },
    'history.search': { typed: '', before: null },
    'history.report': { span, against: null },
    'history.csv': { span },
    'settings.saveReports': { reports: { folder: '/tmp' } },
    'displays.allow': { on: true },
    'displays.saveLogo': { picture: null },
    'displays.pair': { view: 'kitchen', name: 'Another' },
    'displays.change': { id: 'any', screen: { view: 'kitchen' } },
    'displays.sendAway': { id: null },
    'venue.setFlavour': { venueId: venue.venueId, flavour: 'advanced' },
    'settings.saveScreen': { screen: { theme: 'dark' } },
    'settings.savePos': { pos: { kind: 'ticket-only' } },
    'settings.savePrinters': { printers: [] },
    'access.enter': { pin: '0000' },
    'access.setPin': { pin: '4711' },
    'sound.pause': { minutes: 60 },
    'job.retry': { id: 1 },
    'notice.dismiss': { id: 'receiver' },
  };
  return Object.hasOwn(inputs, name) ? inputs[name] : name.startsWith('order.') || name === 'history.order' ? { orderId } : {};
}

/** Every text with its path. */
export function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${path}/${name}`));
}

/** Whether a display draws this field for the order it shows. */
export function isDrawn(path: string, orderId: string): boolean {
  if (/^\/app\/app\/(venue$|customerLogo$|timeZone$|screen\/|soundPausedUntil|kitchen\/)/.test(path)) return true;
  const field = path.startsWith(`/orders/${orderId}/`) ? path.slice(`/orders/${orderId}/`.length) : null;
  return (
    field !== null &&
    /^(id|number|column|kind|kindLabel|statusLabel|customer|comment|participants\/\d+|kitchen\/(since|lines\/\d+\/.+|tickets\/\d+\/.+)|placedAt|pickupAt|preorderFor|(ticket|labels)\/state|items\/\d+\/(name|participants\/\d+|options\/\d+\/\w+)|actions\/\d+\/\w+|pending\/\w+|courier\/\w+|trouble\/\d+\/\w+)$/.test(
      field,
    )
  );
}
