/** Replaces main in stories: provides state and answers calls. */
import {
  type Answer,
  type AppState,
  type BridgeClient,
  type CallInput,
  type CallName,
  type CallOutput,
  nothingShown,
  type ScreenSettings,
} from '../../contract/contract.ts';
import { clearDraft } from '../courier/ordering/draft.ts';
import { chooseTotals } from '../displays/kitchen/all-day.tsx';
import { chooseKind } from '../displays/kitchen/kind.ts';
import { chooseTab } from '../displays/kitchen/use-tab.ts';
import { startTickets } from '../displays/kitchen/use-tickets.ts';
import { useMenus } from '../menu/use-menu.ts';
import { useLastChange } from '../parts/last-change.ts';
import { askWho, startAsking, useAsking } from '../staff/require-sign-in.ts';
import { wear } from '../state/appearance.ts';
import { startClock } from '../state/clock.ts';
import { startLink } from '../state/link.ts';
import { readUiState, useUiState } from '../state/ui-state.ts';
import { startPlaces } from '../state/use-places.ts';
import { startZone } from '../state/zone.ts';
import { useStops } from '../stopped/keep-stops.ts';
import { NO_STOPS } from '../stopped/stops.ts';
import { useNotice } from '../touch/notice.ts';
import { HIDDEN_S, NO_CALL } from '../unanswered/call.ts';
import { useUnanswered } from '../unanswered/keep-calling.ts';
import { ANSWERS } from './made-up/answers.ts';
import { anApp, PRINTERS, VENUE } from './made-up/venue.ts';
import type { Answers, Scene } from './scene.tsx';

const FIRST = useUiState.getState();
const byId = <T extends { id: string }>(all: readonly T[]): Record<string, T> => Object.fromEntries(all.map((one) => [one.id, one]));

let answers: Answers = ANSWERS;
const bridge: BridgeClient = {
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>> {
    const answer = answers[name];
    if (answer === 'never') return new Promise(() => undefined);
    if (typeof answer === 'object') return { ok: false, problem: answer };
    return { ok: true, value: answer ? answer(input) : ({} as CallOutput<N>) };
  },
  watch(_onPush, onLink) {
    onLink(true, null);
    return () => undefined;
  },
};

startZone();
startAsking();
startLink(bridge, askWho);
startPlaces();
startTickets();
startClock();

/** Resets everything to the story's scene. */
export async function setTheStage(scene: Scene, look: ScreenSettings): Promise<void> {
  localStorage.clear();
  answers = { ...ANSWERS, ...scene.answers };
  const screen = { ...look, language: look.language ?? 'en' };
  const state: AppState = {
    ...nothingShown(),
    app: scene.app === null ? {} : { app: anApp({ screen, severalVenues: (scene.venues?.length ?? 1) > 1, ...scene.app }) },
    orders: byId(scene.orders ?? []),
    venues: byId(scene.venues ?? [VENUE]),
    printers: byId(scene.printers ?? PRINTERS()),
    notices: byId(scene.notices ?? []),
    deliveries: byId(scene.deliveries ?? []),
  };
  useAsking.setState({ open: false, waiting: [] });
  useStops.setState(NO_STOPS);
  useUnanswered.setState({ call: NO_CALL, strip: [], hides: HIDDEN_S });
  useLastChange.setState({ last: null });
  useNotice.setState({ notice: null, count: 0 });
  useMenus.setState({ kept: {}, problem: null });
  clearDraft();
  chooseTab('all');
  chooseKind(null);
  chooseTotals(null);
  await wear(screen);
  const { language } = readUiState();
  const own = { linked: true, unlinkedSince: null, sound: 'on', language } as const;
  useUiState.setState(
    { ...FIRST, ...own, ...scene.counter, held: scene.app === null ? null : { push: 'snapshot', of: 'counter', seq: 1, state } },
    true,
  );
  scene.set?.(state);
}
