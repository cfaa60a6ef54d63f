/** Keeps this display's screen on, or asks to change the device's settings. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { useUiState } from '../state/ui-state.ts';
import { keepAwake, type OwnScreen } from './keep-awake.ts';

const KEPT = 'tillbridge-screen-read';

const useAwake = create<{ asksForSetting: boolean }>(() => ({ asksForSetting: false }));

export const useAsksForSetting = (): boolean => useAwake(({ asksForSetting }) => asksForSetting);

export function useKeepAwake(): void {
  const isDisplay = useUiState(({ view }) => view !== 'counter');
  useEffect(() => (isDisplay ? keepAwake(ownScreen(), () => useAwake.setState({ asksForSetting: !isRead() })) : undefined), [isDisplay]);
}

/** Hides the notice on this device for good. */
export function markRead(): void {
  useAwake.setState({ asksForSetting: false });
  try {
    localStorage.setItem(KEPT, 'yes');
  } catch {
    // Without local storage the notice returns after a restart.
  }
}

function isRead(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function ownScreen(): OwnScreen {
  // `wakeLock` is missing over plain http, despite its type.
  const offered = navigator.wakeLock as WakeLock | undefined;
  return {
    lock: offered ? () => offered.request('screen') : null,
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(follow) {
      document.addEventListener('visibilitychange', follow);
      return () => document.removeEventListener('visibilitychange', follow);
    },
  };
}
