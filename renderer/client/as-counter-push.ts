/** Converts a display's reduced data (contract/views/display.ts) to the main screen's; missing values are empty. Pure. */
import type { DisplayPush } from '../../contract/contract.ts';
import {
  type AppView,
  type Beat,
  BLANK_CARD,
  type Change,
  type CustomerApp,
  type CustomerOrder,
  type DisplayFrame,
  type DisplayView,
  type KitchenApp,
  type KitchenOrder,
  nothingShown,
  type OrderCard,
  type ServerFrame,
} from '../../contract/contract.ts';

export function asCounterPush(view: DisplayView, given: Exclude<DisplayFrame, Beat>): ServerFrame {
  if (!('push' in given)) return given;
  const frame = given as DisplayPush;
  if (frame.push === 'patch') return { ...frame, changes: (frame.changes as DisplayChange[]).map((change) => changeOf(view, change)) };
  const { app, orders } = frame.state;
  const state = nothingShown();
  for (const [id, value] of Object.entries(app)) state.app[id] = appOf(view, value);
  for (const [id, value] of Object.entries(orders)) state.orders[id] = orderOf(view, id, value);
  return { push: 'snapshot', seq: frame.seq, state };
}

type DisplayChange = { topic: 'app' | 'orders'; id: string; value: unknown };

function changeOf(view: DisplayView, { topic, id, value }: DisplayChange): Change {
  if (topic === 'app') return { topic, id, value: value === null ? null : appOf(view, value) };
  return { topic, id, value: value === null ? null : orderOf(view, id, value) };
}

const NO_APP: AppView = {
  venue: '',
  severalVenues: false,
  mode: 'live',
  environment: 'production',
  clockOffsetMs: 0,
  timeZone: 'UTC',
  addresses: [],
  intake: [],
  webhookSecret: { isSaved: null, verifiedAt: null, isChange: false, isRefused: false },
  vault: { kind: 'keychain', text: '' },
  till: null,
  soundPausedUntil: null,
  access: { protected: false, manager: false, text: null },
  staff: null,
  unattended: false,
  volume: 100,
  rush: null,
  autoAccept: null,
  host: 'browser',
  couriers: false,
  screen: {
    language: 'en',
    theme: 'system',
    size: 'usual',
    density: 'usual',
    scanner_pause_ms: 250,
    scanner_prefix: '',
    scanner_end: 'enter',
  },
  kitchen: { stations: [], dishSize: 26, station: null, soldOut: false },
  customerLogo: null,
  // Displays use Tillbridge's language, not their browser's.
  languageIsChosen: true,
  failedJobs: 0,
  version: '',
  startsAtLogin: null,
  updates: null,
};

function appOf(view: DisplayView, value: unknown): AppView {
  if (view === 'kitchen') return { ...NO_APP, ...(value as KitchenApp) };
  const app = value as CustomerApp;
  return { ...NO_APP, ...app, screen: { ...NO_APP.screen, ...app.screen } };
}

function orderOf(view: DisplayView, id: string, value: unknown): OrderCard {
  if (view === 'customer') {
    const { number, stage } = value as CustomerOrder;
    // Customers at the display wait for takeaway orders.
    return { ...BLANK_CARD, id, number, column: stage, kind: 'takeaway' };
  }
  const order = value as KitchenOrder;
  return {
    ...BLANK_CARD,
    ...order,
    items: order.items.map((item) => ({ ...item, total: null })),
    ticket: { state: order.ticket, text: '' },
    labels: { state: order.labels, text: '' },
  };
}
