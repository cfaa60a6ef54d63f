/** What the screen holds: the bridge's state as it came, and what belongs to this screen alone. Never a secret. */
import { create } from 'zustand';
import type { ActionName, Language, Outside, Problem, SettingsPart } from '../../contract/contract.ts';
import type { Away } from '../../contract/entry.ts';
import type { SoundState } from '../sound/alarm.ts';
import type { Held } from './apply-push.ts';

export type Screen = 'board' | 'courier' | 'history' | 'settings' | 'diagnostics';

export interface Counter {
  held: Held | null;
  linked: boolean;
  /** When the link was lost, or when the page started without one; ms of this machine's clock. Null while linked. */
  unlinkedSince: number | null;
  /** Who does not let this page in; null where it is in, or nobody answers. */
  outside: Outside | null;
  /** Why Tillbridge cannot start, where its address says so. */
  away: Away | null;
  sound: SoundState;
  /** False when the browser reports no loudspeaker at all. */
  speaker: boolean;
  screen: Screen;
  /** The part of Settings that somebody was led to, until it is in sight. */
  settingsPart: SettingsPart | null;
  /** What the words are in now; everything is drawn anew when it changes. */
  language: Language;
  /** The order whose details are open. */
  openOrder: string | null;
  /** Which of the venue's screens this is. */
  view: 'counter' | 'kitchen' | 'customer';
  historyTab: 'orders' | 'day';
  rushOpen: boolean;
  selfTestOpen: boolean;
  /** The first steps: what was done since this page was opened. */
  heard: boolean;
  selfTested: boolean;
  firstStepsHidden: boolean;
  /** A group order that somebody wants to hand over while a bag is missing. */
  handingOver: { orderId: string; action: 'ready' | 'delivered' } | null;
  /** What is answered to the last scan. */
  said: { kind: 'unknown-code' } | null;
  /** The order whose story the History screen shows. */
  story: string | null;
  /** The order about to be rejected. */
  rejecting: string | null;
  healthOpen: boolean;
  /** How many modal dialogs are open; the strips move into the topmost one. */
  dialogs: number;
  /** Orders touched on this screen: silent here at once, before the bridge has heard of it. */
  hushed: Record<string, true>;
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
  unlinkedSince: Date.now(),
  outside: null,
  away: null,
  sound: 'blocked',
  speaker: true,
  screen: 'board',
  settingsPart: null,
  language: 'en',
  openOrder: null,
  view: viewOf(location.search),
  historyTab: 'orders',
  rushOpen: false,
  selfTestOpen: false,
  heard: false,
  selfTested: false,
  firstStepsHidden: false,
  handingOver: null,
  said: null,
  story: null,
  rejecting: null,
  healthOpen: false,
  dialogs: 0,
  hushed: {},
  sending: {},
  refusals: {},
}));

export const setCounter = useCounter.setState;
export const readCounter = useCounter.getState;

/** Leads to a part of Settings, over whatever is open. */
export function openSettings(part: SettingsPart): void {
  setCounter({ screen: 'settings', settingsPart: part, selfTestOpen: false, healthOpen: false });
}

const NOTHING: Record<string, never> = {};

/** The bridge's orders, printers... by id; an empty record before the first snapshot. */
export const useTopic = <T extends 'orders' | 'printers' | 'venues' | 'notices' | 'deliveries'>(topic: T) =>
  useCounter((counter) => counter.held?.state[topic] ?? (NOTHING as NonNullable<Counter['held']>['state'][T]));

/** The bridge's view of itself; null before the first snapshot. */
export const useApp = () => useCounter((counter) => counter.held?.state.app.app ?? null);

/** The entries of `record` without `key`. */
export function without<V>(record: Record<string, V>, key: string): Record<string, V> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}
