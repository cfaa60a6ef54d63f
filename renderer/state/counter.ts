/** The state of the screen: the bridge's state, and what belongs to this screen alone. Never a secret. */
import { create } from 'zustand';
import type {
  ActionName,
  Column,
  Language,
  MessageCode,
  Outside,
  Problem,
  SettingsPart,
  SignedIn,
  Topic,
} from '../../contract/contract.ts';
import type { Away } from '../../contract/entry.ts';
import type { Held } from './apply-push.ts';

type Named = MessageCode extends infer Code ? (Code extends `nav.${infer Name}` ? Name : never) : never;
/** Each has its name in the catalogue, under `nav.`, beside what the bar itself says, and its place in `screens.tsx`. */
export type Screen = Exclude<Named, 'failed' | 'label' | 'more'>;

/** The pages of Settings. */
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

/** The questions of the set-up, in their order. */
export const SET_UP_STEPS = ['venue', 'orders', 'sound', 'printer', 'check'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** `blocked`: the browser waits for the first touch. `none`: this screen has no sound at all. */
export type SoundState = 'on' | 'blocked' | 'none';

/** What can be chosen without typing. */
export const RUSH_MINUTES = ['5', '10', '15', '20', '25'] as const;
export const PAUSE_MINUTES = ['15', '30', '60'] as const;
export type RushMinutes = (typeof RUSH_MINUTES)[number];
export type PauseEndChoice = (typeof PAUSE_MINUTES)[number] | 'opening' | 'changed';

export interface Counter {
  held: Held | null;
  linked: boolean;
  /** Who is signed in at this screen; null for no one, and where the venue does not name its staff. */
  person: SignedIn | null;
  /** When the link was lost, or when the page started without one; ms of this machine's clock. Null while linked. */
  unlinkedSince: number | null;
  /** Who does not let this page in; null where it is in, or no one answers. */
  outside: Outside | null;
  /** Why Tillbridge cannot start, where its address says so. */
  away: Away | null;
  sound: SoundState;
  /** False when the browser reports no loudspeaker at all. */
  speaker: boolean;
  screen: Screen;
  /** The part of Settings that someone was led to, until it is in sight. */
  settingsPart: SettingsPart | null;
  /** The page of Settings that is open, or was last. */
  settingsArea: SettingsArea;
  /** The question of the set-up that is on the screen; null while the set-up is closed. */
  setUp: SetUpStep | null;
  /** What the words are in now; everything is drawn again when it changes, and what was typed stays. */
  language: Language;
  /** The order whose details are open. */
  openOrder: string | null;
  /** How many operations of orders are being filled in. */
  filling: number;
  /** The order that was scanned, or led to by a strip, meanwhile: it is opened above, and what was typed is there again below it. */
  openAbove: string | null;
  /** Of a board that shows one column at a time: which. */
  boardTab: Column;
  /** Which of the venue's screens this is. */
  view: 'counter' | 'kitchen' | 'customer';
  historyTab: 'orders' | 'reports';
  rushOpen: boolean;
  /** As chosen last, or by a command that names it. */
  rushMinutes: RushMinutes;
  /** Someone is about to pause a venue. */
  pauseOpen: boolean;
  pauseEnd: PauseEndChoice;
  /** What staff are about to do with several orders in one move. */
  several: 'accept' | 'ready' | null;
  /** What the board is searched for; null where it is not. */
  find: string | null;
  /** What that leaves in sight all the same, by order id. */
  findKeeps: Record<string, true>;
  /** What the menu is to be searched for when it is there; null where nothing leads to it. */
  menuFind: string | null;
  paletteOpen: boolean;
  selfTestOpen: boolean;
  /** A group order that someone wants to hand over while a bag is missing. */
  handingOver: { orderId: string; action: 'ready' | 'delivered' } | null;
  /** What is answered to the last scan, or to a touch that was refused and has no other place for that. */
  scanAnswer: { kind: 'unknown-code' | 'like-a-scan' } | { kind: 'refused'; problem: Problem } | null;
  /** The dish of an order that someone is about to mark as sold out, by its place in the order; `place` is null until one is chosen. */
  sellingOut: { orderId: string; place: number | null } | null;
  /** The order whose story the History screen shows. */
  story: string | null;
  /** The order about to be rejected. */
  rejecting: string | null;
  healthOpen: boolean;
  /** The name of the venue that someone connects again. */
  reconnecting: string | null;
  /** Until when no line is shown for a cause (contract/cause.ts); the service's clock, ms. */
  putAway: Record<string, number>;
  /** Orders touched on this screen: silent here at once, before the bridge has heard of it. */
  muted: Record<string, true>;
  /** Orders whose command is on its way to the bridge; the bridge's own `pending` follows. */
  sending: Record<string, ActionName>;
  /** What the bridge answered to a command it did not take, by order. */
  refusals: Record<string, Problem>;
}

function viewOf(search: string): Counter['view'] {
  const view = new URLSearchParams(search).get('view');
  return view === 'kitchen' || view === 'customer' ? view : 'counter';
}

export const useCounter = create<Counter>(() => ({
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
  view: viewOf(location.search),
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
  putAway: {},
  muted: {},
  sending: {},
  refusals: {},
}));

export const setCounter = useCounter.setState;
export const readCounter = useCounter.getState;

/** Whether setup covers the screen of a venue that receives orders. */
export const isInSetUp = ({ setUp, view, held }: Counter): boolean =>
  setUp !== null && view === 'counter' && held?.state.app.app?.mode === 'live';

/** Leads to a part of Settings, over whatever is open. */
export function openSettings(part: SettingsPart): void {
  setCounter({ screen: 'settings', settingsArea: part, settingsPart: part, setUp: null, selfTestOpen: false, healthOpen: false });
}

const NOTHING: Record<string, never> = {};

/** For what is drawn again only when it has changed itself: the words of the moment are part of that. */
export const useLanguage = () => useCounter((counter) => counter.language);

/** The bridge's orders, printers... by id; an empty record before the first snapshot. */
export const useTopic = <T extends Exclude<Topic, 'app'>>(topic: T) =>
  useCounter((counter) => counter.held?.state[topic] ?? (NOTHING as NonNullable<Counter['held']>['state'][T]));

/** The bridge's view of itself; null before the first snapshot. */
export const useApp = () => useCounter((counter) => counter.held?.state.app.app ?? null);

/** Whether each order says whose it is. */
export const useSeveralVenues = () => useCounter((counter) => counter.held?.state.app.app?.severalVenues === true);

/** Whether what is the manager's may be done here now: by the PIN, or by who is signed in. */
export const useIsManager = () =>
  useCounter(({ held, person }) => held?.state.app.app?.access.manager === true || person?.role === 'manager');

/** The entries of `record` without `key`. */
export function without<V>(record: Record<string, V>, key: string): Record<string, V> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}
