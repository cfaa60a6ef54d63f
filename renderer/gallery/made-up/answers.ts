/** Main's default answers in stories. */
import * as v from 'valibot';
import { daysIn, message, Settings } from '../../../contract/contract.ts';
import { orderId, type ShownOrders, shownOrders } from '../orders.ts';
import type { Answers } from '../scene.tsx';
import { at, euros } from './at.ts';
import { AREAS, offer } from './couriers.ts';
import { menu, menuSent, orderSale } from './menu.ts';
import { hours } from './sale.ts';

/** A PNG of a few squares, base64. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAAAAADFHGIkAAAAh0lEQVR4AXXBAVLDMBAEMO2N///lxYkpoQyVYqsjqGN8sPwjWB6pl1q+xREU44PlUVtdYvlRRBEaWx1BHeNdSWzLkdpK3LJQ4lKXEpZHiiJqXGKLLbaWcdQttiDjJSpKEKGioqKiosZfRRkvRSmK8UvdQjIupW4hRMcjhGjUeNcoZRwhpJSSL5ZrMjxxIk01AAAAAElFTkSuQmCC';

/** Settings of which many differ from the defaults. */
export const SETTINGS: Settings = v.parse(Settings, {
  service: {
    auth_url: 'https://tokens.example.test',
    order_base_url: 'https://orders.example.test',
    delivery_base_url: 'https://deliveries.example.test',
    client_id: 'harbour',
    merchant_id: 'merchant-1',
    delivery_support: { email: 'help@example.test' },
  },
  counter: { displays: true },
  kitchen: {
    stations: [
      { id: 'grill', name: 'Grill', takes: { categories: ['Burgers'], items: ['ramen'] }, minutes: 12 },
      { id: 'cold', name: 'Cold', takes: { rest: true } },
    ],
  },
  printers: [
    { id: 'kitchen', name: 'Kitchen', host: '192.0.2.10', documents: ['kitchen-ticket', 'receipt'] },
    { id: 'labels', name: 'Labels', host: '192.0.2.11', documents: ['participant-label'], columns: 32, dots: 384 },
  ],
  staff: {
    on: true,
    people: [
      { id: 'anna', name: 'Anna', role: 'manager', pin: true },
      { id: 'ben', name: 'Ben', role: 'shift-lead', badge: true },
      { id: 'mia', name: 'Mia' },
    ],
  },
  reports: { folder: '/mnt/reports', tables: 'language' },
});

const STATION = {
  id: 'bar',
  name: 'Bar',
  view: 'station',
  rights: ['answer', 'ready', 'pack', 'sold-out'],
  venues: null,
  zones: null,
  rings: true,
  pairedAt: at(-86_400),
  lastSeenAt: at(-5),
  isHere: true,
} as const;

const TABLET = {
  id: 'tablet',
  name: 'Grill tablet',
  view: 'kitchen',
  station: 'grill',
  pairedAt: at(-86_400),
  lastSeenAt: at(-5),
  isHere: true,
} as const;

function ofOrder<Of extends 'details' | 'activities'>(what: Of, orderId: string): ShownOrders[Of][string] {
  const all = shownOrders()[what];
  return (all[orderId] ?? Object.values(all)[0]) as ShownOrders[Of][string];
}

export const ANSWERS: Answers = {
  'settings.get': () => ({
    settings: SETTINGS,
    hasClientSecret: true,
    secretsFor: { production: { auth: 'https://tokens.example.test', order: 'https://orders.example.test' }, development: null },
    merchantKey: 'kept',
    webhookSecrets: 1,
    hasStockKey: true,
  }),
  'order.detail': ({ orderId }) => ofOrder('details', orderId),
  'history.order': ({ orderId }) => ofOrder('activities', orderId),
  'history.search': () => shownOrders().found,
  'history.missedToday': () => shownOrders().missedToday,
  'history.report': ({ span, against }) => {
    const shown = shownOrders().reports[daysIn(span) === 1 ? 'day' : 'week'];
    return { report: { ...shown.report, span }, against: against && shown.against && { ...shown.against, span: against } };
  },
  'menu.get': () => menuSent(menu()),
  'menu.ofOrder': orderSale,
  'menu.reviewPrices': ({ changes }) => ({
    lines: changes.map(({ what, price, discountedPrice = null }, place) => ({
      name: what.id,
      from: place === 1 ? price * 100 : 1_150,
      to: price,
      discountedPrice,
      isHundredfold: place === 1,
      problem: discountedPrice !== null && discountedPrice >= price ? message('menu.discountNotLower') : null,
    })),
  }),
  'support.preview': () => ({
    fileName: 'tillbridge-support-2026-11-22T1200.json',
    text: JSON.stringify({ made_at: '2026-11-22T12:00:00.000Z', version: '1.0.0', jobs: [], orders: [], log: [] }, null, 2),
  }),
  'diagnostics.get': () => ({
    contacts: [
      { name: message('service.label'), address: 'https://orders.example.test', text: message('service.answers'), lastContactAt: at(-3) },
      {
        name: 'Labels',
        address: '192.0.2.11:9100',
        text: message('printer.neverAnswers'),
        lastContactAt: at(-900),
        unconfirmed: true,
      },
    ],
    counts: [
      { name: 'taken', label: message('diagnostics.webhooksReceived'), count: 412, lastAt: at(-40), detail: null },
      { name: 'twice', label: message('diagnostics.webhooksRepeated'), count: 3, lastAt: at(-4_000), detail: null },
      { name: 'wrong', label: message('diagnostics.rejectedWrongSignature'), count: 0, lastAt: null, detail: null },
    ],
    jobs: [
      {
        id: 1,
        kind: message('printoutName.kitchenTicket'),
        about: message('order.number', { number: '115' }),
        orderId: orderId(115),
        state: 'parked',
        attempts: 4,
        error: message('printer.outOfPaper'),
        at: at(-700),
        mayRetry: true,
      },
      {
        id: 2,
        kind: message('job.updateService'),
        about: message('order.number', { number: '113' }),
        orderId: orderId(113),
        state: 'waiting',
        attempts: 1,
        error: null,
        at: at(-60),
        mayRetry: false,
      },
    ],
    backups: [
      { name: 'tillbridge-20261123T110000Z.sqlite', at: at(-20_000), megabytes: 6, aside: false },
      { name: 'tillbridge.sqlite.damaged-2026-11-20T09-12-00.000Z', at: at(-300_000), megabytes: 2, aside: true },
    ],
    notifications: [
      {
        id: 'n1',
        at: at(-40),
        type: message('notification.created'),
        about: message('order.number', { number: '101' }),
        outcome: message('diagnostics.orderRead'),
        isOwn: false,
      },
    ],
  }),
  'displays.list': () => ({
    tablets: [
      { ...STATION, rights: [...STATION.rights] },
      TABLET,
      { ...TABLET, id: 'door', name: 'Door', view: 'customer', station: null, isHere: false, lastSeenAt: at(-4_000) },
    ],
    trouble: null,
    stationTrouble: null,
    authority: { fingerprint: '3F 9C 0D E1 58 77 42 B0 9A 6E 11 C4 D2 85 30 F7 1B 64 AE 93 0C 5D 28 E9 77 41 B6 0F 92 CD 3A 58' },
  }),
  'displays.pair': () => ({
    url: 'http://192.0.2.5:8742/#abcd',
    code: 'ABCD-EFGH',
    qr: `data:image/png;base64,${PICTURE}`,
    validSeconds: 600,
    guideUrl: 'http://192.0.2.5:8742/station',
    guideQr: `data:image/png;base64,${PICTURE}`,
    computerLink: 'https://192.0.2.5:8743/?authority=3f9c0de1#abcd-efgh',
  }),
  'paper.preview': () => ({ png: PICTURE, text: 'Kitchen ticket' }),
  'printers.find': () => ({
    found: [
      { host: '192.0.2.10', port: 9100, name: 'EPSON TM-m30III', text: message('printer.ready') },
      { host: '192.0.2.12', port: 9100, name: null, text: message('printer.noStatusReported') },
    ],
  }),
  'printers.ofSystem': () => ({
    printers: [
      { name: 'EPSON TM-T20III', port: 'USB001', driver: 'EPSON TM-T20III Receipt5', text: message('printer.ready') },
      { name: 'Bar', port: 'COM3:', driver: 'Generic / Text Only', text: message('printer.outOfPaper') },
    ],
  }),
  'printers.whereItems': () => ({
    items: [
      { name: 'House burger', category: 'Burgers', printers: ['Kitchen'] },
      { name: 'Lemonade 0.4 l', category: null, printers: [] },
    ],
    sample: true,
  }),
  'printer.test': () => ({ text: message('printJob.unconfirmed'), confirmed: false }),
  'staff.changes': () => ({
    changes: [
      { at: at(-500), who: 'Anna', what: 'settings.saveKitchen' },
      { at: at(-90_000), who: 'Ben', what: 'rush' },
    ],
  }),
  'webhooks.list': () => ({
    webhooks: [
      {
        id: 'w1',
        url: 'https://till.example.test/deliveries',
        disabled: false,
        events: ['order.received', 'order.delivered'],
        isHere: true,
      },
      { id: 'w2', url: 'https://other.example.test/deliveries', disabled: true, events: ['order.location_updated'], isHere: false },
    ],
  }),
  'courier.areas': () => AREAS,
  'courier.streets': () => ({ streets: null }),
  'courier.offer': () => offer(),
  'courier.venues': () => ({
    venues: [
      { venueId: 'venue', name: 'Harbour Kitchen', fee: euros(690), pickupMinutes: 14, totalMinutes: 32 },
      { venueId: 'other', name: 'Hill Bakery', fee: euros(590), pickupMinutes: 10, totalMinutes: 24 },
    ],
  }),
  'kitchen.recent': () => ({
    orders: shownOrders()
      .found.orders.filter(({ unread, rejected }) => !unread && !rejected)
      .slice(0, 3)
      .map(({ id, number, kindLabel, items, placedAt }, place) => ({
        orderId: id,
        number,
        kind: 'delivery',
        kindLabel,
        at: placedAt,
        items: items.map((item) => ({ ...item, options: [], total: null, participants: [] })),
        left: place * 3,
      })),
  }),
  'selfTest.run': () => ({
    steps: [
      { id: 'service', name: message('service.label'), ok: true, text: message('service.answers'), hint: null, mendedIn: null },
      {
        id: 'printer-kitchen',
        name: 'Kitchen',
        ok: false,
        text: message('printer.outOfPaper'),
        hint: message('printer.insertRoll'),
        mendedIn: 'printers',
      },
      {
        id: 'printer-labels',
        name: 'Labels',
        ok: true,
        unsure: true,
        text: message('printJob.unconfirmed'),
        hint: message('selfTest.checkTestPage'),
        mendedIn: null,
      },
    ],
    tookMs: 3_400,
  }),
  'sale.hours': () => hours(),
  'sale.checkHours': () => ({ mistakes: [] }),
  'venue.tryAddresses': () => ({ doubts: [] }),
};
