/** Progress of setup. Facts only a person knows, such as a heard alarm, are kept in this browser. */
import { create } from 'zustand';
import type { AppView } from '../../contract/contract.ts';
import { SET_UP_STEPS, type SetUpStep, useApp, useTopic } from './ui-state.ts';

const KEPT_AS = 'tillbridge-set-up';
const NOTED = ['heard', 'tested', 'put-away'] as const;
type Noted = (typeof NOTED)[number];

const useNoted = create<{ noted: readonly Noted[] }>(() => ({ noted: readKept() }));

function readKept(): Noted[] {
  const words = (localStorage.getItem(KEPT_AS) ?? '').split(' ');
  return NOTED.filter((one) => words.includes(one));
}

export function noteSetUpStep(what: Noted): void {
  const noted = [...new Set([...useNoted.getState().noted, what])];
  useNoted.setState({ noted });
  localStorage.setItem(KEPT_AS, noted.join(' '));
}

/** `saved`: stored but not yet verified. */
export type StepState = 'open' | 'saved' | 'done';

export interface Progress {
  state: Readonly<Record<SetUpStep, StepState>>;
  /** The first open step, else the first unverified one; null if all are done. */
  next: SetUpStep | null;
  count: number;
  isPutAway: boolean;
}

export function useProgress(): Progress {
  const app = useApp();
  const noted = useNoted((state) => state.noted);
  const venues = Object.values(useTopic('venues'));
  const printers = Object.values(useTopic('printers'));
  const state = {
    venue: stateOf(
      venues.length > 0,
      venues.every(({ verified }) => verified) && app?.addresses.every(({ verifiedAt }) => verifiedAt !== null) === true,
    ),
    orders: stateOf(app?.webhookSecret.isSaved === true, isSecretVerified(app)),
    sound: stateOf(noted.includes('heard') || app?.unattended === true, true),
    printer: stateOf(
      printers.length > 0,
      printers.every(({ verified }) => verified),
    ),
    check: stateOf(noted.includes('tested'), true),
  };
  return {
    state,
    next: SET_UP_STEPS.find((step) => state[step] === 'open') ?? SET_UP_STEPS.find((step) => state[step] === 'saved') ?? null,
    count: SET_UP_STEPS.filter((step) => state[step] === 'done').length,
    isPutAway: noted.includes('put-away'),
  };
}

function stateOf(isSaved: boolean, isVerified: boolean): StepState {
  return isSaved ? (isVerified ? 'done' : 'saved') : 'open';
}

function isSecretVerified(app: AppView | null): boolean {
  return app?.webhookSecret.isSaved === true && app.webhookSecret.verifiedAt !== null && !app.webhookSecret.isRefused;
}
