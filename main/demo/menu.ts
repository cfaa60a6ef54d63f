/** `npm run demo -- --menu`: an item sold out, a pause, its end and new opening hours, requested in the app and verified at the service. */
import type { CallInput, CallName, CallOutput, PendingView, SaleView } from '../../contract/contract.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import type { SandboxAddresses } from '../training/embedded-sandbox.ts';
import type { ServiceEntry } from './observer.ts';
import { tryOrder } from './orders.ts';
import type { Robot } from './robot.ts';

export interface MenuStep {
  what: string;
  sent: string;
  shown: string;
  /** Whether the service has the requested state, and the app shows it as confirmed. */
  isEqual: boolean;
}

export const MENU_HINT =
  'Try Menu: mark an item as sold out, change a price or the opening hours. Try Pause in the bar: no order arrives until you open again.';

/** Ms. The menu is read back 20 seconds after a change, and missing changes are reported after two minutes. */
const PATIENCE_MS = 150_000;
const LOOK_MS = 500;
const PAUSE_MINUTES = 30;
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const WEEK = DAYS.map((day) => ({ opening_day: day, opening_time: '11:00', closing_day: day, closing_time: '21:30' }));

interface ServiceMenu {
  takes_no_orders_because: string | null;
  items: { external_id: string; name: string; orderable: boolean }[];
}

interface ServiceVenue {
  id: string;
  state: { offline: { until: number | null } | null; week: typeof WEEK };
}

interface Change<N extends CallName> {
  what: string;
  call: N;
  input: CallInput<N>;
  operation: string;
  pending: () => Promise<PendingView | null | undefined>;
  look: () => Promise<{ shown: string; isSo: boolean }>;
}

/** Uses the contract's calls, as screens do. When aborted, returns the steps so far. */
export async function changeMenu(robot: Robot, addresses: SandboxAddresses, venueId: string, signal: AbortSignal): Promise<MenuStep[]> {
  const read = async <T>(path: string): Promise<T> => (await (await fetch(addresses.control_url + path)).json()) as T;
  const menu = () => read<ServiceMenu>(`/venues/${venueId}/menu`);
  const stateAtService = async () => (await read<{ venues: ServiceVenue[] }>('/venues')).venues.find(({ id }) => id === venueId)?.state;
  const order = (more: object = {}) => tryOrder(addresses, { venue_id: venueId, kind: 'takeaway', ...more });

  async function ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const answer = await robot.ask(name, input);
    if (!answer.ok) throw new Error(`The counter refused ${name}: ${answer.problem.code}.`);
    return answer.value;
  }

  const pause = () => robot.state()?.venues[venueId]?.sale?.pause;

  async function until(isSo: () => Promise<boolean>): Promise<boolean> {
    const end = systemTime.monotonic() + PATIENCE_MS;
    while (!(await isSo())) {
      if (signal.aborted || systemTime.monotonic() > end) return false;
      await systemTime.wait(LOOK_MS, { signal }).catch(() => undefined);
    }
    return true;
  }

  async function change<N extends CallName>({ what, call, input, operation, pending, look }: Change<N>): Promise<MenuStep> {
    const before = (await read<{ entries: ServiceEntry[] }>('/log')).entries.at(-1)?.seq ?? 0;
    await ask(call, input);
    const isConfirmed = await until(async () => (await pending())?.state === 'seen');
    const { entries } = await read<{ entries: ServiceEntry[] }>(`/log?since=${before}`);
    const sent = entries.filter((entry) => entry.operation === operation).map(({ status }) => `${operation} ${status}`);
    const { shown, isSo } = await look();
    return { what, sent: sent.join(', '), shown, isEqual: isSo && isConfirmed };
  }

  async function soldOut(): Promise<MenuStep> {
    const item = (await menu()).items.find(({ orderable }) => orderable);
    if (!item) throw new Error('The menu of the service has nothing on sale.');
    const id = item.external_id;
    return change({
      what: `${item.name} is sold out`,
      call: 'menu.soldOut',
      input: { venueId, what: [{ kind: 'item', by: 'external_id', id }], end: { until: 'changed' } },
      operation: 'update menu items',
      pending: async () => (await ask('menu.get', { venueId, language: 'en' })).sale.find(({ what }) => what?.id === id)?.pending,
      async look() {
        const { refused } = await order({ items: [{ item: id }] });
        const isOrderable = (await menu()).items.find((one) => one.external_id === id)?.orderable;
        return { shown: isOrderable ? 'on sale' : `not on sale, an order for it: ${refused ?? 'placed'}`, isSo: !isOrderable && !!refused };
      },
    });
  }

  const paused = (): Promise<MenuStep> =>
    change({
      what: `paused for ${PAUSE_MINUTES} minutes`,
      call: 'sale.pause',
      input: { venueId, end: { until: 'minutes', minutes: PAUSE_MINUTES }, reason: 'Too many orders' },
      operation: 'set venue online',
      pending: async () => pendingOf(pause(), 'pause'),
      async look() {
        const [shown, asked, { refused }] = [(await stateAtService())?.offline, pause()?.until, await order()];
        const end = shown?.until ? new Date(shown.until).toISOString() : null;
        const isSo = end !== null && asked != null && Date.parse(asked) === Date.parse(end) && !!refused;
        return { shown: shown ? `offline until ${end}, an order: ${refused ?? 'placed'}` : 'online', isSo };
      },
    });

  const openAgain = (): Promise<MenuStep> =>
    change({
      what: 'open again',
      call: 'sale.openAgain',
      input: { venueId },
      operation: 'set venue online',
      pending: async () => pendingOf(pause(), 'open'),
      async look() {
        const why = (await menu()).takes_no_orders_because;
        return { shown: why ?? 'online, takes orders', isSo: why === null };
      },
    });

  const otherHours = (): Promise<MenuStep> =>
    change({
      what: `opening hours ${hoursIn(WEEK)}`,
      call: 'sale.setWeek',
      input: { venueId, week: WEEK },
      operation: 'update opening times',
      pending: async () => (await ask('sale.hours', { venueId })).weekPending,
      async look() {
        const week = (await stateAtService())?.week ?? [];
        return { shown: hoursIn(week), isSo: JSON.stringify(week) === JSON.stringify(WEEK) };
      },
    });

  await ask('menu.setKind', { venueId, sells: 'restaurant' });
  // Changes need the venue's limits, which come with its status.
  await until(async () => robot.state()?.venues[venueId]?.sale?.isOnline === true);
  await until(async () => (await ask('menu.get', { venueId, language: 'en' })).readAt !== null);
  const steps: MenuStep[] = [];
  for (const step of [soldOut, paused, openAgain, otherHours]) if (!signal.aborted) steps.push(await step());
  return steps;
}

export function menuLines(steps: readonly MenuStep[]): string[] {
  return steps.map(
    ({ what, sent, shown, isEqual }) => `${what}: sent ${sent || 'nothing'}; the service: ${shown}; ${isEqual ? '' : 'NOT '}equal`,
  );
}

export function menuCounts(steps: readonly MenuStep[]): { menuChanges: number; menuEqual: number } {
  return { menuChanges: steps.length, menuEqual: steps.filter(({ isEqual }) => isEqual).length };
}

function pendingOf(pause: SaleView['pause'] | undefined, asked: 'pause' | 'open'): PendingView | null {
  return pause?.asked === asked ? pause.pending : null;
}

/** Hours and number of days: `11:00-21:30 (7)`. */
function hoursIn(week: typeof WEEK): string {
  const spans = Map.groupBy(week, (span) => `${span.opening_time}-${span.closing_time}`);
  return [...spans].map(([hours, days]) => `${hours} (${days.length})`).join(', ');
}
