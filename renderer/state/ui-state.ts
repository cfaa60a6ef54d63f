/** State of the screen: main's state and this screen's own. Never a secret. */
import { create } from 'zustand';
import type {
  ActionName,
  AppState,
  AppView,
  Column,
  KitchenApp,
  KitchenOrder,
  Language,
  MessageCode,
  OrderCard,
  PageKind,
  Problem,
  RefusedBy,
  Right,
  SettingsPart,
  SignedIn,
  Snapshot,
  StationPush,
  Topic,
} from '../../contract/contract.ts';
import type { CannotStartPage, ClientView } from '../../contract/entry.ts';

type Named = MessageCode extends infer Code ? (Code extends `nav.${infer Name}` ? Name : never) : never;
/** Screens are named by the key of their title in the catalog, under `nav.`. */
export type Screen = Exclude<Named, 'failed' | 'label' | 'more'>;

export type SettingsArea =
  | 'look'
  | 'sound'
  | 'screens'
  | 'printers'
  | 'papers'
  | 'work'
  | 'couriers'
  | 'till'
  | 'venues'
  | 'webhook'
  | 'access'
  | 'staff'
  | 'computer';

export const SET_UP_STEPS = ['venue', 'orders', 'sound', 'printer', 'check'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** `blocked`: the browser waits for the first tap. */
export type SoundState = 'on' | 'blocked' | 'none';

export const RUSH_MINUTES = ['5', '10', '15', '20', '25'] as const;
export const PAUSE_MINUTES = ['15', '30', '60'] as const;
export type RushMinutes = (typeof RUSH_MINUTES)[number];
export type PauseEndChoice = (typeof PAUSE_MINUTES)[number] | 'opening' | 'changed';

export interface UiState {
  /** What main sends this page; `view` is what the page shows of it. */
  held: Snapshot<PageKind> | null;
  linked: boolean;
  /** Null if signed out, or if the venue has no named staff. */
  person: SignedIn | null;
  /** When the link was lost, or the page started without one, ms of this device's clock; null while linked. */
  unlinkedSince: number | null;
  /** Why this page has no access; null if it has, or nothing answers. */
  outside: RefusedBy | null;
  /** Why Tillbridge can't start, if its address reports it. */
  away: CannotStartPage | null;
  sound: SoundState;
  /** False if the browser reports no loudspeaker. */
  speaker: boolean;
  screen: Screen;
  /** The part of Settings to scroll to; null once visible. */
  settingsPart: SettingsPart | null;
  settingsArea: SettingsArea;
  setUp: SetUpStep | null;
  /** A change renders everything; typed input stays. */
  language: Language;
  openOrder: string | null;
  /** Number of operation forms being filled in. */
  filling: number;
  /** An order opened above a form, which keeps its input. */
  openAbove: string | null;
  /** The column shown on a board with tabs. */
  boardTab: Column;
  /** The new order on a board that shows one at a time; null: the most urgent. */
  boardOrder: string | null;
  view: ClientView;
  /** What this page may do as a station; null if it isn't one. */
  station: Omit<StationPush, 'push'> | null;
  historyTab: 'orders' | 'reports';
  rushOpen: boolean;
  rushMinutes: RushMinutes;
  pauseOpen: boolean;
  pauseEnd: PauseEndChoice;
  several: 'accept' | 'ready' | null;
  /** Text of the board's search; null if it's closed. */
  find: string | null;
  /** IDs of orders that stay visible although the search doesn't find them. */
  findKeeps: Record<string, true>;
  /** Search text for the menu once it's loaded; null if none. */
  menuFind: string | null;
  paletteOpen: boolean;
  selfTestOpen: boolean;
  /** A group order to hand over with unchecked bags. */
  handingOver: { orderId: string; action: 'ready' | 'delivered' } | null;
  /** Answer to the last scan, or to a refused tap without its own place for it. */
  scanAnswer: { kind: 'unknown-code' | 'like-a-scan' } | { kind: 'refused'; problem: Problem } | null;
  /** A dish to mark as sold out; `place` is its index, null until chosen. */
  sellingOut: { orderId: string; place: number | null } | null;
  story: string | null;
  rejecting: string | null;
  healthOpen: boolean;
  reconnecting: string | null;
  /** ID of the support request in the open dialog. */
  answering: string | null;
  /** Until when a cause (contract/cause.ts) shows no line, ms of the service's clock. */
  putAway: Record<string, number>;
  /** Orders seen on this screen: silent at once, before main knows. */
  muted: Record<string, true>;
  /** Orders whose command is on its way to main; `pending` follows. */
  sending: Record<string, ActionName>;
  /** Why main refused a command, by order ID. */
  refusals: Record<string, Problem>;
}

function viewOf(search: string): UiState['view'] {
  const view = new URLSearchParams(search).get('view');
  return view === 'kitchen' || view === 'customer' ? view : 'counter';
}

export const useUiState = create<UiState>(() => ({
  held: null,
  linked: false,
  person: null,
  unlinkedSince: Date.now(),
  outside: null,
  away: null,
  sound: 'blocked',
  speaker: true,
  screen: 'board',
  settingsPart: null,
  settingsArea: 'look',
  setUp: null,
  language: 'en',
  openOrder: null,
  filling: 0,
  openAbove: null,
  boardTab: 'new',
  boardOrder: null,
  view: viewOf(location.search),
  station: null,
  historyTab: 'orders',
  rushOpen: false,
  rushMinutes: '10',
  pauseOpen: false,
  pauseEnd: '30',
  several: null,
  find: null,
  findKeeps: {},
  menuFind: null,
  paletteOpen: false,
  selfTestOpen: false,
  handingOver: null,
  scanAnswer: null,
  sellingOut: null,
  story: null,
  rejecting: null,
  healthOpen: false,
  reconnecting: null,
  answering: null,
  putAway: {},
  muted: {},
  sending: {},
  refusals: {},
}));

/** Without dialogs. */
export const NOTHING_OPEN = {
  openOrder: null,
  openAbove: null,
  rejecting: null,
  handingOver: null,
  sellingOut: null,
  several: null,
  rushOpen: false,
  pauseOpen: false,
  selfTestOpen: false,
  paletteOpen: false,
  healthOpen: false,
} as const satisfies Partial<UiState>;

export const setUiState = useUiState.setState;
export const readUiState = useUiState.getState;

export const isInSetUp = (counter: UiState): boolean =>
  counter.setUp !== null && counter.view === 'counter' && appIn(counter)?.mode === 'live';

/** Only the main screen: the computer's other windows ring. */
export const isUnattended = (counter: UiState = readUiState()): boolean =>
  counter.view === 'counter' && appIn(counter)?.unattended === true;

/** Whether orders ring on this page at all. */
export const ringsHere = (counter: UiState = readUiState()): boolean => counter.station?.rings !== false && !isUnattended(counter);

export function openSettings(part: SettingsPart): void {
  setUiState({ screen: 'settings', settingsArea: part, settingsPart: part, setUp: null, selfTestOpen: false, healthOpen: false });
}

const NOTHING: Record<string, never> = {};

/** Renders the calling component again when the language changes. */
export const useLanguage = () => useUiState((counter) => counter.language);

/** Empty before the first snapshot, and on displays. */
export const useTopic = <T extends Exclude<Topic, 'app'>>(topic: T) =>
  useUiState(({ held }) => (held?.of === 'counter' ? held.state[topic] : (NOTHING as AppState[T])));

/** Null before the first snapshot, and on displays. */
export const appIn = ({ held }: UiState): AppView | null => (held?.of === 'counter' ? (held.state.app.app ?? null) : null);

export const useApp = () => useUiState(appIn);

export const cardsIn = ({ held }: UiState): Record<string, OrderCard> => (held?.of === 'counter' ? held.state.orders : NOTHING);

/** Empty on a customer display. */
export const ordersIn = ({ held }: UiState): Record<string, KitchenOrder> =>
  held === null || held.of === 'customer' ? NOTHING : held.state.orders;

export const useOrders = () => useUiState(ordersIn);

export const kitchenAppIn = ({ held }: UiState): KitchenApp | null =>
  held === null || held.of === 'customer' ? null : (held.state.app.app ?? null);

export const useKitchenApp = () => useUiState(kitchenAppIn);

export const useSeveralVenues = () => useUiState((counter) => kitchenAppIn(counter)?.severalVenues === true);

/** Whether staff answer orders on this page. */
export const isForStaff = ({ view }: Pick<UiState, 'view'>): boolean => view === 'counter' || view === 'station';

/** Only the main screen has settings and what else is for managers. */
export const useIsCounter = () => useUiState(({ view }) => view === 'counter');

/** What decides what a page offers. */
export type PageRights = Pick<UiState, 'view' | 'station'>;

/** Whether this page may do that; main checks it again. */
export const may = ({ view, station }: PageRights, right: Right): boolean => view !== 'station' || station?.rights.includes(right) === true;

export const useMay = (right: Right) => useUiState((counter) => may(counter, right));

/** History, reports and recalls are of all venues. */
export const mayOfAllVenues = (page: PageRights, right: Right): boolean => may(page, right) && page.station?.ofAllVenues !== false;

export const useMayOfAllVenues = (right: Right) => useUiState((counter) => mayOfAllVenues(counter, right));

/** True after the manager PIN, or for a signed-in manager. */
export const useIsManager = () => useUiState((counter) => appIn(counter)?.access.manager === true || counter.person?.role === 'manager');

export function without<V>(record: Record<string, V>, key: string): Record<string, V> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}
