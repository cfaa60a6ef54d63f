/** A display on a tablet is sent what it draws and no more (contract/views/display.ts); here the rest is filled in with nothing, so that the parts of the counter can draw it. Pure. */
import type {
  AppView,
  Beat,
  Change,
  CounterState,
  CustomerApp,
  CustomerOrder,
  DisplayChange,
  DisplayFrame,
  DisplayView,
  KitchenApp,
  KitchenOrder,
  OrderCard,
  ServerFrame,
} from '../../contract/contract.ts';

export function asCounterPush(view: DisplayView, frame: Exclude<DisplayFrame, Beat>): ServerFrame {
  if (!('push' in frame)) return frame;
  if (frame.push === 'patch') return { ...frame, changes: frame.changes.map((change) => changeOf(view, change)) };
  const { app, orders } = frame.state;
  const state: CounterState = { app: {}, orders: {}, venues: {}, printers: {}, notices: {}, deliveries: {} };
  for (const [id, value] of Object.entries(app)) state.app[id] = appOf(view, value);
  for (const [id, value] of Object.entries(orders)) state.orders[id] = orderOf(view, id, value);
  return { push: 'snapshot', seq: frame.seq, state };
}

function changeOf(view: DisplayView, { topic, id, value }: DisplayChange): Change {
  if (topic === 'app') return { topic, id, value: value === null ? null : appOf(view, value) };
  return { topic, id, value: value === null ? null : orderOf(view, id, value) };
}

const NO_APP: AppView = {
  venue: '',
  mode: 'live',
  environment: 'production',
  clockOffsetMs: 0,
  timeZone: 'UTC',
  service: { state: 'unknown', says: '', lastContactAt: null },
  addresses: [],
  receiver: { state: 'stopped', says: '', url: null, hasSecret: null, provedAt: null },
  vault: { kind: 'keychain', says: '' },
  till: null,
  soundPausedUntil: null,
  access: { protected: false, manager: false, says: null },
  staff: null,
  volume: 100,
  rush: null,
  autoAccept: null,
  host: 'browser',
  couriers: false,
  screen: { language: 'en', theme: 'system', size: 'usual', density: 'usual' },
  kitchen: { stations: [], dishSize: 26, station: null },
  customerLogo: null,
  // The counter decides what the screens speak.
  languageIsChosen: true,
  failedJobs: 0,
  version: '',
};

function appOf(view: DisplayView, value: unknown): AppView {
  if (view === 'kitchen') return { ...NO_APP, ...(value as KitchenApp) };
  const app = value as CustomerApp;
  return { ...NO_APP, ...app, screen: { ...NO_APP.screen, ...app.screen } };
}

const NO_ORDER: OrderCard = {
  id: '',
  number: '',
  venueId: '',
  venueName: '',
  column: 'preparing',
  kind: 'takeaway',
  kindLabel: '',
  preorder: false,
  status: '',
  statusLabel: '',
  customer: null,
  phone: null,
  address: null,
  comment: null,
  allergies: null,
  items: [],
  itemCount: 0,
  participants: [],
  people: 0,
  isCut: false,
  unread: false,
  total: null,
  toPay: null,
  cashToCollect: null,
  noContact: false,
  placedAt: null,
  pickupAt: null,
  preorderFor: null,
  deadline: null,
  pending: null,
  trouble: [],
  actions: [],
  ticket: { state: 'none', says: '' },
  labels: { state: 'none', says: '' },
  till: { state: 'none', says: '' },
  courier: null,
  kitchen: null,
  checked: [],
  stopped: false,
  alerting: false,
  endedAt: null,
};

function orderOf(view: DisplayView, id: string, value: unknown): OrderCard {
  if (view === 'customer') {
    const { number, stage } = value as CustomerOrder;
    // Numbers stand in the order of their ids.
    return { ...NO_ORDER, id, number, column: stage };
  }
  const order = value as KitchenOrder;
  return {
    ...NO_ORDER,
    ...order,
    items: order.items.map((item) => ({ ...item, total: null })),
    ticket: { state: order.ticket, says: '' },
    labels: { state: order.labels, says: '' },
  };
}
