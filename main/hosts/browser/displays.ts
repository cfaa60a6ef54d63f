/** Kitchen display and customers' screen on tablets of the venue's own network: switched on in Settings, each with a key, and with no more than it shows. */
import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Change, CounterState, DisplayView, OrderCard, Push } from '../../../preload/contract.ts';
import type { App } from '../../app.ts';
import { launchKey } from './launch-key.ts';
import { type Guest, type PageServer, servePage } from './page-server.ts';

const VIEWS: readonly DisplayView[] = ['kitchen', 'customer'];
const KITCHEN_CALLS = new Set(['state.snapshot', 'order.touch', 'order.ready', 'order.delivered', 'order.undo', 'order.check']);
/** Topics a display draws from; what the others hold is nobody's business there. */
const TOPICS = new Set(['app', 'orders']);

/** Follows the setting until `stop`. */
export function keepDisplays(options: { app: App; rendererDir: string; dataDir: string }): { stop(): Promise<void> } {
  const { app, dataDir } = options;
  let server: PageServer | null = null;
  let changing: Promise<void> = Promise.resolve();

  const keyFile = (view: DisplayView) => `display-${view}.key`;
  const guests = (): Guest[] =>
    VIEWS.map((view) => ({
      key: launchKey(dataDir, keyFile(view)),
      home: `/?view=${view}`,
      mayCall: (call) => (view === 'kitchen' ? KITCHEN_CALLS.has(call) : call === 'state.snapshot'),
      shown: (push) => shownOn(view, push),
    }));

  async function follow(): Promise<void> {
    const { on, port } = app.displays.get();
    if (on && !server) {
      server = await servePage({ ...options, address: '0.0.0.0', preferredPort: port, names: addresses, guests: guests() });
    } else if (!on && server) {
      await server.close();
      server = null;
      // Whoever was let in before is not let in again.
      for (const view of VIEWS) rmSync(join(dataDir, keyFile(view)), { force: true });
    }
  }
  const followSoon = (): void => {
    changing = changing.then(follow).catch((error: unknown) => app.log.error({ err: error }, 'the displays could not be served'));
  };

  app.displays.onChange(followSoon);
  app.displays.offer((view) => {
    const [address] = addresses().filter((one) => one !== '127.0.0.1');
    return server ? `http://${address ?? '127.0.0.1'}:${server.port}/?key=${launchKey(dataDir, keyFile(view))}` : null;
  });
  followSoon();
  return {
    async stop() {
      await changing;
      await server?.close();
    },
  };
}

/** This computer's own addresses, as a tablet would write them. */
function addresses(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return own.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
}

/** What leaves for a display: no phone, no address, no sum; for customers not even a name or a dish. */
function shownOn(view: DisplayView, push: Push): Push {
  if (push.push === 'patch') {
    const changes = push.changes.filter(({ topic }) => TOPICS.has(topic)).map((change) => shownChange(view, change));
    return { ...push, changes };
  }
  const orders = Object.entries(push.state.orders).map(([id, order]) => [id, shownOrder(view, order)]);
  const state: CounterState = {
    app: push.state.app,
    orders: Object.fromEntries(orders),
    venues: {},
    printers: {},
    notices: {},
    deliveries: {},
  };
  return { ...push, state };
}

function shownChange(view: DisplayView, change: Change): Change {
  return change.topic === 'orders' && change.value ? { ...change, value: shownOrder(view, change.value) } : change;
}

function shownOrder(view: DisplayView, order: OrderCard): OrderCard {
  const bare: OrderCard = { ...order, phone: null, address: null, total: null, cashToCollect: null, trouble: [] };
  const items = order.items.map((item) => ({ ...item, total: null }));
  if (view === 'kitchen') return { ...bare, items, actions: order.actions.filter(({ name }) => name === 'ready' || name === 'delivered') };
  return {
    ...bare,
    customer: null,
    comment: null,
    items: [],
    participants: [],
    actions: [],
    alerting: false,
    stopped: false,
    deadline: null,
  };
}
